/** Penn Treebank tags by an averaged perceptron, greedily from left to right (Collins 2002). */
import { SparseModel } from '../linear-models/sparse-model.ts';
import type { WordInfo } from '../words/word-info.ts';
import { BEGIN, hintFeatures, historyFeatures, MAX_TAGGER_FEATURES, staticFeatures } from './tagger-features.ts';

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
