/** One row of a benchmark as evaluation sees it. */

export interface Item<Input = unknown, Meta extends Record<string, unknown> = Record<string, unknown>> {
  id: string;
  /** What the model is given, in the benchmark's own shape. */
  input: Input;
  references: string[];
  meta: Meta;
}

/** What a model was given, in a line: keywords and concepts as a list, the fields of anything else one after the other. */
export function describeInput({ input }: Pick<Item, 'input'>): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return String(input);
  const values = Object.values(input).map((value) => (Array.isArray(value) ? value.join(', ') : String(value)));
  return values.filter((value) => value !== '').join(' · ');
}
