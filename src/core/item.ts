/** One row of a benchmark as evaluation sees it. */

export interface Item<Input = unknown, Meta extends Record<string, unknown> = Record<string, unknown>> {
  id: string;
  /** Input of the model, in the benchmark's own shape. */
  input: Input;
  references: string[];
  meta: Meta;
}
