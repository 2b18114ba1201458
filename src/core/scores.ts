/** Scores as they travel: every number with the signature that says how it was made (design: Results in JSON). */
import { z } from 'zod';

const value = z.number().nullable();

export const scoresSchema = z.object({
  benchmark: z.string(),
  items: z.number().int().nonnegative(),
  /** How many predictions were empty; absent when none was. */
  empty: z.number().int().positive().optional(),
  corpus: z.record(z.string(), value),
  /** How many items had no defined score, by output; only those above 0. */
  undefined: z.record(z.string(), z.number().int().positive()).optional(),
  signatures: z.record(z.string(), z.string()),
  intervals: z.record(z.string(), z.tuple([z.number(), z.number()])).optional(),
  breakdowns: z
    .record(z.string(), z.record(z.string(), z.object({ items: z.number().int(), corpus: z.record(z.string(), value) })))
    .optional(),
  perItem: z.array(z.looseObject({ id: z.string() })),
});

export type Scores = z.infer<typeof scoresSchema>;
