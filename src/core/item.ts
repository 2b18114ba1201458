/** One row of a benchmark as evaluation sees it. */

export interface Item<Input = unknown, Meta extends Record<string, unknown> = Record<string, unknown>> {
  id: string;
  /** Input of the model, in the benchmark's own shape. */
  input: Input;
  references: string[];
  meta: Meta;
}

/** The group of an item (context, size, category); null leaves it out. A method type, so that a Benchmark of any item is a Benchmark. */
export type Grouping<I extends Item = Item> = { of(item: I): string | null }['of'];
