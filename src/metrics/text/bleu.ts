/** BLEU-1 to BLEU-4 (Papineni et al. 2002) with the constants and the closest reference length of pycocoevalcap 1.2. */
import type { Metric } from '../../core/index.ts';
import { createGramTable, type GramTable, MAX_ORDER, type NgramIndex, ngramIndexOf } from './ngrams.ts';
import { referenceCount } from './reference-count.ts';

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
  /** How often a reference has each n-gram, at most. */
  most: GramTable;
  references: string;
}

export const bleu: Metric<BleuStats, BleuContext> = {
  name: 'bleu',
  outputs: ['bleu1', 'bleu2', 'bleu3', 'bleu4'],
  paper: 'Papineni et al. 2002; constants of pycocoevalcap',
  prepare: async (inputs) => ({ index: ngramIndexOf(inputs), most: createGramTable(), references: referenceCount(inputs) }),
  signature: ({ references }) => `bleu|refs:${references}|tok:coco|len:closest|smooth:coco`,
  segment({ tokens }, { index, most }) {
    const candidate = index.count(tokens.candidate);
    const references = tokens.references.map(index.count);
    for (const { grams, counts } of references) {
      for (let i = 0; i < grams.length; i++) if (counts[i] > most.get(grams[i])) most.set(grams[i], counts[i]);
    }
    const correct: number[] = [];
    for (let k = 0; k < MAX_ORDER; k++) {
      let sum = 0;
      for (let i = candidate.starts[k]; i < candidate.starts[k + 1]; i++)
        sum += Math.min(candidate.counts[i], most.get(candidate.grams[i]));
      correct.push(sum);
    }
    most.clear();
    const lengths = references.map(({ length }) => length);
    return { length: candidate.length, referenceLength: closestLength(candidate.length, lengths), correct };
  },
  score(stats) {
    let length = 0;
    let referenceLength = 0;
    const correct = new Array<number>(MAX_ORDER).fill(0);
    const guessed = new Array<number>(MAX_ORDER).fill(0);
    for (const item of stats) {
      length += item.length;
      referenceLength += item.referenceLength;
      for (let k = 0; k < MAX_ORDER; k++) {
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
