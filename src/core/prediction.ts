/** What a model said of an item, with everything needed to say it again. */
import { z } from 'zod';

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
  cost: z.number().nonnegative().optional(),
});

/** The least that a file of predictions holds. */
export const predictionSchema = z.object({ id: z.string(), prediction: z.string() });
export type Prediction = z.infer<typeof predictionSchema>;

/** One line of a run folder's predictions.jsonl. */
export const runPredictionSchema = predictionSchema.extend({
  raw: z.string(),
  repeat: z.number().int().nonnegative().default(0),
  /** Which order of the input this is, with `--permute`. */
  order: z.number().int().nonnegative().default(0),
  examples: z.array(z.string()).default([]),
  ms: z.number().nonnegative(),
  usage: usageSchema.optional(),
  logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).optional(),
  error: z.string().optional(),
});
export type RunPrediction = z.infer<typeof runPredictionSchema>;
