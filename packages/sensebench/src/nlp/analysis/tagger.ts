/** Penn Treebank tags by an averaged perceptron, greedily from left to right (Collins 2002). */

import { featureKey } from '@sensebench/metrics/internal/nlp/linear-models/feature-key.ts';
import { SparseModel } from '@sensebench/metrics/internal/nlp/linear-models/sparse-model.ts';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';

export class Tagger {
  readonly labels: string[];
  private readonly model: SparseModel;
  private readonly features = new Int32Array(MAX_TAGGER_FEATURES);
  private readonly scores: Int32Array;

  constructor(bytes: Uint8Array) {
    this.model = SparseModel.decode(bytes, 'tagger');
    this.labels = this.model.labels;
    this.scores = new Int32Array(this.labels.length);
  }

  tag(words: readonly WordInfo[], hints?: readonly number[]): string[] {
    const { features, model, scores, labels } = this;
    const tags: string[] = new Array(words.length);
    let tag1 = BEGIN;
    let tag2 = BEGIN;
    for (let i = 0; i < words.length; i++) {
      scores.fill(0);
      let count = historyFeatures(words, i, tag1, tag2, features, staticFeatures(words, i, features));
      if (hints) count = hintFeatures(words, hints, i, features, count);
      model.score(features, count, scores);
      let best = 0;
      for (let k = 1; k < scores.length; k++) if (scores[k] > scores[best]) best = k;
      tags[i] = labels[best];
      tag2 = tag1;
      tag1 = best;
    }
    return tags;
  }
}

const NO_WORD = 0x51ed270b;
/**
 * The tagger's features: the word, its affixes and shape, its neighbours and the tags before it (after Ratnaparkhi 1996).
 * Room for the features of one word.
 */
export const MAX_TAGGER_FEATURES = 56;
/** The tag before the first word. */
export const BEGIN = -1;

/** The features that do not depend on other tags are computed once per token; the rest once per tag history. */
export function staticFeatures(words: readonly WordInfo[], i: number, into: Int32Array): number {
  const word = words[i];
  const before = words[i - 1];
  const before2 = words[i - 2];
  const after = words[i + 1];
  const after2 = words[i + 2];
  const w1 = before?.lower ?? NO_WORD;
  const w2 = before2?.lower ?? NO_WORD;
  const n1 = after?.lower ?? NO_WORD;
  const n2 = after2?.lower ?? NO_WORD;
  let n = 0;
  into[n++] = featureKey(0, 0);
  into[n++] = featureKey(1, word.lower);
  into[n++] = featureKey(2, word.exact, i === 0 ? 1 : 0);
  into[n++] = featureKey(3, word.suffix1);
  into[n++] = featureKey(4, word.suffix2);
  into[n++] = featureKey(5, word.suffix3);
  into[n++] = featureKey(6, word.suffix4);
  into[n++] = featureKey(7, word.prefix1);
  into[n++] = featureKey(8, word.prefix2);
  into[n++] = featureKey(9, word.prefix3);
  into[n++] = featureKey(10, word.shape, i === 0 ? 1 : 0);
  into[n++] = featureKey(11, word.flags, word.suffix2);
  into[n++] = featureKey(12, w1);
  into[n++] = featureKey(13, w2);
  into[n++] = featureKey(14, n1);
  into[n++] = featureKey(15, n2);
  into[n++] = featureKey(16, w1, word.lower);
  into[n++] = featureKey(17, word.lower, n1);
  into[n++] = featureKey(18, w1, n1);
  into[n++] = featureKey(19, n1, n2);
  into[n++] = featureKey(20, before?.suffix3 ?? NO_WORD);
  into[n++] = featureKey(21, after?.suffix3 ?? NO_WORD);
  into[n++] = featureKey(22, after?.suffix2 ?? NO_WORD, word.suffix2);
  into[n++] = featureKey(23, word.cluster);
  into[n++] = featureKey(24, before?.cluster ?? -1);
  into[n++] = featureKey(25, after?.cluster ?? -1);
  into[n++] = featureKey(26, word.cluster, after?.cluster ?? -1);
  into[n++] = featureKey(27, before?.cluster ?? -1, word.cluster);
  into[n++] = featureKey(32, (before?.flags ?? 32) * 64 + word.flags, after?.flags ?? 32);
  into[n++] = featureKey(34, after2?.cluster ?? -1);
  return n;
}

export function historyFeatures(words: readonly WordInfo[], i: number, tag1: number, tag2: number, into: Int32Array, at: number): number {
  const word = words[i];
  const after = words[i + 1];
  let n = at;
  into[n++] = featureKey(40, tag1);
  into[n++] = featureKey(41, tag1, tag2);
  into[n++] = featureKey(42, tag1, word.lower);
  into[n++] = featureKey(43, tag1, word.suffix3);
  into[n++] = featureKey(44, tag1, after?.lower ?? NO_WORD);
  into[n++] = featureKey(45, tag1, word.cluster);
  into[n++] = featureKey(46, tag1, tag2, word.suffix2);
  into[n++] = featureKey(47, tag1, words[i - 1]?.lower ?? NO_WORD);
  return n;
}

/** Another tagger's tags as features, for a stacked tagger. */
export function hintFeatures(words: readonly WordInfo[], hints: readonly number[], i: number, into: Int32Array, at: number): number {
  let n = at;
  into[n++] = featureKey(50, hints[i]);
  into[n++] = featureKey(51, hints[i], words[i].lower);
  into[n++] = featureKey(52, hints[i], hints[i - 1] ?? -1);
  into[n++] = featureKey(53, hints[i], hints[i + 1] ?? -1);
  into[n++] = featureKey(54, hints[i], words[i].flags, words[i].suffix2);
  return n;
}
