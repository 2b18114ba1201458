/** A TG-CSR context as it is authored in this corpus: context.yaml and plausibility.yaml (Santos et al. 2022, section 4.1: one answer set per category). */
import { z } from 'zod';
import { tgcsrCategorySchema } from '../../packages/sensebench/src/benchmarks/tgcsr/context.ts';

const entrySchema = z.strictObject({
  id: z.int().positive(),
  text: z.string().min(1),
  concepts: z.array(z.string().min(1)).optional(),
});

export const authoredContextSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: z.string().min(1),
  licence: z.string().min(1).optional(),
  theme: z.string().min(1),
  categories: z.array(
    z.strictObject({
      name: tgcsrCategorySchema,
      questions: z.array(entrySchema).min(4),
      answers: z.array(entrySchema).min(8).max(10),
    }),
  ),
});
export type AuthoredContext = z.infer<typeof authoredContextSchema>;

/** Question id, then answer id, then 4 very good fit, 3 good fit, 2 not sure, 1 bad fit. */
export const plausibilitySchema = z.record(z.string().regex(/^\d+$/), z.record(z.string().regex(/^\d+$/), z.int().min(1).max(4)));
export type Plausibility = z.infer<typeof plausibilitySchema>;
