/** The contract of an annotation task: what people (or a model as judge) are shown, what they may answer, and what follows from it. */
import type { z } from 'zod';
import type { Decision } from './decision.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';
import type { Random } from './random.ts';
import type { Table } from './table.ts';
import type { Tools } from './tools.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface TaskItem<Shown = unknown> {
  id: string;
  /** Other names of the item in files of decisions. */
  also?: readonly string[];
  /** Items of one group are shown together, in an order of the annotator's own. */
  group?: string;
  /** All that an annotator may see. */
  shown: Shown;
  /** A value known beforehand, to check annotators by; it stays on the server. */
  gold?: unknown;
}

export interface TaskSource {
  /** A file of the published format, or a dataset folder. */
  path: string;
  split?: string;
  seed: number;
  /** At most so many items, drawn by seed. */
  count?: number;
  /** Outputs of systems by item, for tasks that judge them. */
  runs?: readonly { name: string; outputs: ReadonlyMap<string, string> }[];
}

/** Result of decisions: the same for `build --decisions` and for the studio. */
export interface Outcome {
  json: Json;
  tables: readonly Table[];
  /** New rows by item; null removes the row. */
  rows?: ReadonlyMap<string, object | null>;
  dropped?: readonly LedgerRow[];
}

export interface Task<Shown = unknown, Value = unknown> {
  /** `benchmark/task`. */
  name: string;
  /** Names that older files use. */
  formerly?: readonly string[];
  summary: string;
  guideline: string;
  /** How many annotators an item needs. */
  people: number;
  /** What one decision's value must be. */
  value: z.ZodType<Value>;
  list(source: TaskSource): AsyncIterable<TaskItem<Shown>>;
  /** Counterbalancing: another order for each annotator. A value names what was chosen, never a side. */
  arrange?(shown: Shown, random: Random): Shown;
  /** What the schema cannot say. */
  check?(value: Value, shown: Shown, tools: Tools): Promise<readonly { refuse: boolean; text: string }[]>;
  /** Reads a layout of the task's own (a rating CSV, a workbook); null where the file is not one. */
  read?(path: string): Promise<AsyncIterable<Decision> | null>;
  aggregate(given: { items: readonly TaskItem<Shown>[]; decisions: readonly Decision<Value>[] }, tools: Tools): Promise<Outcome>;
  /** People as a system: what they answered to the items of an evaluation. */
  answers?(decisions: readonly Decision<Value>[], items: readonly Item[]): { item: Item; answer: string }[];
}

/** A task before it is made real. */
export interface AnnotationTask {
  name: string;
  summary: string;
  guidelines: string;
  value: z.ZodType;
}
