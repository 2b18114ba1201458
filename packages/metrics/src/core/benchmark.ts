/** The contract of a benchmark: everything specific to one, so that a new benchmark needs no change outside its own folder. */
import type { z } from 'zod';
import type { Action, ActionGroup } from './action.ts';
import type { Choice, RenderedPrompt } from './answering-model.ts';
import type { AnyStep, LedgerRow } from './build-step.ts';
import type { Grouping, Item } from './item.ts';
import type { Metric, MetricDefinition } from './metric.ts';
import type { Random } from './random.ts';
import type { Decision, Task, TaskItem } from './task.ts';
import type { ToolNeeds, Tools } from './tools.ts';

export interface PromptTemplate<I extends Item = Item> {
  summary: string;
  /** The paper, or `ours`. */
  source: string;
  kind: 'seq2seq' | 'completion' | 'chat';
  /** The default number of examples. */
  shots: number;
  stop?: readonly string[];
  /** Asks for words other than the labels of the choices (true and false instead of yes and no): the text is parsed, and choices are not scored. */
  freeText?: boolean;
  render(input: {
    item: I;
    examples: readonly I[];
    /** The nearest training texts, if the prompt option `retrieve` is set. */
    retrieved?: readonly string[];
    /** The benchmark's choices for the item, in the order in which they are to be shown. */
    choices?: readonly Choice[];
  }): RenderedPrompt;
}

/** A row of a paper's table, shown beside ours. Fractions 0–1, as everywhere. */
export interface PublishedRow {
  system: string;
  /** Paper and table, with its version where versions differ. */
  source: string;
  split: string;
  scores: Record<string, number>;
  /** Sizes of its data as counted by `sizes` of the benchmark; data with the same sizes is taken to be the same. */
  sizes?: Readonly<Record<string, number>>;
  note?: string;
}

/** A score that reproduces the paper only with one particular model. */
export interface ModelScore {
  /** The same score with any model; when it is measured, tables also mention this one as missing. */
  beside: string;
  /** The signature of the paper's measurement. Scores with other signatures are not compared with the published ones. */
  signature: string;
}

/** Commands of a benchmark: `sensebench stats commongen` and `sensebench commongen stats` are the same. */
export interface BenchmarkActions {
  build?: Action;
  stats?: Action;
  ceiling?: Action;
  agreement?: Action;
  /** Explains why a row of a built dataset was kept or dropped; its arguments are `dataset` and `row`. Default: a general explanation from the ledger. */
  explain?: Action;
  [own: string]: Action | ActionGroup | undefined;
}

export interface ReadOptions {
  /** The split to read of a dataset folder. */
  split?: string;
  /** Tells the user how a file of another layout is read. */
  say?(line: string): void;
}

