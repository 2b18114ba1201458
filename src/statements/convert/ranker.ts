/** The ranker: a linear score over features of a candidate sorts, and a second model turns score and margin into a probability. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { decodeNgramModel, type NgramModel } from '../../nlp/language-models/index.ts';
import { weightsPath } from '../../nlp/linear-models/index.ts';
import type { Features } from './candidate-features.ts';

export interface Ranker {
  tags: NgramModel;
  score(features: Features): number;
  /** The chance that a person would sign the sentence. */
  confidence(candidate: { score: number }, options: { margin: number | null }): number;
}

const fileSchema = z.object({ weights: z.record(z.string(), z.number()), confidence: z.record(z.string(), z.number()) });

export function loadRanker(): Ranker {
  const { weights, confidence } = fileSchema.parse(JSON.parse(readFileSync(weightsPath('statements/ranker.json'), 'utf8')));
  const tags = decodeNgramModel(readFileSync(weightsPath('statements/tags.bin.gz')));
  return createRanker(new Map(Object.entries(weights)), new Map(Object.entries(confidence)), tags);
}

function createRanker(weights: ReadonlyMap<string, number>, sure: ReadonlyMap<string, number>, tags: NgramModel): Ranker {
  return {
    tags,
    score: (features) => sumOf(weights, features),
    confidence(candidate, { margin }) {
      const sum = sumOf(sure, confidenceFeatures(candidate, { margin }));
      return Math.round(1000 / (1 + Math.exp(-sum))) / 1000;
    },
  };
}

function sumOf(weights: ReadonlyMap<string, number>, features: Features): number {
  let sum = 0;
  for (const [name, value] of features) sum += (weights.get(name) ?? 0) * value;
  return sum;
}

/** What the probability is made of: the score, and how far it is ahead of the next candidate. More features sort fresh questions worse. */
export function confidenceFeatures({ score }: { score: number }, { margin }: { margin: number | null }): Map<string, number> {
  return new Map<string, number>([
    ['bias', 1],
    ['score', score / 3],
    ['alone', Number(margin === null)],
    ['margin', Math.max(-1, Math.min(1, (margin ?? 0) / 3))],
  ]);
}
