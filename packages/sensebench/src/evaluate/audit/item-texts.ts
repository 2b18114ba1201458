/** The texts of an item for an audit: sentences of its references, or its question with the candidate answers. */
import { type Benchmark, describeInput, type Item, labelChoices } from '@sensebench/metrics/internal/core';

/** Tools for English and for places, which are passed in because they belong to other rooms. */
export interface AuditLanguage {
  sentences(text: string): readonly string[];
  stem(word: string): string;
  /** The region of the world of a place name. */
  region(place: string): string | null;
  /** All regions, so that those without items are listed too. */
  regions: readonly string[];
}

export interface AnswerText {
  text: string;
  /** The label for which it is right; absent for the single candidate of a yes/no question. */
  label?: string;
}

export interface ChoiceTexts {
  question: string;
  answers: readonly AnswerText[];
}

/** Null if the benchmark has no choices. Empty for released files with ids in place of texts (`meta.withoutTexts`). */
export function choiceTexts(item: Item, benchmark: Pick<Benchmark, 'choices' | 'parts'>): ChoiceTexts | null {
  if (!benchmark.choices) return null;
  if (item.meta.withoutTexts) return { question: '', answers: [] };
  const choices = labelChoices(benchmark.choices(item));
  const parts = benchmark.parts?.(item);
  const question = parts?.question ?? describeInput(item, choices);
  if (parts?.answer !== undefined) return { question, answers: [{ text: parts.answer }] };
  return { question, answers: choices.filter(({ label, text }) => label !== text) };
}

/** Lower-cased words, without punctuation. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

export function countEach<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Sorted by decreasing count, then alphabetically. */
export function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
