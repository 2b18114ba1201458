/** Length of the outputs: how many words, and how many for each word of the references. */
import type { Metric } from '../../core/index.ts';

export interface LengthStats {
  tokens: number;
  /** Split at spaces, as CommonGen-Eval counts. */
  words: number;
  /** Mean over the references; null without any. */
  reference: number | null;
}

/** `lengthRatio` is over all words of all items, so that a long item counts more than a short one. */
export const length: Metric<LengthStats, undefined> = {
  name: 'length',
  outputs: ['length', 'lengthWords', 'lengthRatio'],
  summary: 'words of the outputs, and their ratio to the references',
  cost: 'fast',
  withoutReferences: true,
  printed: { length: { scale: 1, share: false }, lengthWords: { scale: 1, share: false }, lengthRatio: { share: false } },
  signature: () => 'length|tok:coco|words:space|ratio:mean-reference',
  segment: ({ candidate, tokens }) => {
    const lengths = tokens.references.map((reference) => reference.length);
    return {
      tokens: tokens.candidate.length,
      words: candidate.split(/\s+/).filter(Boolean).length,
      reference: lengths.length > 0 ? sum(lengths) / lengths.length : null,
    };
  },
  score: (stats) => {
    const referred = stats.filter(({ reference }) => reference !== null);
    const references = sum(referred.map(({ reference }) => reference ?? 0));
    return {
      length: stats.length > 0 ? sum(stats.map(({ tokens }) => tokens)) / stats.length : null,
      lengthWords: stats.length > 0 ? sum(stats.map(({ words }) => words)) / stats.length : null,
      lengthRatio: references > 0 ? sum(referred.map(({ tokens }) => tokens)) / references : null,
    };
  },
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
