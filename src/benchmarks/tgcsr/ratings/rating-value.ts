/** A rating (Santos et al. 2022, section 4.2): 4 very good fit, 3 good fit, 2 not sure, 1 bad fit; or a label 0 or 1. */
import { z } from 'zod';

export const RATE_TASK = { name: 'tgcsr/rate', formerly: ['rate-fit'] } as const;

const ratingSchema = z
  .number()
  .nullable()
  .meta({
    title: 'How well does the answer fit?',
    labels: { 1: 'bad fit', 2: 'not sure', 3: 'good fit', 4: 'very good fit' },
  });

/** A bare number is a rating too. */
export const ratingValueSchema = z.union([
  ratingSchema.transform((rating): RatingValue => ({ rating })),
  z.object({
    rating: ratingSchema,
    comment: z.string().optional().meta({ control: 'longtext' }),
    category: z.string().min(1).optional().meta({ control: 'hidden' }),
  }),
]);

export interface RatingValue {
  /** null where the annotator left a gap. */
  rating: number | null;
  comment?: string;
  /** The category of the pair, where the file says it. */
  category?: string;
}
