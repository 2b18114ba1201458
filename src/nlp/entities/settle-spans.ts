/** Brings a recognizer's spans into the manner of recognizers trained on OntoNotes: date-conventions.ts and name-conventions.ts. */
import type { WordInfo } from '../words/word-info.ts';
import { settleDates } from './date-conventions.ts';
import type { Span } from './entities.ts';
import { settleNames } from './name-conventions.ts';

export function settleSpans(spans: readonly Span[], words: readonly WordInfo[], tags: readonly string[]): Span[] {
  if (spans.length === 0) return [];
  const forms = words.map(({ form }) => form);
  const context = { forms, lower: forms.map((form) => form.toLowerCase()), tags };
  return settleNames(settleDates(spans, context), context);
}
