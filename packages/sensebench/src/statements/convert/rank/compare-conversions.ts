/** The agreement of two conversions of the same questions: ROUGE-L (Lin, 2004) and shared content words. */
import { longestCommonSubsequence } from '@sensebench/metrics/internal/metrics';
import { contentWords } from '../parse/words.ts';

export interface ConversionPair {
  id: string;
  rules: string;
  other: string;
}

export interface Agreement {
  pairs: number;
  identical: number;
  /** Mean ROUGE-L F1. */
  rougeL: number | null;
  /** Mean share of content words that both have (Jaccard). */
  contentWords: number | null;
}

export function compareConversions(pairs: readonly ConversionPair[]): Agreement {
  if (pairs.length === 0) return { pairs: 0, identical: 0, rougeL: null, contentWords: null };
  let identical = 0;
  let rouge = 0;
  let shared = 0;
  for (const { rules, other } of pairs) {
    if (rules === other) identical++;
    rouge += rougeL(rules, other);
    shared += jaccard(new Set(contentWords(rules)), new Set(contentWords(other)));
  }
  return { pairs: pairs.length, identical, rougeL: rouge / pairs.length, contentWords: shared / pairs.length };
}

const tokens = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function rougeL(a: string, b: string): number {
  const left = tokens(a);
  const right = tokens(b);
  if (left.length + right.length === 0) return 1;
  return (2 * longestCommonSubsequence(left, right)) / (left.length + right.length);
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1;
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / (a.size + b.size - both);
}
