/** The contract of a benchmark: everything that is particular to one, so that a fourth needs no change outside its own folder. */
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
  /** The paper's own, or ours. */
  source: string;
  kind: 'seq2seq' | 'completion' | 'chat';
  /** How many examples it is drawn with by default. */
  shots: number;
  stop?: readonly string[];
  /** Asks for other words than the labels of the choices (true, false for yes, no): choices are not scored, the text is read. */
  freeText?: boolean;
  render(input: {
    item: I;
    examples: readonly I[];
    /** Nearest training texts, with the prompt's option `retrieve`. */
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
  /** Sizes of its data, as the benchmark's `sizes` counts them: a file with these is the same data. */
  sizes?: Readonly<Record<string, number>>;
  note?: string;
}

/** A score that only one model gives as the paper has it. */
export interface ModelScore {
  /** The score that the metric gives with any model: where it is measured, this one is missed. */
  beside: string;
  /** How the paper measured it. Scores with another signature are not set beside the published ones. */
  signature: string;
}

/** Commands of a benchmark: `sensebench stats commongen` and `sensebench commongen stats` are the same. */
export interface BenchmarkActions {
  build?: Action;
  stats?: Action;
  ceiling?: Action;
  agreement?: Action;
  /** Why a row of a built dataset is in or out; its arguments are `dataset` and `row`. Without it the frame answers. */
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
  /** What `read` yields; items of a user's module are parsed with it. */
  item: z.ZodType<I>;
  /** Reads a file of the published format, or a split of a dataset folder. */
  read(path: string, options: ReadOptions): AsyncIterable<I>;
  /** Adds to items what their file lacks and tools can find (say, groups of the breakdowns). Called before items are scored. */
  complete?(items: readonly I[], tools: (needs: ToolNeeds) => Promise<Tools>, files?: { conceptnet?: string }): Promise<readonly I[]>;
  /** `complete` finds groups with the file of `--conceptnet`. */
  readsConceptNet?: boolean;
  /** The first is the default. */
  prompts: Record<string, PromptTemplate<I>>;
  /** What of a model's raw output is the prediction. Default: with choices the label that it names, else the text without the spaces around it. */
  parse?(output: string, item: I): string;
  /** What an output should contain: coverage, constrained decoding, baselines, retrieval and the report's colours read it. */
  keywords?(item: I): readonly string[];
  /** Multiple choice: a plain text gets the label A, B, …; references and predictions are labels. */
  choices?(item: I): readonly (string | Choice)[];
  /** Question and candidate answer by themselves, for baselines that see one of them. Default: the texts of the input, and those of the choices. */
  parts?(item: I): { question: string; answer?: string };
  /** What items share (two statements, a concept-set, a question): the units of resampling. Without it each item stands alone. */
  units?(item: I): readonly string[];
  /** What one of its units is called (statement, question), for tables and signatures. */
  unit?: string;
  /** The same input in another order, for `--permute`. Choices are reordered without it. */
  reorder?(item: I, random: Random): I;
  /** The references with their sentences in the other order, where the order means nothing: outputs called …Unordered take the better one. */
  exchanged?(item: I): readonly string[];
  /** An answer at the level of chance, for the model `random`. Without it: one of the choices. */
  guess?(item: I, random: Random): string;
  /** Names in the metric registry or of its own; the first is the headline. */
  metrics: readonly string[];
  ownMetrics?: readonly (Metric | MetricDefinition)[];
  /** The scores that a terminal's table shows unless all are asked for. Default: all. */
  columns?: readonly string[];
  /** Scores of its paper that need a model of the user's; without it tables say so. */
  modelScores?: Readonly<Record<string, ModelScore>>;
  breakdowns: Record<string, Grouping<I>>;
  published: readonly PublishedRow[];
  /** Sizes by which data is recognized as that of a published row. */
  sizes?(items: readonly I[]): Readonly<Record<string, number>>;
  /** Beam width and lengths that the paper decodes with. */
  decoding?: { beams: number; maxInputTokens: number; maxOutputTokens: number };
  /** What the colours of its report mean. `[first]`, `[second]`, `[both]`, `[later]` and `[missing]` are drawn as the report draws them; `[missing in neither]` shows other words. */
  legend?: string;
  /** How decisions name the items, in their order; without it by their ids. */
  names?(items: readonly I[]): readonly Pick<TaskItem, 'id' | 'also'>[];
  /** What people (or a model as judge) decide about its items. */
  tasks?: readonly Task[];
  /** Statistics, card and page of a dataset whose rows people changed. Without it these say how many rows there are, and no more. */
  restate?(dataset: ChangedDataset, tools: (needs: ToolNeeds) => Promise<Tools>): Promise<RestatedDataset>;
  /** By name, so that a worker elsewhere finds them. */
  steps?: readonly AnyStep[];
  actions?: BenchmarkActions;
  /** Options of its build for a dataset from the shipped starter corpus. */
  starter?(): Readonly<Record<string, unknown>>;
}

export function defineBenchmark<I extends Item>(benchmark: Benchmark<I>): Benchmark<I> {
  return benchmark;
}

/**
 * The contract by which a benchmark describes a dataset anew after people changed its rows: statistics, card, page, derived files.
 * A dataset folder whose rows were changed by the outcome of decisions.
 */
export interface ChangedDataset {
  splits: Readonly<Record<string, readonly object[]>>;
  /** All drops, the new ones too. */
  ledger: readonly LedgerRow[];
  /** stats.json as it was. */
  stats: unknown;
  config: Readonly<Record<string, unknown>>;
  seed: number;
  /** The task, and its decisions that count, final ones marked. */
  task: string;
  decisions: readonly Decision[];
  simulated: boolean;
  /** Files of the folder, by their paths in it. */
  files: readonly string[];
  /** Where a file of the folder is. */
  path(file: string): string;
}

export interface RestatedDataset {
  /** `.describe()` of its fields is the text that the card has of them. */
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
  /** Files that are made of the rows. Other files of the folder stay as they are. */
  extras?: readonly { path: string; description: string; write(file: string): Promise<void> }[];
}
