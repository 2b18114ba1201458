/** Benchmark × runner × metrics → run folder: answers the remaining items, scores all answers and writes the report. */
import { basename, join, relative } from 'node:path';
import {
  type ActionContext,
  type Benchmark,
  InputError,
  type Item,
  labelChoices,
  type PromptTemplate,
  type Runner,
  type Scorer,
} from '@sensebench/metrics/internal/core';
import type { BootstrapOptions } from '@sensebench/metrics/internal/metrics';
import {
  hashFile,
  openPromptLog,
  openRun,
  type RunManifest,
  type RunScores,
  readPredictions,
  readScoredRun,
  sha256,
  splitFile,
  writeFileAtomic,
} from '../files/index.ts';
import { renderRunReport, shownIds } from '../report/runs/index.ts';
import { choosePrompt, chooseShots, drawExamples } from './predict/choose-prompt.ts';
import { type AnswerCounts, countAnswers } from './predict/count-answers.ts';
import { type PredictResult, predict } from './predict/predict.ts';
import { scoreRun } from './scores/score-run.ts';

export interface EvaluateOptions {
  benchmark: Benchmark;
  /** The module of a user's benchmark. */
  module?: { path: string; sha256: string };
  runner: Runner;
  /** The file or dataset folder that the items were read from. */
  dataset: string;
  split?: string;
  items: readonly Item[];
  pool: readonly Item[];
  out: string;
  prompt?: string;
  shots?: number;
  sameExamples?: boolean;
  orders: number;
  repeats: number;
  seed: number;
  /** Other settings that affect the prompts, for run.json. */
  recorded: Record<string, unknown>;
  retrieve?(item: Item): Promise<readonly string[]>;
  /** The budget for all answers of the folder, in dollars. */
  maxCost?: number;
  skipFailures?: boolean;
  scorer: Scorer;
  intervals?: BootstrapOptions;
  /** The user's note on the run. Words that begin with # are tags. */
  note?: string;
  /** Write report.html. Default: yes. */
  report?: boolean;
}

export interface EvaluateResult extends PredictResult {
  /** Empty if no item has a reference. */
  scores: RunScores;
  /** Counts of unusable answers, which are scored as they are. */
  counts: AnswerCounts;
  /** The file to submit, if there is nothing to score. */
  submission?: string;
}

/** The predictions of a run without references, one per line in the order of the dataset, as in CommonGen's submissions. */
const SUBMISSION_FILE = 'predictions.txt';

export async function evaluate(
  options: EvaluateOptions,
  context: Pick<ActionContext, 'progress' | 'signal' | 'version'> & Partial<Pick<ActionContext, 'say'>>,
): Promise<EvaluateResult> {
  const { benchmark, runner, items, out } = options;
  const { name, template, shots } = settlePrompt(options);
  const run = await openRun(out, await describeRun({ ...options, shots, name, template, version: context.version }), context);
  let asked: PredictResult;
  try {
    const prompts = runner.withoutPrompt ? undefined : await openPromptLog(out);
    asked = await predict(run, { ...options, template, shots, prompts }, context).finally(() => prompts?.close());
  } finally {
    await run.close();
    // Frees the memory for scoring.
    await runner.close?.();
  }
  const counts = await countAnswers(readPredictions(out), { benchmark, items });
  if (items.every(({ references }) => references.length === 0)) {
    const nothing = { benchmark: benchmark.name, items: items.length, corpus: {}, signatures: {}, perItem: [] };
    return { ...asked, counts, scores: nothing, submission: await writeSubmission(out, items) };
  }
  const scores = await scoreRun(out, { ...options, signal: context.signal });
  if (options.report ?? true) {
    await writeFileAtomic(
      join(out, 'report.html'),
      renderRunReport({ benchmark, items, runs: [await readScoredRun(out, scores, shownIds(items, scores))] }),
    );
  }
  return { ...asked, counts, scores };
}

async function writeSubmission(out: string, items: readonly Item[]): Promise<string> {
  const file = join(out, SUBMISSION_FILE);
  const said = new Map<string, string>();
  for await (const { id, prediction, repeat, order } of readPredictions(out)) if (repeat === 0 && order === 0) said.set(id, prediction);
  const lines = items.map(({ id }) => (said.get(id) ?? '').replace(/\s+/g, ' ').trim());
  await writeFileAtomic(file, `${lines.join('\n')}\n`);
  return file;
}

