/** The model of contrast: would the paper's annotators keep a pair (valid), and would one sign it as a test of commonsense (good)? */
import { z } from 'zod';
import { once, type WordNet } from '../../../core/index.ts';
import { readWeights } from '../../../nlp/weights/index.ts';
import { type BoostedTrees, boostedChance, boostedContributions } from './boosted-trees.ts';
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

/** Log odds are stretched and moved so that, of pairs with probability p, the share p is valid or good. */
export interface Calibration {
  slope: number;
  offset: number;
}

const treeSchema = z.object({
  feature: z.array(z.number()),
  threshold: z.array(z.number()),
  left: z.array(z.number()),
  right: z.array(z.number()),
  value: z.array(z.number()),
});
const boostedSchema = z.object({
  base: z.number(),
  trees: z.array(treeSchema),
  calibration: z.object({ slope: z.number(), offset: z.number() }),
});

export const contrastWeightsSchema = z.object({
  features: z.array(z.string()),
  topics: z.array(z.string()),
  dimensions: z.number(),
  valid: boostedSchema,
  good: boostedSchema,
  /** Rows of the linear heads, in single precision, as base64. */
  commonsense: z.string(),
  topic: z.string(),
});
export type ContrastWeights = z.infer<typeof contrastWeightsSchema>;

export const loadContrastModel = once(
  (): ContrastModel => openContrastModel(contrastWeightsSchema.parse(JSON.parse(readWeights('pairs/contrast.json.gz').toString('utf8')))),
);

function openContrastModel(weights: ContrastWeights): ContrastModel {
  if (weights.features.join() !== FEATURES.join()) throw new Error('weights/pairs is of another version: its features are others');
  const commonsense: LinearHead = { classes: 2, weights: decodeFloats(weights.commonsense) };
  const topic: LinearHead = { classes: weights.topics.length, weights: decodeFloats(weights.topic) };
  const chance = (quality: Quality, features: Float32Array) =>
    calibrated(boostedChance(weights[quality], features), weights[quality].calibration);
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
      const moved = boostedContributions(weights[quality] satisfies BoostedTrees, describePair(first, second));
      let worst = 0;
      for (let i = 1; i < moved.length; i++) if (moved[i] < moved[worst]) worst = i;
      return FEATURES[worst];
    },
  };
}

function calibrated(chance: number, { slope, offset }: Calibration): number {
  const odds = Math.log(Math.max(1e-9, chance) / Math.max(1e-9, 1 - chance));
  return 1 / (1 + Math.exp(-(slope * odds + offset)));
}

export function encodeFloats(values: Float32Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

function decodeFloats(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
