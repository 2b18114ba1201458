/** Greedy matching of token vectors (BERTScore, Zhang et al. 2020, section 3): each token takes the most similar one of the other text. */
import type { EncodedText } from '../../core/index.ts';

export interface PairScores {
  precision: number | null;
  recall: number | null;
  f: number | null;
}

/** The best cosine of each token, by side, with what its weight depends on. */
export interface GreedyMatch {
  candidate: TokenCosines;
  reference: TokenCosines;
}

interface TokenCosines {
  ids: readonly number[];
  special: readonly boolean[];
  best: Float32Array;
}

export function unitRows(text: EncodedText, dimensions: number): EncodedText {
  const states = Float32Array.from(text.states);
  for (let row = 0; row < states.length; row += dimensions) {
    let squares = 0;
    for (let i = row; i < row + dimensions; i++) squares += states[i] * states[i];
    const norm = Math.sqrt(squares) || 1;
    for (let i = row; i < row + dimensions; i++) states[i] /= norm;
  }
  return { ...text, states };
}

/** Special tokens weigh nothing, yet a word may match one: bert-score masks only the padding. */
export function greedyMatch(candidate: EncodedText, reference: EncodedText, dimensions: number): GreedyMatch {
  const bestCandidate = new Float32Array(candidate.ids.length).fill(-1);
  const bestReference = new Float32Array(reference.ids.length).fill(-1);
  for (let i = 0; i < candidate.ids.length; i++) {
    for (let j = 0; j < reference.ids.length; j++) {
      let cosine = 0;
      for (let k = 0, a = i * dimensions, b = j * dimensions; k < dimensions; k++)
        cosine += candidate.states[a + k] * reference.states[b + k];
      if (cosine > bestCandidate[i]) bestCandidate[i] = cosine;
      if (cosine > bestReference[j]) bestReference[j] = cosine;
    }
  }
  return {
    candidate: { ids: candidate.ids, special: candidate.special, best: bestCandidate },
    reference: { ids: reference.ids, special: reference.special, best: bestReference },
  };
}

/** log((N + 1) / (n + 1)), N and n counting references. */
export function inverseDocumentFrequency(references: readonly number[][]): (id: number) => number {
  const counts = new Map<number, number>();
  for (const ids of references) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (id) => Math.log((references.length + 1) / ((counts.get(id) ?? 0) + 1));
}

/** An empty text scores 0; where every weight is 0 the score is undefined. */
export function weigh({ candidate, reference }: GreedyMatch, weight: (id: number) => number): PairScores {
  if (candidate.special.every(Boolean) || reference.special.every(Boolean)) return { precision: 0, recall: 0, f: 0 };
  const [precision, recall] = [weightedMean(candidate, weight), weightedMean(reference, weight)];
  if (precision === null || recall === null) return { precision, recall, f: null };
  return { precision, recall, f: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0 };
}

function weightedMean({ ids, special, best }: TokenCosines, weight: (id: number) => number): number | null {
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < ids.length; i++) {
    if (special[i]) continue;
    const own = weight(ids[i]);
    sum += own * best[i];
    weights += own;
  }
  return weights > 0 ? sum / weights : null;
}
