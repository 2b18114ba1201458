/** Options of runners that rank several answers and choose one. */
import { z } from 'zod';

/** The number of answers to re-rank if `nbest` is not set. */
const RERANKED = 100;

export const rankingOptions = {
  nbest: z.number().int().positive().optional().describe('keep the n best answers of each item in predictions.jsonl'),
  rerank: z
    .string()
    .optional()
    .describe(
      'choose among the n best (default: 100) by coverage, lm and conceptnet, joined by + and with optional weights (coverage=10+lm=1+conceptnet=12)',
    ),
  conceptnet: z.string().optional().describe("ConceptNet's assertions.csv.gz, for rerank=conceptnet"),
};

/** The number of answers that a runner has to return. */
export function listLength({ nbest, rerank }: { nbest?: number; rerank?: string }): number | undefined {
  return nbest ?? (rerank === undefined ? undefined : RERANKED);
}
