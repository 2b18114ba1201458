/** Diversity of outputs: self-BLEU (Zhu et al. 2018; lower is more diverse) and distinct-n (Li et al. 2016; higher is). */
import type { Metric } from '../../core/index.ts';
import { meanOf } from './mean-of.ts';

/** Replaces a count of 0 in self-BLEU. */
export interface SelfBleuSmoothing {
  /** Names the number in the signature. */
  name: string;
  epsilon: number;
}

/** NLTK's smoothing method 1. */
export const NLTK_SMOOTHING: SelfBleuSmoothing = { name: 'nltk1', epsilon: 0.1 };

export interface DiversityOptions {
  /** Longest n-grams of self-BLEU; default: 4. */
  order?: number;
  smoothing?: SelfBleuSmoothing;
}

/** The n of distinct-n. */
const DISTINCT = [1, 2];

export interface DiversityStats {
  /** BLEU of this output with all others as references; null where there is no other or it is empty. */
  selfBleu: number | null;
  /** Numbers of its n-grams for each n of distinct-n, repeated ones as often as they occur. */
  grams: readonly (readonly number[])[];
}

export interface DiversityContext {
  /** By the tokens joined by spaces: equal outputs have equal statistics. */
  stats: ReadonlyMap<string, DiversityStats>;
  /** How many n-grams there are. */
  grams: number;
}

/** distinct-n is over the n-grams of all items, so it falls as the number of items grows: compare systems on the same items. */
export function createDiversity({
  order = 4,
  smoothing = NLTK_SMOOTHING,
}: DiversityOptions = {}): Metric<DiversityStats, DiversityContext> {
  return {
    name: 'diversity',
    outputs: ['selfBleu', ...DISTINCT.map((n) => `distinct${n}`)],
    summary: 'self-BLEU (Zhu et al. 2018) and distinct n-grams (Li et al. 2016) of the outputs',
    cost: 'fast',
    withoutReferences: true,
    prepare: async (inputs) =>
      compareAll(
        inputs.map(({ tokens }) => tokens.candidate),
        { order, smoothing },
      ),
    signature: () =>
      `diversity|tok:coco|self-bleu:${order},smooth=${smoothing.name},references=all-others|distinct:${DISTINCT.join(',')},corpus`,
    segment: ({ item, tokens }, { stats }) => {
      const own = stats.get(tokens.candidate.join(' '));
      if (!own) throw new RangeError(`item ${item.id} was not among the outputs compared`);
      return own;
    },
    score: (stats, { grams }) => ({
      selfBleu: meanOf(stats.map((own) => own.selfBleu)),
      ...Object.fromEntries(DISTINCT.map((n, place) => [`distinct${n}`, distinctShare(stats, { place, grams })])),
    }),
  };
}

export const diversity = createDiversity();

function distinctShare(stats: readonly DiversityStats[], { place, grams }: { place: number; grams: number }): number | null {
  const seen = new Uint8Array(grams);
  let distinct = 0;
  let all = 0;
  for (const own of stats) {
    for (const gram of own.grams[place]) {
      if (seen[gram] === 0) distinct++;
      seen[gram] = 1;
      all++;
    }
  }
  return all > 0 ? distinct / all : null;
}

/** The largest count of an n-gram in any output, and in any other than that one: with both, the references of each output are known without comparing pairs. */
interface Largest {
  owner: number;
  count: number;
  second: number;
}

function compareAll(outputs: readonly string[][], { order, smoothing }: Required<DiversityOptions>): DiversityContext {
  const numbers = new Map<string, number>();
  const longest = Math.max(order, ...DISTINCT);
  const counts = outputs.map((tokens) => Array.from({ length: longest }, (_, shorter) => countGrams(tokens, shorter + 1, numbers)));
  const largest = new Map<number, Largest>();
  for (const [owner, byOrder] of counts.entries()) {
    for (const grams of byOrder) {
      for (const [gram, count] of grams) {
        const best = largest.get(gram);
        if (!best) largest.set(gram, { owner, count, second: 0 });
        else if (count > best.count) largest.set(gram, { owner, count, second: best.count });
        else best.second = Math.max(best.second, count);
      }
    }
  }
  const lengths = outputs.map((tokens) => tokens.length);
  const stats = new Map(
    outputs.map((tokens, own): [string, DiversityStats] => {
      const others = (gram: number) => {
        const best = largest.get(gram);
        return best ? (best.owner === own ? best.second : best.count) : 0;
      };
      const grams = DISTINCT.map((n) => [...counts[own][n - 1]].flatMap(([gram, count]) => new Array<number>(count).fill(gram)));
      return [tokens.join(' '), { selfBleu: selfBleu(counts[own].slice(0, order), others, { own, lengths, smoothing }), grams }];
    }),
  );
  return { stats, grams: numbers.size };
}

/** Numbered across orders: an n-gram of another order is another n-gram. */
function countGrams(tokens: readonly string[], order: number, numbers: Map<string, number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i + order <= tokens.length; i++) {
    const gram = tokens.slice(i, i + order).join(' ');
    let number = numbers.get(gram);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(gram, number);
    }
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

function selfBleu(
  counts: readonly Map<number, number>[],
  others: (gram: number) => number,
  { own, lengths, smoothing }: { own: number; lengths: readonly number[]; smoothing: SelfBleuSmoothing },
): number | null {
  const length = lengths[own];
  if (lengths.length < 2 || length === 0) return null;
  let logarithms = 0;
  for (const [place, grams] of counts.entries()) {
    let clipped = 0;
    for (const [gram, count] of grams) clipped += Math.min(count, others(gram));
    if (place === 0 && clipped === 0) return 0;
    logarithms += Math.log((clipped || smoothing.epsilon) / Math.max(1, length - place)) / counts.length;
  }
  let closest = Number.POSITIVE_INFINITY;
  for (const [other, candidate] of lengths.entries()) {
    if (other === own) continue;
    const nearer = Math.abs(candidate - length) - Math.abs(closest - length);
    if (nearer < 0 || (nearer === 0 && candidate < closest)) closest = candidate;
  }
  return Math.exp(logarithms + Math.min(0, 1 - closest / length));
}
