/** Draft statements of one question, best first, each with the chance that a person would sign it. */
import type { Analysis } from '../../core/index.ts';
import { candidateFeatures, type Features } from './candidate-features.ts';
import type { Draft } from './convert-question.ts';
import type { Ranker } from './ranker.ts';

export interface QuestionResult {
  statement: string;
  rule: string;
  confidence: number;
}

export interface Candidate extends QuestionResult {
  features: Features;
  /** What the candidates of a question are sorted by. */
  score: number;
}

/** Of two sentences that are about as good: "A does X" before "A is an N that does X", and none that loses a part of the question. */
export const handicapOf = (features: Features): number =>
  (features.has('roundabout') ? 0.4 : 0) + (features.has('fault lost modifier') ? 0.6 : 0);

/** `readings` are the drafts' sentences as the fast reader reads them. */
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
