/** The standing of a submission, as ranking needs it: its score on a part of the items, and the influence of each item. */
import { z } from 'zod';
import { inTurns, type Measured, unknownName } from '../core/index.ts';
import { influenceRounds } from '../metrics/index.ts';

export const standingSchema = z.strictObject({
  /** null if the score is undefined. */
  value: z.number().nullable(),
  /** Whether the score is the mean of its items' values. */
  mean: z.boolean(),
  /** By item, in the order of the part; the sum is 0. null if it cannot be computed. */
  influence: z.array(z.number()).nullable(),
});

export type Standing = z.infer<typeof standingSchema>;

/** `measured`: the scorer's measurements on the items of one part. */
export async function standingOf(
  measured: readonly Measured[],
  output: string,
  { seed = 17, signal }: { seed?: number; signal?: AbortSignal } = {},
): Promise<Standing> {
  const match = measured.find(({ outputs }) => outputs.includes(output));
  if (!match)
    throw unknownName(
      'score',
      output,
      measured.flatMap(({ outputs }) => outputs),
    );
  const score = (stats: readonly unknown[]) => ({ [output]: match.metric.score(stats, match.context)[output] ?? null });
  const value = score(match.stats)[output];
  const influence = (await inTurns(influenceRounds(match.stats, score, { seed }), signal))[output];
  return { value, mean: influence?.mean ?? false, influence: influence ? [...influence.ofItems] : null };
}

/**
 * A value per item such that their mean is the score: the items' own scores if the score is their mean, otherwise the pseudo-values of the
 * jackknife (Tukey 1958), the score plus n times the item's influence. null if there are none.
 */
export function itemValues({ value, influence }: Standing): Float64Array | null {
  if (value === null || influence === null) return null;
  return Float64Array.from(influence, (each) => value + each * influence.length);
}
