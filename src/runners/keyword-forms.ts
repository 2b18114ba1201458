/** Keywords as constraints of a search, in all their inflections, and the text of the words that it finds. */
import type { Constraint } from '../nlp/language-models/index.ts';
import { tokenizeTreebank } from '../nlp/tokens/index.ts';
import { inflectVerb, pluralize } from '../nlp/word-forms/index.ts';

const FORMS = ['VBZ', 'VBD', 'VBG', 'VBN'] as const;

export function wordsOf(text: string): string[] {
  return tokenizeTreebank(text).map((token) => token.text);
}

/** A word may be inflected, as COVERAGE allows; a phrase is kept as it is. */
export function toConstraint(keyword: string): Constraint {
  const tokens = wordsOf(keyword);
  if (tokens.length !== 1) return [tokens];
  const [word] = tokens;
  const forms = /^[a-z]+$/.test(word) ? [pluralize(word), ...FORMS.map((tag) => inflectVerb(word, tag))] : [];
  return [...new Set([word, ...forms])].map((form) => [form]);
}

/** The text of tokens: no space before punctuation, a capital in front. */
export function joinWords(tokens: readonly string[]): string {
  const text = tokens
    .join(' ')
    .replace(/ ([.,;:!?%)\]]|n't|'(?:s|re|ve|ll|d|m)?)(?= |$)/g, '$1')
    .replace(/([([$]) /g, '$1');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
