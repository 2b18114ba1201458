/** The schema of a row of ledger.jsonl. */
import { z } from 'zod';
import type { LedgerRow } from '../core/index.ts';

export const ledgerRowSchema: z.ZodType<LedgerRow> = z.object({
  step: z.string().min(1),
  rule: z.string().min(1),
  ids: z.array(z.string()).min(1),
  text: z.string().optional(),
  value: z.union([z.number(), z.string()]).optional(),
  limit: z.union([z.number(), z.string()]).optional(),
  question: z.string().optional(),
  answer: z.union([z.string(), z.boolean()]).optional(),
});
