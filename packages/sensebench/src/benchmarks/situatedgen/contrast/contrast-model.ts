/** The model of contrast: would the paper's annotators keep a pair (valid), and would one sign it as a test of commonsense (good)? */

import { once, type WordNet } from '@sensebench/metrics/internal/core';
import { readWeights } from '@sensebench/metrics/internal/nlp/weights';
import { z } from 'zod';
import { boostedContributions, boostedOdds } from './boosted-trees.ts';
import { headChances, type LinearHead } from './linear-head.ts';
import { type DescribedStatement, describePair, FEATURES, situationsOf } from './pair-features.ts';
import { createFactReader, type FactReader, type StatementFacts } from './statement-facts.ts';
import { loadWordRanks } from './word-ranks.ts';

export const QUALITIES = ['valid', 'good'] as const;
/** `valid`: the annotators of the paper would keep the pair. `good`: it can be signed as a test of commonsense besides. */
export type Quality = (typeof QUALITIES)[number];

export type PairScore = Record<Quality, number>;

export interface ContrastModel {
  facts(wordnet: WordNet): FactReader;
  describe(facts: StatementFacts, vectors: DescribedStatement['vectors']): DescribedStatement;
  /** Calibrated probabilities. */
  score(first: DescribedStatement, second: DescribedStatement): PairScore;
  /** The feature that lowers the score most. */
  weakness(first: DescribedStatement, second: DescribedStatement, quality: Quality): string;
}

/** Logistic regression over standardized features. It generalizes where the trees are unsure, and they see what features say together. */
const linearSchema = z.object({ means: z.array(z.number()), scales: z.array(z.number()), weights: z.array(z.number()), bias: z.number() });
export type LinearPart = z.infer<typeof linearSchema>;

/**
 * The log odds of trees and regression are added by their shares, then stretched and moved so that, of pairs with probability p, the share p is
 * valid or good.
 */
const calibrationSchema = z.object({ trees: z.number(), linear: z.number(), offset: z.number() });
export type Calibration = z.infer<typeof calibrationSchema>;

const treeSchema = z.object({
  feature: z.array(z.number()),
  threshold: z.array(z.number()),
  left: z.array(z.number()),
  right: z.array(z.number()),
  value: z.array(z.number()),
});
const qualitySchema = z.object({
  boosted: z.object({ base: z.number(), trees: z.array(treeSchema) }),
  linear: linearSchema,
  calibration: calibrationSchema,
});
export type QualityWeights = z.infer<typeof qualitySchema>;

export const contrastWeightsSchema = z.object({
  features: z.array(z.string()),
  topics: z.array(z.string()),
  dimensions: z.number(),
  valid: qualitySchema,
  good: qualitySchema,
  /** Rows of the linear heads, in single precision, as base64. */
  commonsense: z.string(),
  topic: z.string(),
});
export type ContrastWeights = z.infer<typeof contrastWeightsSchema>;

export const loadContrastModel = once(
  (): ContrastModel => openContrastModel(contrastWeightsSchema.parse(JSON.parse(readWeights('pairs/contrast.json.gz').toString('utf8')))),
);

function openContrastModel(weights: ContrastWeights): ContrastModel {
  if (weights.features.join() !== FEATURES.join())
    throw new Error('packages/sensebench/weights/pairs is of another version: its features are others');
  const commonsense: LinearHead = { classes: 2, weights: decodeFloats(weights.commonsense) };
  const topic: LinearHead = { classes: weights.topics.length, weights: decodeFloats(weights.topic) };
  const chance = (quality: Quality, features: Float32Array) => qualityChance(weights[quality], features);
  return {
    facts: (wordnet) => createFactReader({ wordnet, ranks: loadWordRanks() }),
    describe: (facts, vectors) => ({
      facts,
      vectors,
      slots: situationsOf(facts),
      commonsense: headChances(commonsense, vectors.whole)[1],
      topics: headChances(topic, vectors.whole),
    }),
    score(first, second) {
      const features = describePair(first, second);
      return { valid: chance('valid', features), good: chance('good', features) };
    },
    weakness(first, second, quality) {
      const features = describePair(first, second);
      const { boosted, linear, calibration } = weights[quality];
      const moved = boostedContributions(boosted, features).map(
        (byTrees, i) => calibration.trees * byTrees + calibration.linear * linearTerm(linear, features, i),
      );
      let worst = 0;
      for (let i = 1; i < moved.length; i++) if (moved[i] < moved[worst]) worst = i;
      return FEATURES[worst];
    },
  };
}

function qualityChance({ boosted, linear, calibration }: QualityWeights, features: Float32Array): number {
  const odds = calibration.trees * boostedOdds(boosted, features) + calibration.linear * linearOdds(linear, features) + calibration.offset;
  return 1 / (1 + Math.exp(-odds));
}

export function linearOdds(linear: LinearPart, features: ArrayLike<number>): number {
  let odds = linear.bias;
  for (let i = 0; i < features.length; i++) odds += linearTerm(linear, features, i);
  return odds;
}

function linearTerm({ means, scales, weights }: LinearPart, features: ArrayLike<number>, i: number): number {
  return (weights[i] * (features[i] - means[i])) / scales[i];
}

export function encodeFloats(values: Float32Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

function decodeFloats(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
