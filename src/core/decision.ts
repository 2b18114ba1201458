/** What a person decided about an item: read from files now, from the annotation studio later. */
import { z } from 'zod';

export const decisionSchema = z.object({
  item: z.string().min(1),
  annotator: z.string().min(1),
  task: z.string().min(1),
  value: z.unknown(),
  /** ISO 8601 time. */
  at: z.string().optional(),
});

export type Decision<Value = unknown> = Omit<z.infer<typeof decisionSchema>, 'value'> & { value: Value };
