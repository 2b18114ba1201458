/** The ranker: a logistic regression over features of a candidate; its probability is the confidence of the statement. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { decodeNgramModel, type NgramModel } from '../../nlp/language-models/index.ts';
import { weightsPath } from '../../nlp/linear-models/index.ts';
import type { Features } from './candidate-features.ts';

export interface Ranker {
  tags: NgramModel;
  /** The chance that a person would sign the sentence. */
  probability(features: Features): number;
}

const fileSchema = z.object({ weights: z.record(z.string(), z.number()) });

export function loadRanker(): Ranker {
  const { weights } = fileSchema.parse(JSON.parse(readFileSync(weightsPath('statements/ranker.json'), 'utf8')));
  return createRanker(new Map(Object.entries(weights)), decodeNgramModel(readFileSync(weightsPath('statements/tags.bin.gz'))));
}

function createRanker(weights: ReadonlyMap<string, number>, tags: NgramModel): Ranker {
  return {
    tags,
    probability(features) {
      let sum = 0;
      for (const [name, value] of features) sum += (weights.get(name) ?? 0) * value;
      return Math.round(1000 / (1 + Math.exp(-sum))) / 1000;
    },
  };
}