export type PromptChoice = Pick<EvaluateOptions, 'benchmark' | 'runner' | 'dataset' | 'items' | 'pool' | 'prompt' | 'shots' | 'retrieve'>;

/** Chooses the template and the number of examples, and refuses runs that cannot be asked. */
export function settlePrompt(options: PromptChoice): { name: string; template: PromptTemplate; shots: number } {
  const { benchmark, runner, items, pool } = options;
  const { name, template } = choosePrompt(benchmark, options.prompt);
  const shots = runner.withoutPrompt ? 0 : chooseShots(template, { shots: options.shots, pool });
  if (options.retrieve && !runner.withoutPrompt) demandPlaceForRetrieved(name, { benchmark, template, items });
  if (items.length === 0) throw new InputError('has no items', { file: options.dataset });
  return { name, template, shots };
}

type Described = EvaluateOptions & { shots: number; name: string; template: PromptTemplate; version: string };

async function describeRun(options: Described): Promise<RunManifest> {
  const { benchmark, runner, items, pool, out, dataset, split, shots, name, template, seed, orders, repeats, version } = options;
  // The hash of the first rendered prompt identifies the template and its examples.
  const [item] = items;
  const choices = benchmark.choices && labelChoices(benchmark.choices(item));
  const first = runner.withoutPrompt ? '' : template.render({ item, examples: drawExamples(item, pool, options), choices });
  return {
    benchmark: benchmark.name,
    runner: runner.id,
    prompt: { name: runner.withoutPrompt ? 'none' : name, sha256: sha256(JSON.stringify(first)) },
    dataset: {
      name: basename(dataset),
      split,
      sha256: dataset === '-' ? sha256(JSON.stringify(items)) : await hashFile(splitFile(dataset, split)),
      items: items.length,
    },
    options: {
      shots,
      ...(options.sameExamples && shots > 0 ? { sameExamples: true } : {}),
      orders,
      repeats,
      ...(pool.length > 0 ? { train: sha256(JSON.stringify(pool)) } : {}),
      // Whether choices are decided by the probability of their labels or texts, or by the label named in the answer.
      ...(choices ? { choices: (template.freeText ? undefined : runner.scores) ?? 'named' } : {}),
      ...options.recorded,
      ...runner.settings,
    },
    ...(runner.depends ? { depends: { ...runner.depends } } : {}),
    seed,
    versions: { sensebench: version },
    ...readNote(options.note),
    // Paths relative to the run folder, to find the files later. They are not compared when a run is resumed.
    source: {
      dataset: dataset === '-' ? '-' : relative(out, dataset),
      ...(runner.answersFile === undefined ? {} : { human: relative(out, runner.answersFile) }),
      ...(options.module ? { module: { ...options.module, path: relative(out, options.module.path) } } : {}),
    },
  };
}

/** Separates note and tags, as in `first try #baseline`. */
function readNote(text = ''): Pick<RunManifest, 'tags' | 'note'> {
  const tags = Array.from(text.matchAll(/(?<=^|\s)#(\S+)/g), ([, tag]) => tag);
  const note = text
    .replace(/(?<=^|\s)#\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { ...(tags.length > 0 ? { tags } : {}), ...(note === '' ? {} : { note }) };
}

interface PlaceForRetrieved {
  benchmark: Benchmark;
  template: PromptTemplate;
  items: readonly Item[];
}

/** Refuses retrieval if the prompt has no place for retrieved texts, which would be ignored. */
function demandPlaceForRetrieved(name: string, { benchmark, template, items: [item] }: PlaceForRetrieved): void {
  if (!item) return;
  const choices = benchmark.choices && labelChoices(benchmark.choices(item));
  const shown = (retrieved: readonly string[]) => JSON.stringify(template.render({ item, examples: [], retrieved, choices }));
  if (shown([]) === shown(['retrieved text']))
    throw new InputError(`the prompt "${name}" has no place for retrieved texts; choose another with --prompt`);
}
