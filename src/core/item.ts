/** One row of a benchmark as evaluation sees it. */
import { z } from 'zod';

export const itemSchema = z.object({
  id: z.string(),
  /** What the model is given, in the benchmark's own shape. */
  input: z.unknown(),
  references: z.array(z.string()),
  meta: z.record(z.string(), z.unknown()).default({}),
});

export interface Item<Input = unknown, Meta extends Record<string, unknown> = Record<string, unknown>> {
  id: string;
  input: Input;
  references: string[];
  meta: Meta;
}
