/** The schema of scores as files hold them (design: Results in JSON). */
import { z } from 'zod';

const value = z.number().nullable();
const intervals = z.record(z.string(), z.tuple([z.number(), z.number()]));

export const scoresSchema = z.object({
  benchmark: z.string(),
  items: z.number().int().nonnegative(),
  empty: z.number().int().positive().optional(),
  corpus: z.record(z.string(), value),
  undefined: z.record(z.string(), z.number().int().positive()).optional(),
  signatures: z.record(z.string(), z.string()),
  intervals: intervals.optional(),
  resampling: z
    .object({
      unit: z.string(),
      units: z.number().int(),
      method: z.enum(['bootstrap', 'jackknife', 'dyadic-robust', 'permutation', 'exact-permutation', 'none']),
      resamples: z.number().int().nonnegative(),
      seed: z.union([z.number(), z.string()]),
    })
    .optional(),
  breakdowns: z
    .record(
      z.string(),
      z.record(z.string(), z.object({ items: z.number().int(), corpus: z.record(z.string(), value), intervals: intervals.optional() })),
    )
    .optional(),
  chance: z.record(z.string(), z.number()).optional(),
  perItem: z.array(z.looseObject({ id: z.string() })),
});
