/** The ledger: what each build step dropped, and why. */
import { z } from 'zod';

export const LEDGER_STEPS = ['read', 'convert', 'context', 'keywords', 'mine', 'split', 'filter'] as const;

export const ledgerRowSchema = z.object({
  step: z.enum(LEDGER_STEPS),
  rule: z.string().min(1),
  ids: z.array(z.string()).min(1),
  text: z.string().optional(),
  value: z.union([z.number(), z.string()]).optional(),
  limit: z.union([z.number(), z.string()]).optional(),
});

export type LedgerRow = z.infer<typeof ledgerRowSchema>;
