/** Asks a model about every item and writes each answer to the run folder as it comes; what is there already is not asked again. */
import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import {
  type ActionContext,
  type Benchmark,
  createRandom,
  type Item,
  labelChoices,
  type PromptTemplate,
  type Runner,
  RunnerError,
  type RunPrediction,
} from '../../core/index.ts';
import { predictionKey, type RunFolder } from '../../files/index.ts';
import { byOwnLabel, readAnswer, showChoices } from './choice-answers.ts';
import { drawExamples } from './draw-examples.ts';

export interface PredictOptions {
  benchmark: Benchmark;
  runner: Runner;
  template: PromptTemplate;
  items: readonly Item[];
  /** Training items that few-shot examples are drawn from. */
  pool: readonly Item[];
  shots: number;
  /** How many orders of the input (1 is the given one alone) and how many repeats of each. */
  orders: number;
  repeats: number;
  seed: number;
  /** Nearest training texts of an item, with `--retrieve`. */
  retrieve?(item: Item): Promise<readonly string[]>;
  /** Dollars: nothing more is asked once the folder's answers have cost this much. */
  maxCost?: number;
  /** Leave out items that the model fails on, instead of stopping at the first; a rerun asks them again. */
  skipFailures?: boolean;
}

/** So many failures without an answer between them are the model's, not the items'. */
const MOST_FAILURES_IN_A_ROW = 10;

interface Ask {
  item: Item;
  repeat: number;
  order: number;
}

export interface PredictResult {
  asked: number;
  /** Already in the folder. */
  kept: number;
  /** Not asked, because the budget ended. */
  left: number;
  /** Items that the model failed on, and what it said of the last. */
  failed: number;
  failure?: string;
  /** Cost of all answers in the folder, in dollars. */
  cost: number;
}

export async function predict(
  run: RunFolder,
  options: PredictOptions,
  context: Pick<ActionContext, 'progress' | 'signal'>,
): Promise<PredictResult> {
  const { runner, items, orders, repeats, maxCost = Number.POSITIVE_INFINITY, skipFailures = false } = options;
  const total = items.length * orders * repeats;
  const progress = context.progress('predicting', total);
  const limit = pLimit(runner.concurrency ?? 1);
  // The first failure stops the rest: their requests are aborted, what is answered stays written.
  const stop = new AbortController();
  const { signal } = stop;
  const onStop = () => stop.abort(context.signal.reason);
  context.signal.addEventListener('abort', onStop);
  if (context.signal.aborted) onStop();
  // Each request under way listens.
  setMaxListeners(0, signal);
  const result: PredictResult = { asked: 0, kept: 0, left: 0, failed: 0, cost: 0 };
  let failure: unknown;
  let inARow = 0;
  const pending = new Set<Promise<void>>();
  for (const ask of asks(items, { orders, repeats })) {
    if (signal.aborted) break;
    if (run.done.has(predictionKey({ id: ask.item.id, repeat: ask.repeat, order: ask.order }))) {
      result.kept++;
      continue;
    }
    const answered = limit(async () => {
      if (signal.aborted) return;
      if (run.cost >= maxCost) {
        result.left++;
        return;
      }
      run.append(await answer(ask, options, signal));
      result.asked++;
      inARow = 0;
      progress.update(result.kept + result.asked);
    }).catch((error: unknown) => {
      if (skipFailures && error instanceof RunnerError && ++inARow < MOST_FAILURES_IN_A_ROW) {
        result.failed++;
        result.failure = error.message;
        return;
      }
      failure ??= error;
      stop.abort(error);
    });
    pending.add(answered);
    void answered.then(() => pending.delete(answered));
    // A bounded window keeps memory flat over any number of items.
    while (pending.size >= 2 * (runner.concurrency ?? 1)) await Promise.race(pending);
  }
  await Promise.all(pending);
  progress.stop();
  context.signal.removeEventListener('abort', onStop);
  context.signal.throwIfAborted();
  if (failure !== undefined) throw failure;
  return { ...result, cost: run.cost };
}

function* asks(items: readonly Item[], { orders, repeats }: { orders: number; repeats: number }): Generator<Ask> {
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let order = 0; order < orders; order++) {
      for (const item of items) yield { item, repeat, order };
    }
  }
}

async function answer({ item, repeat, order }: Ask, options: PredictOptions, signal: AbortSignal): Promise<RunPrediction> {
  const { benchmark, runner, template, pool, shots, seed, retrieve } = options;
  const random = () => createRandom(`${seed}/order/${order}/${item.id}`);
  const shown = order > 0 && benchmark.reorder ? benchmark.reorder(item, random()) : item;
  const choices =
    benchmark.choices && showChoices(labelChoices(benchmark.choices(shown)), order > 0 && !runner.withoutPrompt ? random() : null);
  const examples = runner.withoutPrompt ? [] : drawExamples(item, pool, { shots, seed });
  const retrieved = retrieve ? await retrieve(shown) : undefined;
  const prompt = runner.withoutPrompt ? '' : template.render({ item: shown, examples, retrieved, choices: choices?.choices });
  const started = performance.now();
  const answered = await runner.predict({
    item: shown,
    prompt,
    examples,
    choices: template.freeText ? undefined : choices?.choices,
    seed: seed + repeat,
    signal,
    stop: template.stop,
  });
  const ms = answered.ms ?? performance.now() - started;
  const { text, usage, reasoning, ended } = answered;
  return {
    id: item.id,
    prediction: readAnswer(answered, shown, { benchmark, choices }),
    raw: text,
    repeat,
    order,
    examples: examples.map(({ id }) => id),
    ms: Math.round(ms),
    ...(usage ? { usage } : {}),
    ...(answered.choices && choices ? { choices: byOwnLabel(answered.choices, choices) } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(ended ? { ended } : {}),
  };
}
