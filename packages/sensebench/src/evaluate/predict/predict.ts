/** Asks a model about every item, in every order and repeat, with prompt and examples. */
import {
  type ActionContext,
  type Benchmark,
  type Choice,
  createRandom,
  type Item,
  joinSentences,
  labelChoices,
  type PromptTemplate,
  type Random,
  type RenderedPrompt,
  type Runner,
  type RunnerAnswer,
  RunnerError,
  type RunPrediction,
  readOutput,
  type ScoredChoices,
  type ShownChoices,
  shuffleChoices,
} from '@sensebench/metrics/internal/core';
import type { PromptLog, PromptPlace, RunFolder } from '../../files/index.ts';
import { type AskAllResult, type Asking, askAll } from './ask-all.ts';
import { drawExamples } from './choose-prompt.ts';

export interface PredictOptions {
  benchmark: Benchmark;
  runner: Runner;
  template: PromptTemplate;
  items: readonly Item[];
  /** The training items from which few-shot examples are drawn. */
  pool: readonly Item[];
  shots: number;
  /** The same examples for every item. */
  sameExamples?: boolean;
  /** The number of orders of the input (1 is the original order alone), and of repeats of each. */
  orders: number;
  repeats: number;
  seed: number;
  /** Finds the nearest training texts of an item, for prompts with retrieval. */
  retrieve?(item: Item): Promise<readonly string[]>;
  /** Stores the prompt of each item. */
  prompts?: Pick<PromptLog, 'append'>;
  /** The budget in dollars. No further requests are sent once the folder's answers have cost this much. */
  maxCost?: number;
  /** Leave out items on which the model fails instead of stopping at the first failure. A rerun asks them again. */
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

/** Yields all prompts in order, without asking them. */
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

/**
 * The choices in the order in which they are shown, with the item's own labels to translate the answer back.
 * Without a random generator, the order stays the same.
 */
function showChoices(choices: readonly Choice[], random: Random | null): ShownChoices {
  return random ? shuffleChoices(choices, random) : { choices: [...choices], own: choices.map(({ label }) => label) };
}

/** The prediction of the runner if it has one, or else the likeliest choice (the first of equals), or else the parsed text. */
function readAnswer(
  answer: RunnerAnswer,
  item: Item,
  { benchmark, choices }: { benchmark: Pick<Benchmark, 'parse' | 'choices'>; choices?: ShownChoices },
): string {
  if (answer.prediction !== undefined) return joinSentences(answer.prediction);
  if (answer.choices && choices) {
    const logprobs = checked(answer.choices, choices);
    return choices.own[logprobs.indexOf(Math.max(...logprobs))];
  }
  const label = readOutput(answer.text, item, benchmark, choices?.choices);
  const place = choices?.choices.findIndex((choice) => choice.label === label) ?? -1;
  return choices && place >= 0 ? choices.own[place] : label;
}

/** Log-probabilities by the item's own labels, for predictions.jsonl. */
function byOwnLabel(scored: ScoredChoices, choices: ShownChoices): NonNullable<RunPrediction['choices']> {
  const logprobs = checked(scored, choices);
  return { by: scored.by, logprobs: Object.fromEntries(choices.own.map((label, i) => [label, logprobs[i]])) };
}

function checked({ logprobs }: ScoredChoices, { choices }: ShownChoices): readonly number[] {
  if (logprobs.length === choices.length && logprobs.every(Number.isFinite)) return logprobs;
  throw new RunnerError(`scored ${logprobs.length} choices in place of ${choices.length}, or one without a number`, { retryable: false });
}
