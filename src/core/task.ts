/** The contract of an annotation task: what people (or a model as judge) are shown, what they may answer, and what follows from it. */
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
  /** Other names of the item in files of decisions. */
  also?: readonly string[];
  /** Items of one group are shown together, in an order of the annotator's own. */
  group?: string;
  /** How many annotators this item needs, where it differs from the task's number. */
  people?: number;
  /** All that an annotator may see. */
  shown: Shown;
  /** A value known beforehand, to check annotators by; it stays on the server. */
  gold?: unknown;
  /** What `aggregate` needs and no annotator may see: a category, say. It stays on the server. */
  hidden?: JsonObject;
}

/** The design of a study: which of its annotators and items a showing is of, counted from 0. */
export interface ShowingPlace {
  annotator: number;
  item: number;
  seed: number | string;
}

/** An item as one annotator gets it. Answers use the names of `shown`, values the names of the task. */
export interface Showing<Value = unknown> {
  /** All that goes to the annotator. */
  shown: unknown;
  /** An InputError where the answer names what was not shown. The task's schema is applied to the result. */
  toValue(answer: unknown): unknown;
  /** The way back, to change an answer. */
  toAnswer(value: Value): unknown;
}

/** What can be compared between annotators. Numbers have an order, all others are names. null: nothing was said. */
export type ComparableLabels = Readonly<Record<string, string | number | boolean | null>>;

export interface TaskSource<I extends Item = Item> {
  /** What the benchmark's `read` yields. */
  items: readonly I[];
  seed: number;
  /** At most so many items, drawn by seed. */
  count?: number;
  /** Outputs of systems by item id, for tasks that judge them. */
  runs?: readonly { name: string; outputs: ReadonlyMap<string, string> }[];
}

/** Result of decisions: the same for `build --decisions` and for the studio. */
export interface Outcome {
  json: JsonObject;
  tables: readonly Table[];
  /** New rows, or fields that replace those of a row, by item; null removes the row. */
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
  /** What one decision's value must be. */
  value: z.ZodType<Value>;
  /** Texts of the yes-or-no criteria that a value has a field for. A model as judge is asked the same. */
  criteria?: Readonly<Record<string, string>>;
  /** Tools that `check` and `aggregate` use. */
  needs?: ToolNeeds;
  /** Adds to items what `list` shows, their file lacks and tools can find. Without it items are listed as they were read. */
  complete?(items: readonly I[], tools: (needs: ToolNeeds) => Promise<Tools>): Promise<readonly I[]>;
  list(source: TaskSource<I>): readonly TaskItem<Shown>[];
  /** Counterbalancing: another order for each annotator. A value names what was chosen, never a side. */
  arrange?(shown: Shown, random: Random): Shown;
  /** Counterbalancing by design, and names that tell nothing: in place of `arrange` where people are asked. */
  present?(shown: Shown, place: ShowingPlace): Showing<Value>;
  /** A value's comparable labels by field, for agreement and disagreement. Default: its fields that are choices or numbers. */
  labels?(value: Value): ComparableLabels;
  /** What the schema cannot say. */
  check?(value: Value, shown: Shown, tools: Tools): Promise<readonly { refuse: boolean; text: string }[]>;
  /** Reads layouts of the task's own (a rating CSV, a workbook), decisions among them; null where the file is none of these. */
  read?(path: string, options: { warn(line: string): void }): AsyncIterable<PlacedDecision> | null;
  aggregate(given: { items: readonly TaskItem<Shown>[]; decisions: readonly Decision<Value>[] }, tools: Tools): Promise<Outcome>;
  /** People as a system: what they answered to the items of an evaluation. */
  answers?(decisions: readonly Decision<Value>[], items: readonly I[]): { item: I; answer: string }[];
}

/** A decision of an annotator (a person, or a model as judge) about an item, from a file, a spreadsheet or the studio. */
export interface Decision<Value = unknown> {
  /** `benchmark/task`, like situatedgen/filter. */
  task: string;
  item: string;
  annotator: string;
  /** In a file, null takes an earlier decision back. */
  value: Value;
  /** ISO 8601 time. */
  at?: string;
  id?: string;
  /** Hash of the dataset that the item was shown from. */
  dataset?: string;
  /** How long the annotator took, in milliseconds. */
  ms?: number;
  /** The decision of who settles disagreements: it counts in place of all others on the item. */
  final?: boolean;
}

/** A decision and where it was read. */
export interface PlacedDecision<Value = unknown> extends Decision<Value> {
  place: InputErrorPlace;
}
