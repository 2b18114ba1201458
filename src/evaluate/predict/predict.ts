/** Asks a model about every item, in every order and repeat, with its prompt and examples. */
import {
  type ActionContext,
  type Benchmark,
  createRandom,
  type Item,
  labelChoices,
  type PromptTemplate,
  type RenderedPrompt,
  type Runner,
  type RunPrediction,
} from '../../core/index.ts';
import type { PromptLog, PromptPlace, RunFolder } from '../../files/index.ts';
import { type AskAllResult, type Asking, askAll } from './ask-all.ts';
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
  /** The same examples for every item. */
  sameExamples?: boolean;
  /** How many orders of the input (1 is the given one alone) and how many repeats of each. */
  orders: number;
  repeats: number;
  seed: number;
  /** Nearest training texts of an item, with `--retrieve`. */
  retrieve?(item: Item): Promise<readonly string[]>;
  /** Keeps what each item was asked. */
  prompts?: Pick<PromptLog, 'append'>;
  /** Dollars: nothing more is asked once the folder's answers have cost this much. */
  maxCost?: number;
  /** Leave out items that the model fails on, instead of stopping at the first; a rerun asks them again. */
  skipFailures?: boolean;
}

interface Ask {
  item: Item;
  repeat: number;
  order: number;
}

export type PredictResult = AskAllResult;

export async function predict(
  run: RunFolder,
  options: PredictOptions,
  context: Pick<ActionContext, 'progress' | 'signal'>,
): Promise<PredictResult> {
  const { runner, items, orders, repeats, maxCost, skipFailures } = options;
  const total = items.length * orders * repeats;
  return askAll(run, asks(options), { label: 'predicting', total, concurrency: runner.concurrency, maxCost, skipFailures }, context);
}

function* asks(options: PredictOptions): Generator<Asking & Ask> {
  const { items, orders, repeats } = options;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let order = 0; order < orders; order++) {
      for (const item of items)
        yield { id: item.id, item, repeat, order, ask: (signal) => answer({ item, repeat, order }, options, signal) };
    }
  }
}

/** All that will be asked, in order, without asking it. */
export async function* renderPrompts(options: PredictOptions): AsyncGenerator<PromptPlace & { prompt: RenderedPrompt }> {
  for (const { id, repeat, order, item } of asks(options))
    yield { id, repeat, order, prompt: (await render({ item, repeat, order }, options)).prompt };
}

async function render({ item, order }: Ask, options: PredictOptions) {
  const { benchmark, runner, template, pool, seed, retrieve } = options;
  const random = () => createRandom(`${seed}/order/${order}/${item.id}`);
  const shown = order > 0 && benchmark.reorder ? benchmark.reorder(item, random()) : item;
  const choices =
    benchmark.choices && showChoices(labelChoices(benchmark.choices(shown)), order > 0 && !runner.withoutPrompt ? random() : null);
  const examples = runner.withoutPrompt ? [] : drawExamples(item, pool, options);
  const retrieved = retrieve ? await retrieve(shown) : undefined;
  const prompt = runner.withoutPrompt ? '' : template.render({ item: shown, examples, retrieved, choices: choices?.choices });
  return { shown, choices, examples, prompt };
}

async function answer({ item, repeat, order }: Ask, options: PredictOptions, signal: AbortSignal): Promise<RunPrediction> {
  const { benchmark, runner, template, seed } = options;
  const { shown, choices, examples, prompt } = await render({ item, repeat, order }, options);
  if (!runner.withoutPrompt) options.prompts?.append({ id: item.id, repeat, order }, prompt);
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
  const { text, usage, nbest, reasoning, ended } = answered;
  return {
    id: item.id,
    prediction: readAnswer(answered, shown, { benchmark, choices }),
    ...(typeof answered.prediction === 'object' ? { sentences: answered.prediction } : {}),
    raw: text,
    repeat,
    order,
    examples: examples.map(({ id }) => id),
    ms: Math.round(ms),
    ...(usage ? { usage } : {}),
    ...(answered.choices && choices ? { choices: byOwnLabel(answered.choices, choices) } : {}),
    ...(nbest ? { nbest } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(ended ? { ended } : {}),
  };
}
