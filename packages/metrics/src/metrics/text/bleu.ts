/** BLEU-1 to BLEU-4 (Papineni et al. 2002) with the constants and the closest reference length of pycocoevalcap 1.2. */
import type { Metric } from '../../core/index.ts';
import { createGramTable, type GramTable, MAX_ORDER, type NgramIndex, ngramIndexOf } from './ngrams.ts';
import { referenceCount } from './reference-count.ts';

/** Added to the two sides of a quotient, so that nothing divided by nothing is near 0. */
export interface BleuSmoothing {
  /** Names the two numbers in the signature. */
  name: string;
  numerator: number;
  denominator: number;
}

/** Those of pycocoevalcap. */
export const COCO_SMOOTHING: BleuSmoothing = { name: 'coco', numerator: 1e-15, denominator: 1e-9 };

/** By order. As powers with 1/n, but for the last digit, in which engines differ there. */
const ROOTS: readonly ((x: number) => number)[] = [(x) => x, Math.sqrt, Math.cbrt, (x) => Math.sqrt(Math.sqrt(x))];
const OUTPUTS = Array.from({ length: MAX_ORDER }, (_, k) => `bleu${k + 1}`);

export interface BleuStats {
  length: number;
  /** Length of the reference that is closest in length, the shorter of two. */
  referenceLength: number;
  /** N-grams of the candidate that a reference has too, by order. */
  correct: readonly number[];
}

export interface BleuContext {
  references: string;
  /** Until all items are measured. */
  counting?: {
    index: NgramIndex;
    /** By n-gram of the candidate, 1 + its place there. */
    places: GramTable;
  };
}

export function createBleu({ smoothing = COCO_SMOOTHING }: { smoothing?: BleuSmoothing } = {}): Metric<BleuStats, BleuContext> {
  return {
    name: 'bleu',
    outputs: OUTPUTS,
    summary: 'BLEU-1 to BLEU-4 (Papineni et al. 2002) as pycocoevalcap computes them',
    cost: 'fast',
    prepare: async (inputs) => ({
      counting: { index: ngramIndexOf(inputs), places: createGramTable() },
      references: referenceCount(inputs),
    }),
    kept: ({ references }) => ({ references }),
    signature: ({ references }) => `bleu|refs:${references}|tok:coco|len:closest|smooth:${smoothing.name}`,
    segment({ tokens }, { counting }) {
      if (!counting) throw new RangeError('all items are measured already');
      const { index, places } = counting;
      const candidate = index.count(tokens.candidate);
      const references = tokens.references.map(index.count);
      for (let i = 0; i < candidate.grams.length; i++) places.set(candidate.grams[i], i + 1);
      /** How often a reference has each n-gram of the candidate, at most. */
      const most = new Int32Array(candidate.grams.length);
      for (const { grams, counts } of references) {
        for (let i = 0; i < grams.length; i++) {
          const place = places.get(grams[i]) - 1;
          if (place >= 0 && counts[i] > most[place]) most[place] = counts[i];
        }
      }
      places.clear();
      // Not pushed one by one: a list that grows has room for seventeen, and there is one for each item.
      const correct = [0, 0, 0, 0];
      for (let k = 0; k < MAX_ORDER; k++) {
        for (let i = candidate.starts[k]; i < candidate.starts[k + 1]; i++) correct[k] += Math.min(candidate.counts[i], most[i]);
      }
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
      if (stats.length === 0) return Object.fromEntries(OUTPUTS.map((output) => [output, null]));
      const ratio = (length + smoothing.numerator) / (referenceLength + smoothing.denominator);
      const brevity = ratio < 1 ? Math.exp(1 - 1 / ratio) : 1;
      let product = 1;
      const scores: Record<string, number> = {};
      for (let k = 0; k < MAX_ORDER; k++) {
        product *= (correct[k] + smoothing.numerator) / (guessed[k] + smoothing.denominator);
        scores[OUTPUTS[k]] = ROOTS[k](product) * brevity;
      }
      return scores;
    },
  };
}

export const bleu = createBleu();

function closestLength(length: number, references: readonly number[]): number {
  return references.reduce((best, each) => {
    const difference = Math.abs(each - length) - Math.abs(best - length);
    return difference < 0 || (difference === 0 && each < best) ? each : best;
  });
}
