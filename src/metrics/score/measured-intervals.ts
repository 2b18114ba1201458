/** Intervals of the scores of measured metrics, by output. */
import { inTurns, type Measured } from '../../core/index.ts';
import { type BootstrapOptions, bootstrapRounds } from '../significance/bootstrap.ts';

/** An output without an interval (undefined in most resamples) is left out. */
export async function measuredIntervals(
  measured: readonly Measured[],
  { signal, ...options }: BootstrapOptions & { signal?: AbortSignal },
): Promise<Record<string, [number, number]>> {
  const intervals: Record<string, [number, number]> = {};
  for (const { metric, outputs, context, stats } of measured) {
    const found = await inTurns(
      bootstrapRounds(stats, (sample) => metric.score(sample, context), options),
      signal,
    );
    for (const output of outputs) {
      const interval = found[output];
      if (interval) intervals[output] = [interval.low, interval.high];
    }
  }
  return intervals;
}
