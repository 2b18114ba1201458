/** Percentile bootstrap intervals (Efron 1979): items are resampled and their statistics scored again; nothing is tokenized twice. */
import { atOnce, createRandom, type Metric, type Random, type Rounds } from '../../core/index.ts';

export interface Interval {
  low: number;
  high: number;
}

export interface BootstrapOptions {
  resamples?: number;
  /** Share of the resampled scores inside the interval. */
  level?: number;
  seed?: number | string;
}

/** With fewer items bootstrap intervals are too narrow, and all exchanges of a paired test can be enumerated. */
export const FEW_ITEMS = 20;

export type Scorer<Stats> = (stats: readonly Stats[]) => Record<string, number | null>;

/**
 * One interval per output; null if fewer than half of the resamples have a defined score. Otherwise undefined ones are left out.
 * The same seed draws the same items for every metric over the same number of items.
 */
export function bootstrapIntervals<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  options: BootstrapOptions = {},
): Record<string, Interval | null> {
  return atOnce(bootstrapRounds(stats, score, options));
}

/** The same in rounds: one for each resample. */
export function* bootstrapRounds<Stats>(
  stats: readonly Stats[],
  score: Scorer<Stats>,
  { resamples = 1000, level = 0.95, seed = 1 }: BootstrapOptions = {},
): Rounds<Record<string, Interval | null>> {
  const samples = new Map<string, number[]>(Object.keys(score(stats)).map((output) => [output, []]));
  if (stats.length > 0) {
    const sample = [...stats];
    for (const places of resamplePlaces(stats.length, { resamples, random: createRandom(seed) })) {
      for (let i = 0; i < sample.length; i++) sample[i] = stats[places[i]];
      const scores = score(sample);
      for (const [output, values] of samples) {
        const value = scores[output];
        if (value !== null && value !== undefined) values.push(value);
      }
      yield;
    }
  }
  return Object.fromEntries(
    [...samples].map(([output, values]) => [
      output,
      values.length * 2 >= resamples && values.length > 0 ? percentileInterval(values, level) : null,
    ]),
  );
}

/** The interval of a single number over any items: `bootstrapInterval(differences, mean)`. */
export function bootstrapInterval<Stats>(
  stats: readonly Stats[],
  score: (stats: readonly Stats[]) => number | null,
  options: BootstrapOptions = {},
): Interval | null {
  return bootstrapIntervals(stats, (sample) => ({ value: score(sample) }), options).value;
}

/** The intervals of a metric from the statistics of its items. */
export function metricIntervals<Stats, Context>(
  metric: Pick<Metric<Stats, Context>, 'score'>,
  stats: readonly Stats[],
  context: Context,
  options: BootstrapOptions = {},
): Record<string, Interval | null> {
  return bootstrapIntervals(stats, (sample) => metric.score(sample, context), options);
}

/** Positions of the drawn items, once per resample. The array is reused, so read it before requesting the next. */
export function* resamplePlaces(items: number, { resamples, random }: { resamples: number; random: Random }): Generator<Int32Array> {
  const places = new Int32Array(items);
  for (let resample = 0; resample < resamples; resample++) {
    for (let i = 0; i < items; i++) places[i] = Math.floor(random.next() * items);
    yield places;
  }
}

/** Quantiles by linear interpolation between the two nearest values, as numpy's. */
export function percentileInterval(values: readonly number[], level: number): Interval {
  const sorted = Float64Array.from(values).sort();
  const quantile = (q: number) => {
    const place = q * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  return { low: quantile((1 - level) / 2), high: quantile((1 + level) / 2) };
}
