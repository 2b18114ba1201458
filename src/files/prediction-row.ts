/** Schemas of predictions: the least that a file of them holds, and a line of a run folder's predictions.jsonl. */
import { z } from 'zod';

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
  cost: z.number().nonnegative().optional(),
  estimated: z.boolean().optional(),
});

export const endedSchema = z.enum(['stop', 'length', 'refused']);

export const predictionSchema = z.object({ id: z.string(), prediction: z.string() });

export const nbestSchema = z.array(
  z.object({ text: z.string(), score: z.number(), features: z.record(z.string(), z.number()).optional() }),
);

export const runPredictionSchema = predictionSchema.extend({
  sentences: z.array(z.string()).optional(),
  raw: z.string(),
  repeat: z.number().int().nonnegative().default(0),
  order: z.number().int().nonnegative().default(0),
  examples: z.array(z.string()).default([]),
  ms: z.number().nonnegative(),
  usage: usageSchema.optional(),
  choices: z.object({ by: z.enum(['label', 'text']), logprobs: z.record(z.string(), z.number()) }).optional(),
  nbest: nbestSchema.optional(),
  reasoning: z.string().optional(),
  ended: endedSchema.optional(),
  error: z.string().optional(),
});
