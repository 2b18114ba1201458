/** The contract of an annotation task: what annotators (or a model as judge) see, what they may answer, and the outcome. */
import type { z } from 'zod';
import type { LedgerRow } from './build-step.ts';
import type { InputErrorPlace } from './errors.ts';
import type { Item } from './item.ts';
import type { Random } from './random.ts';
import type { Table } from './table.ts';
import type { ToolNeeds, Tools } from './tools.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export interface TaskItem<Shown = unknown> {
  id: string;
  /** Other names of the item in decision files. */
  also?: readonly string[];
  /** Items of one group are shown together, in a different order for each annotator. */
  group?: string;
  /** How many annotators this item needs, if not the number of the task. */
  people?: number;
  /** Everything that an annotator may see. */
  shown: Shown;
  /** A known value for checking annotators; it stays on the server. */
  gold?: unknown;
  /** Data that `aggregate` needs and annotators must not see, such as a category. It stays on the server. */
  hidden?: JsonObject;
}

/** The position of a showing in a study: the numbers of annotator and item, from 0. */
export interface ShowingPlace {
  annotator: number;
  item: number;
  seed: number | string;
}

/** An item as presented to one annotator. Answers use the names in `shown`, values use the names of the task. */
export interface Showing<Value = unknown> {
  /** Everything that is sent to the annotator. */
  shown: unknown;
  /** Converts an answer; an InputError if it names something that was not shown. The schema of the task is applied to the result. */
  toValue(answer: unknown): unknown;
  /** The inverse, for changing an answer later. */
  toAnswer(value: Value): unknown;
}

/** Labels that can be compared between annotators. Numbers are ordered, all others are nominal. null: no label. */
export type ComparableLabels = Readonly<Record<string, string | number | boolean | null>>;

export interface TaskSource<I extends Item = Item> {
  /** The items that `read` of the benchmark yields. */
  items: readonly I[];
  seed: number;
  /** The maximum number of items, sampled by seed. */
  count?: number;
  /** Outputs of systems by item id, for tasks that judge them. */
  runs?: readonly { name: string; outputs: ReadonlyMap<string, string> }[];
}

/** The outcome of decisions, the same for `build --decisions` and the studio. */
export interface Outcome {
  json: JsonObject;
  tables: readonly Table[];
  /** By item, a new row or fields to replace in a row; null removes the row. */
  rows?: ReadonlyMap<string, object | null>;
  dropped?: readonly LedgerRow[];
}

export interface Task<Shown = unknown, Value = unknown, I extends Item = Item> {
  /** `benchmark/task`. */
  name: string;
  summary: string;
  /** The heading that annotators see where the owner writes none, such as "Is the pair valid?". Default: the summary. */
  title?: string;
  guideline: string;
  /** How many annotators an item needs. */
  people: number;
  /** The schema of the value of a decision. */
  value: z.ZodType<Value>;
  /** Texts of the yes-or-no criteria, each a field of the value. A model as judge is asked the same. */
  criteria?: Readonly<Record<string, string>>;
  /** The tools that `check` and `aggregate` use. */
  needs?: ToolNeeds;
  /** Adds data that `list` shows, the file lacks and tools can compute. Default: items are listed as read. */
  complete?(items: readonly I[], tools: (needs: ToolNeeds) => Promise<Tools>): Promise<readonly I[]>;
  list(source: TaskSource<I>): readonly TaskItem<Shown>[];
  /** Counterbalancing: a different order for each annotator. A value names the chosen option, never a side. */
  arrange?(shown: Shown, random: Random): Shown;
  /** Counterbalancing by design, with blind names: replaces `arrange` for human annotators. */
  present?(shown: Shown, place: ShowingPlace): Showing<Value>;
  /** The comparable labels of a value by field, for agreement. Default: its fields that are choices or numbers. */
  labels?(value: Value): ComparableLabels;
  /** Checks beyond the schema. */
  check?(value: Value, shown: Shown, tools: Tools): Promise<readonly { refuse: boolean; text: string }[]>;
  /** Reads decisions from layouts specific to the task (a rating CSV, a workbook); null if the file has none of them. */
  read?(path: string, options: { warn(line: string): void }): AsyncIterable<PlacedDecision> | null;
  aggregate(given: { items: readonly TaskItem<Shown>[]; decisions: readonly Decision<Value>[] }, tools: Tools): Promise<Outcome>;
  /** Treats annotators as a system: their answers to the items of an evaluation. */
  answers?(decisions: readonly Decision<Value>[], items: readonly I[]): { item: I; answer: string }[];
}

/** A decision of an annotator (a person or a model as judge) about an item, from a file, a spreadsheet or the studio. */
export interface Decision<Value = unknown> {
  /** `benchmark/task`, like situatedgen/filter. */
  task: string;
  item: string;
  annotator: string;
  /** In a file, null retracts an earlier decision. */
  value: Value;
  /** ISO 8601 time. */
  at?: string;
  id?: string;
  /** Hash of the dataset that the item was taken from. */
  dataset?: string;
  /** How long the annotator took, in milliseconds. */
  ms?: number;
  /** An adjudicator's decision, which replaces all others on the item. */
  final?: boolean;
}

/** A decision with its location in a file. */
export interface PlacedDecision<Value = unknown> extends Decision<Value> {
  place: InputErrorPlace;
}
