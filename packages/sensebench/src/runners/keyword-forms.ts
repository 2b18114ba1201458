/** Keywords in all their inflections as constraints of a search, and the text of the words that the search finds. */

import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens';
import type { Constraint } from '../nlp/language-models/index.ts';
import { inflectVerb, pluralize } from '../nlp/word-forms/index.ts';

const FORMS = ['VBZ', 'VBD', 'VBG', 'VBN'] as const;

export function wordsOf(text: string): string[] {
  return tokenizeTreebank(text).map((token) => token.text);
}

/** Single words may be inflected, as COVERAGE allows, whereas phrases stay the same. */
export function toConstraint(keyword: string): Constraint {
  const tokens = wordsOf(keyword);
  if (tokens.length !== 1) return [tokens];
  const [word] = tokens;
  const forms = /^[a-z]+$/.test(word) ? [pluralize(word), ...FORMS.map((tag) => inflectVerb(word, tag))] : [];
  return [...new Set([word, ...forms])].map((form) => [form]);
}

/** Joins tokens to a text, without spaces before punctuation and with a capital at the beginning. */
export function joinWords(tokens: readonly string[]): string {
  const text = tokens
    .join(' ')
    .replace(/ ([.,;:!?%)\]]|n't|'(?:s|re|ve|ll|d|m)?)(?= |$)/g, '$1')
    .replace(/([([$]) /g, '$1');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
