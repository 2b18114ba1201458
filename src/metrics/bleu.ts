/** BLEU-1 to BLEU-4 (Papineni et al. 2002) with the constants and the closest reference length of pycocoevalcap 1.2. */
import type { Metric } from '../core/index.ts';
import { countGrams, createNgramIndex, type NgramIndex, splitWords } from './ngrams.ts';
import { referenceCount } from './reference-count.ts';

const ORDER = 4;
/** Keep a quotient of nothing by nothing near 0, as in the original. */
const SMALL = 1e-9;
const TINY = 1e-15;

export interface BleuStats {
  length: number;
  /** Of the reference whose length is closest, the shorter of two. */
  referenceLength: number;
  /** N-grams of the candidate that a reference has too, by order. */
  correct: readonly number[];
}

export interface BleuContext {
  index: NgramIndex;
  references: string;
}

export const bleu: Metric<BleuStats, BleuContext> = {
  name: 'bleu',
  outputs: ['bleu1', 'bleu2', 'bleu3', 'bleu4'],
  paper: 'Papineni et al. 2002; constants of pycocoevalcap',
  prepare: async (inputs) => ({ index: createNgramIndex(), references: referenceCount(inputs) }),
  signature: ({ references }) => `bleu|refs:${references}|tok:coco|len:closest|smooth:coco`,
  segment({ tokens }, { index }) {
    const words = splitWords(tokens.candidate);
    const references = tokens.references.map(splitWords);
    const candidate = index.grams(words, ORDER);
    const most = new Map<number, number>();
    for (const reference of references) {
      for (const grams of index.grams(reference, ORDER)) {
        for (const [gram, count] of countGrams(grams)) if (count > (most.get(gram) ?? 0)) most.set(gram, count);
      }
    }
    return {
      length: words.length,
      referenceLength: closestLength(
        words.length,
        references.map((reference) => reference.length),
      ),
      correct: candidate.map((grams) => {
        let sum = 0;
        for (const [gram, count] of countGrams(grams)) sum += Math.min(count, most.get(gram) ?? 0);
        return sum;
      }),
    };
  },
  score(stats) {
    let length = 0;
    let referenceLength = 0;
    const correct = new Array<number>(ORDER).fill(0);
    const guessed = new Array<number>(ORDER).fill(0);
    for (const item of stats) {
      length += item.length;
      referenceLength += item.referenceLength;
      for (let k = 0; k < ORDER; k++) {
        correct[k] += item.correct[k];
        guessed[k] += Math.max(0, item.length - k);
      }
    }
    if (stats.length === 0) return { bleu1: null, bleu2: null, bleu3: null, bleu4: null };
    const ratio = (length + TINY) / (referenceLength + SMALL);
    const brevity = ratio < 1 ? Math.exp(1 - 1 / ratio) : 1;
    let product = 1;
    const [bleu1, bleu2, bleu3, bleu4] = correct.map((count, k) => {
      product *= (count + TINY) / (guessed[k] + SMALL);
      return product ** (1 / (k + 1)) * brevity;
    });
    return { bleu1, bleu2, bleu3, bleu4 };
  },
};

function closestLength(length: number, references: readonly number[]): number {
  return references.reduce((best, each) => {
    const difference = Math.abs(each - length) - Math.abs(best - length);
    return difference < 0 || (difference === 0 && each < best) ? each : best;
  });
}