export interface Benchmark<I extends Item = Item> {
  name: string;
  title: string;
  /** The schema of the items that `read` yields; items from a user's module are validated with it. */
  item: z.ZodType<I>;
  /** Reads a file of the published format, or a split of a dataset folder. */
  read(path: string, options: ReadOptions): AsyncIterable<I>;
  /** Adds data that the file lacks and tools can compute, such as the groups of breakdowns. Called before items are scored. */
  complete?(items: readonly I[], tools: (needs: ToolNeeds) => Promise<Tools>, files?: { conceptnet?: string }): Promise<readonly I[]>;
  /** `complete` uses the file given with `--conceptnet`. */
  readsConceptNet?: boolean;
  /** The first is the default. */
  prompts: Record<string, PromptTemplate<I>>;
  /** Extracts the prediction from a raw output. Default: the label that the output names if there are choices, else the trimmed text. */
  parse?(output: string, item: I): string;
  /** Words that an output should contain: used by coverage, constrained decoding, baselines, retrieval and the highlighting in reports. */
  keywords?(item: I): readonly string[];
  /** Choices of a multiple-choice item; plain texts are labelled A, B, …. References and predictions are labels. */
  choices?(item: I): readonly (string | Choice)[];
  /** Question and candidate answer separately, for baselines that see only one of them. Default: the texts of the input, and of the choices. */
  parts?(item: I): { question: string; answer?: string };
  /** Units that items share (statements, a concept-set, a question), by which resampling is done. Default: items are independent. */
  units?(item: I): readonly string[];
  /** The name of a unit (statement, question), for tables and signatures. */
  unit?: string;
  /** The same input in another order, for `--permute`. Default: the choices are reordered. */
  reorder?(item: I, random: Random): I;
  /** The references with their sentences in the other order, if the order is arbitrary; metrics called …Unordered use the better order. */
  exchanged?(item: I): readonly string[];
  /** A chance-level answer, for random baselines. Default: one of the choices. */
  guess?(item: I, random: Random): string;
  /** Names of metrics from the registry or from `ownMetrics`; the first is the headline. */
  metrics: readonly string[];
  ownMetrics?: readonly (Metric | MetricDefinition)[];
  /** The scores shown in terminal tables unless all are requested. Default: all. */
  columns?: readonly string[];
  /** Scores of the paper that need a model supplied by the user; tables say when it is missing. */
  modelScores?: Readonly<Record<string, ModelScore>>;
  breakdowns: Record<string, Grouping<I>>;
  published: readonly PublishedRow[];
  /** Sizes by which data is recognized as the data of a published row. */
  sizes?(items: readonly I[]): Readonly<Record<string, number>>;
  /** Beam width and lengths that the paper decodes with. */
  decoding?: { beams: number; maxInputTokens: number; maxOutputTokens: number };
  /** The legend of the colours in its report. `[first]`, `[second]`, `[both]`, `[later]` and `[missing]` are replaced by samples of the colour; `[missing in neither]` gives a sample other words. */
  legend?: string;
  /** Names by which decisions refer to the items, in order. Default: their ids. */
  names?(items: readonly I[]): readonly Pick<TaskItem, 'id' | 'also'>[];
  /** Annotation tasks on its items, for human annotators or a model as judge. */
  tasks?: readonly Task[];
  /** Recomputes statistics, card and page of a dataset after annotators changed its rows. Default: only the number of rows. */
  restate?(dataset: ChangedDataset, tools: (needs: ToolNeeds) => Promise<Tools>): Promise<RestatedDataset>;
  /** Its build steps, which workers in other processes look up by name. */
  steps?: readonly AnyStep[];
  actions?: BenchmarkActions;
  /** Build options for a dataset from the shipped starter corpus. */
  starter?(): Readonly<Record<string, unknown>>;
}

export function defineBenchmark<I extends Item>(benchmark: Benchmark<I>): Benchmark<I> {
  return benchmark;
}

/**
 * Input for describing a dataset again (statistics, card, page, derived files) after annotators changed its rows.
 * A dataset folder whose rows were changed by the outcome of decisions.
 */
export interface ChangedDataset {
  splits: Readonly<Record<string, readonly object[]>>;
  /** All dropped rows, including the new ones. */
  ledger: readonly LedgerRow[];
  /** stats.json as it was. */
  stats: unknown;
  config: Readonly<Record<string, unknown>>;
  seed: number;
  /** The task, and the decisions that count; final ones are marked. */
  task: string;
  decisions: readonly Decision[];
  simulated: boolean;
  /** Files of the folder, by their paths in it. */
  files: readonly string[];
  /** Where a file of the folder is. */
  path(file: string): string;
}

export interface RestatedDataset {
  /** The card describes the fields by their `.describe()`. */
  row: z.ZodType<object>;
  stats: object;
  summary?: string;
  limits?: string;
  biases?: string;
  card?: readonly { title: string; text?: string; questions?: readonly { question: string; answer: string }[] }[];
  answers?: Readonly<Record<string, string | undefined>>;
  sections?: readonly { id: string; title: string; html: string }[];
  groups?: Readonly<Record<string, (row: object) => string | null>>;
  listed?: readonly string[];
  /** Files derived from the rows. Other files of the folder are left unchanged. */
  extras?: readonly { path: string; description: string; write(file: string): Promise<void> }[];
}
