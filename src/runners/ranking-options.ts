/** Options of the runners that rank several answers, of which one is chosen. */
import { z } from 'zod';

/** How many answers are re-ranked where `nbest` says nothing. */
const RERANKED = 100;

export const rankingOptions = {
  nbest: z.number().int().positive().optional().describe('keep the n best answers of each item in predictions.jsonl'),
  rerank: z
    .string()
    .optional()
    .describe(
      'choose among the n best (default: 100) by coverage, lm, conceptnet, joined by +, each with a weight or without (coverage=10+lm=1+conceptnet=12)',
    ),
  conceptnet: z.string().optional().describe("ConceptNet's assertions.csv.gz, for rerank=conceptnet"),
};

/** How many answers a runner has to give. */
export function listLength({ nbest, rerank }: { nbest?: number; rerank?: string }): number | undefined {
  return nbest ?? (rerank === undefined ? undefined : RERANKED);
}
