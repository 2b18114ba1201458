import { expect, it } from 'vitest';
import { z } from 'zod';
import hyperParameters from './hyper-parameters.json' with { type: 'json' };

/** What trained a model, and on what: Table 6 of Lin et al. 2020 with the text below it. */
const modelSchema = z.strictObject({
  framework: z.string(),
  /** Path of the instructions in the authors' code, under methods/. */
  instructions: z.string().regex(/\.md$/i),
  /** Trainable ones. */
  parametersInMillions: z.number().positive(),
  learningRate: z.number().positive(),
  /** null where Table 6 has none. Its `2*32` and `32*4` are written out. */
  batchSize: z.int().nullable(),
  warmUpSteps: z.int().optional(),
  warmUpInitialLearningRate: z.number().optional(),
  layers: z.int().optional(),
  hiddenSize: z.int().optional(),
  dropout: z.number().min(0).max(1).optional(),
  attention: z.string().optional(),
  /** Our format of the training files that fits it; null where the model is not a plain sequence-to-sequence one of section 4. */
  format: z.enum(['plain', 't5', 'gpt2']).nullable(),
  /** As the text gives it, for one GPU unless it says otherwise. */
  training: z.string(),
});

const schema = z.strictObject({
  models: z.record(z.string(), modelSchema),
  /** "Mostly 5, which is selected from {5, 10, 20}". */
  decoding: z.strictObject({ beamSize: z.int(), triedBeamSizes: z.array(z.int()) }),
  /** How these values were found. */
  tuning: z.string(),
  /** RoBERTa-Large on CommonsenseQA, the same for the baseline and for every model with generated scenes. */
  transfer: z.looseObject({
    model: z.string(),
    /** Ten were tried with the baseline and the best was taken for all; the paper does not say which the other nine were. */
    seeds: z.strictObject({ tried: z.int(), taken: z.int() }),
  }),
});

it('has the twelve models of Table 6, each with its settings', () => {
  const { models } = schema.parse(hyperParameters);
  expect(Object.keys(models)).toHaveLength(12);
  expect(models.BART).toMatchObject({ parametersInMillions: 400, learningRate: 3e-5, warmUpSteps: 500, batchSize: 32 });
});
