/** What ranking needs of a submission: its score on a part of the items, and how much each item moves it. */
import { z } from 'zod';
import { inTurns, type Measured, unknownName } from '../core/index.ts';
import { influenceRounds } from '../metrics/index.ts';

export const standingSchema = z.strictObject({
  /** null where the score is undefined. */
  value: z.number().nullable(),
  /** The score is the mean of its items' values. */
  mean: z.boolean(),
  /** By item, in the order of the part; their sum is 0. null where it cannot be given. */
  influence: z.array(z.number()).nullable(),
});

export type Standing = z.infer<typeof standingSchema>;

/** `measured` is of the items of one part, as a scorer gives it. */
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
 * A value for each item whose mean is the score: the items' own scores where the score is their mean, else the jackknife's pseudo-values
 * (Tukey 1958), the score plus n times the item's influence. null where there are none.
 */
export function itemValues({ value, influence }: Standing): Float64Array | null {
  if (value === null || influence === null) return null;
  return Float64Array.from(influence, (each) => value + each * influence.length);
}
