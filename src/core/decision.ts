/** A decision of an annotator (a person, or a model as judge) about an item, from a file, a spreadsheet or the studio. */
import type { InputErrorPlace } from './errors.ts';

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
