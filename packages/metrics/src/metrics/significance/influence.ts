/** How much each item moves a score: exact for means, by leaving one item out (the jackknife, Tukey 1958) for all others. */
import { createRandom, type Rounds } from '../../core/index.ts';
import type { Scorer } from './bootstrap.ts';

export interface Influence {
  /** The score of all items. */
  value: number;
  /** By item; their sum is 0. For a mean: (score of the item - mean) / n. */
  ofItems: Float64Array;
  /** Positions of items without a score, if the score is a mean of the others. */
  without: readonly number[];
  /** The score is the mean of its items' scores. */
  mean: boolean;
  /** The range of the scale: 0 and 1 where no item is outside. */
  range: { low: number; high: number };
}

/** With more items, each is left out of a block instead of the whole, so that the time stays linear. */
const MOST_WHOLE = 2000;
const BLOCK = 1000;

/** By output; null if the score is undefined, or becomes so without some item. In rounds, one per left-out item. */
export function* influenceRounds<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  { seed = 1, mostWhole = MOST_WHOLE }: { seed?: number | string; mostWhole?: number } = {},
): Rounds<Record<string, Influence | null>> {
  const whole = score(stats);
  const found: Record<string, Influence | null> = Object.fromEntries(Object.keys(whole).map((output) => [output, null]));
  if (stats.length < 2) return found;
  const items: Record<string, number | null>[] = [];
  for (const each of stats) {
    items.push(score([each]));
    yield;
  }
  const half = stats.length >> 1;
  const parts = [
    { scores: whole, from: 0, to: stats.length },
    { scores: score(stats.slice(0, half)), from: 0, to: half },
    { scores: score(stats.slice(half)), from: half, to: stats.length },
  ];
  const others: { output: string; value: number; range: Influence['range'] }[] = [];
  for (const [output, value] of Object.entries(whole)) {
    if (value === null) continue;
    const values = items.map((each) => each[output] ?? null);
    const range = rangeOf(values, value);
    // A score that equals the mean of its items in the whole and in both halves is a mean, which needs no leaving out.
    const mean = parts.every(({ scores, from, to }) => isMean(values.slice(from, to), scores[output] ?? null));
    if (mean) found[output] = { value, ...influenceOnMean(values, value), mean, range };
    else others.push({ output, value, range });
  }
  if (others.length > 0) {
    const outputs = others.map(({ output }) => output);
    const moved = yield* leaveOut(stats, score, { outputs, whole, blocks: blocksOf(stats.length, { seed, mostWhole }) });
    for (const { output, value, range } of others) {
      const ofItems = moved.get(output);
      if (ofItems) found[output] = { value, ofItems, without: [], mean: false, range };
    }
  }
  return found;
}

function influenceOnMean(values: readonly (number | null)[], mean: number): Pick<Influence, 'ofItems' | 'without'> {
  const without = values.flatMap((value, place) => (value === null ? [place] : []));
  const count = values.length - without.length;
  return { ofItems: Float64Array.from(values, (value) => (value === null ? 0 : (value - mean) / count)), without };
}

interface LeaveOut {
  outputs: readonly string[];
  whole: Readonly<Record<string, number | null>>;
  /** Places of the items in each block. */
  blocks: readonly (readonly number[])[];
}

/** An output that is undefined without one of the items is left out of the result. */
function* leaveOut<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  { outputs, whole, blocks }: LeaveOut,
): Rounds<Map<string, Float64Array>> {
  const moved = new Map(outputs.map((output) => [output, new Float64Array(stats.length)]));
  for (const places of blocks) {
    const block = score(places.map((place) => stats[place]));
    // Without the first item; then each item in turn takes the place of the next.
    const rest = places.slice(1).map((place) => stats[place]);
    for (const [i, place] of places.entries()) {
      const scores = score(rest);
      for (const [output, ofItems] of moved) {
        const [all, own, less] = [whole[output] ?? null, block[output] ?? null, scores[output] ?? null];
        if (all === null || own === null || less === null) moved.delete(output);
        // How the item moves its block, and how the block differs from the whole.
        else ofItems[place] = ((places.length - 1) * (own - less) + (own - all)) / stats.length;
      }
      if (i < rest.length) rest[i] = stats[place];
      yield;
    }
  }
  for (const ofItems of moved.values()) {
    const centre = ofItems.reduce((sum, own) => sum + own, 0) / stats.length;
    for (let i = 0; i < ofItems.length; i++) ofItems[i] -= centre;
  }
  return moved;
}

/** One block of all items, or many of about `BLOCK` drawn by seed: the influence in a random block is near that in the whole. */
function blocksOf(items: number, { seed, mostWhole }: { seed: number | string; mostWhole: number }): number[][] {
  const places = Array.from({ length: items }, (_, i) => i);
  if (items <= mostWhole) return [places];
  const count = Math.ceil(items / BLOCK);
  const shuffled = createRandom(seed).shuffle(places);
  return Array.from({ length: count }, (_, block) => shuffled.filter((_, i) => i % count === block));
}

function isMean(values: readonly (number | null)[], score: number | null): boolean {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count++;
  }
  if (count === 0 || score === null) return count === 0 && score === null;
  return Math.abs(sum / count - score) <= 1e-9 * Math.max(1, Math.abs(score));
}

/** If no item score is below 0 or above 1, the scale is assumed to end there. Coefficients that single items do not have, such as kappa, end only at 1. */
function rangeOf(values: readonly (number | null)[], score: number): Influence['range'] {
  const known = [...values.filter((value) => value !== null), score];
  return {
    low: known.length > 1 && known.every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY,
    high: known.every((value) => value <= 1) ? 1 : Number.POSITIVE_INFINITY,
  };
}
