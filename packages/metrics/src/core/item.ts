/** One row of a benchmark as evaluation sees it, and its input in one line. */
import type { Choice } from './answering-model.ts';

export interface Item<Input = unknown, Meta extends Record<string, unknown> = Record<string, unknown>> {
  id: string;
  /** Input of the model, in the benchmark's own shape. */
  input: Input;
  references: string[];
  meta: Meta;
}

/** The group of an item (context, size, category); null excludes the item. A method type, so that a `Benchmark<I>` is assignable to `Benchmark`. */
export type Grouping<I extends Item = Item> = { of(item: I): string | null }['of'];

/**
 * The input of an item in one line, for reports and judges.
 * Lists are joined by commas, and fields by dots. Choices are left out because they are listed separately.
 */
export function describeInput({ input }: Pick<Item, 'input'>, choices: readonly Choice[] = []): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return String(input);
  // Labels that equal their texts (yes, no) are not part of the input.
  const texts = new Set(choices.filter(({ label, text }) => label !== text).map(({ text }) => text));
  const values = Object.values(input).filter((value) => !isChoice(value, texts));
  return values
    .map(toText)
    .filter((value) => value !== '')
    .join(' · ');
}

function isChoice(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return texts.has(value);
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => isChoice(each, texts));
  return typeof value === 'object' && value !== null && 'text' in value && isChoice(value.text, texts);
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
