/** The schema of a decision in a file. */
import { z } from 'zod';

export const decisionSchema = z.object({
  item: z.string().min(1),
  annotator: z.string().min(1),
  task: z.string().min(1),
  value: z.unknown(),
  at: z.string().optional(),
  id: z.string().optional(),
  dataset: z.string().optional(),
  ms: z.number().nonnegative().optional(),
});
