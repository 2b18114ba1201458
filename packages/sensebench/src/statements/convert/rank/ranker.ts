/** The ranker: a linear score over features of a candidate sorts, and a second model turns score and margin into a probability. */
import { readFileSync } from 'node:fs';
import type { Analysis } from '@sensebench/metrics/internal/core';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';
import { z } from 'zod';
import { decodeNgramModel, type NgramModel } from '../../../nlp/language-models/index.ts';
import type { Draft } from '../convert-question.ts';
import { candidateFeatures, type Features } from './candidate-features.ts';

export interface Ranker {
  tags: NgramModel;
  score(features: Features): number;
  /** The probability that a person would accept the sentence. */
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

/** The inputs of the probability: the score, and its margin over the next candidate. More features work worse on unseen questions. */
export function confidenceFeatures({ score }: { score: number }, { margin }: { margin: number | null }): Map<string, number> {
  return new Map<string, number>([
    ['bias', 1],
    ['score', score / 3],
    ['alone', Number(margin === null)],
    ['margin', Math.max(-1, Math.min(1, (margin ?? 0) / 3))],
  ]);
}

export interface QuestionResult {
  statement: string;
  rule: string;
  confidence: number;
}

export interface Candidate extends QuestionResult {
  features: Features;
  /** The value by which the candidates of a question are sorted. */
  score: number;
}

/**
 * Draft statements of one question, best first, each with the probability that a person would accept it.
 * Of two sentences that are about equally good, "A does X" comes before "A is an N that does X", and sentences that lose a part of the question come last.
 */
export const handicapOf = (features: Features): number =>
  (features.has('roundabout') ? 0.4 : 0) + (features.has('fault lost modifier') ? 0.6 : 0);

/** `readings` are the drafts' sentences as analysed by the fast analyser. */
export function rankDrafts(drafts: readonly Draft[], readings: readonly Analysis[], ranker: Ranker): Candidate[] {
  const scored = drafts.map(({ statement, made, asked }, i) => {
    const features = candidateFeatures(made, { statement, reading: readings[i] }, asked, ranker.tags);
    return { statement, rule: made.rule, features, score: ranker.score(features) - handicapOf(features) };
  });
  scored.sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const second = scored[1]?.score;
  return scored.map((one, i) => ({
    ...one,
    confidence: ranker.confidence(one, { margin: i === 0 ? (second === undefined ? null : best - second) : one.score - best }),
  }));
}
