/** Penn Treebank tags by an averaged perceptron, left to right with a small beam (Collins, 2002; features after Ratnaparkhi, 1996). */
import { Perceptron } from './perceptron.ts';
import { featureKey, SparseModel } from './sparse-model.ts';
import type { WordInfo } from './word-info.ts';

const NO_WORD = 0x51ed270b;
const FEATURES = 48;
const BEGIN = -1;

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
  into[n++] = featureKey(28, word.ambiguity, after?.ambiguity ?? -1);
  into[n++] = featureKey(29, word.ambiguity, after?.ambiguity ?? -1, after2?.ambiguity ?? -1);
  into[n++] = featureKey(30, word.ambiguity);
  into[n++] = featureKey(31, after?.ambiguity ?? -1);
  into[n++] = featureKey(32, (before?.flags ?? 32) * 64 + word.flags, after?.flags ?? 32);
  into[n++] = featureKey(33, word.lower, after?.ambiguity ?? -1);
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
  into[n++] = featureKey(45, tag1, word.ambiguity, after?.ambiguity ?? -1);
  into[n++] = featureKey(46, tag1, tag2, word.ambiguity);
  into[n++] = featureKey(47, tag1, words[i - 1]?.lower ?? NO_WORD);
  return n;
}

export class Tagger {
  readonly labels: string[];
  private readonly model: SparseModel;
  private readonly beam: number;
  private readonly features = new Int32Array(FEATURES);

  constructor(bytes: Uint8Array, { beam = 3 }: { beam?: number } = {}) {
    this.model = SparseModel.decode(bytes, 'tagger');
    this.labels = this.model.labels;
    this.beam = beam;
  }

  tag(words: readonly WordInfo[]): string[] {
    return Array.from(this.tagIds(words), (id) => this.labels[id]);
  }

  tagIds(words: readonly WordInfo[]): Uint8Array {
    const { features, model } = this;
    const base = new Int32Array(this.labels.length);
    return searchTags(words.length, this.labels.length, this.beam, {
      start(i) {
        base.fill(0);
        model.score(features, staticFeatures(words, i, features), base);
      },
      score(i, tag1, tag2, scores) {
        for (let k = 0; k < base.length; k++) scores[k] = base[k];
        model.score(features, historyFeatures(words, i, tag1, tag2, features, 0), scores);
      },
    });
  }
}

interface TagScorer {
  start(i: number): void;
  score(i: number, tag1: number, tag2: number, scores: Int32Array): void;
}

/** Keeps the `beam` best histories that differ in their last two tags. */
function searchTags(length: number, tags: number, beam: number, scorer: TagScorer): Uint8Array {
  const scores = new Int32Array(tags);
  const back = new Int32Array(length * beam);
  const chosen = new Uint8Array(length * beam);
  let size = 1;
  let last1 = new Int32Array(beam).fill(BEGIN);
  let last2 = new Int32Array(beam).fill(BEGIN);
  let totals = new Float64Array(beam);
  for (let i = 0; i < length; i++) {
    scorer.start(i);
    const next1 = new Int32Array(beam);
    const next2 = new Int32Array(beam);
    const nextTotals = new Float64Array(beam);
    let count = 0;
    for (let k = 0; k < size; k++) {
      scorer.score(i, last1[k], last2[k], scores);
      for (let tag = 0; tag < tags; tag++) {
        const total = totals[k] + scores[tag];
        if (count === beam && total <= nextTotals[count - 1]) continue;
        let at = count < beam ? count++ : count - 1;
        for (; at > 0 && nextTotals[at - 1] < total; at--) {
          nextTotals[at] = nextTotals[at - 1];
          next1[at] = next1[at - 1];
          next2[at] = next2[at - 1];
          back[i * beam + at] = back[i * beam + at - 1];
        }
        nextTotals[at] = total;
        next1[at] = tag;
        next2[at] = last1[k];
        back[i * beam + at] = k;
      }
    }
    for (let k = 0; k < count; k++) chosen[i * beam + k] = next1[k];
    size = count;
    last1 = next1;
    last2 = next2;
    totals = nextTotals;
  }
  const best = new Uint8Array(length);
  for (let i = length - 1, k = 0; i >= 0; i--) {
    best[i] = chosen[i * beam + k];
    k = back[i * beam + k];
  }
  return best;
}

export interface TaggedSentence {
  words: readonly WordInfo[];
  tags: readonly number[];
  /** How much one mistake in this sentence counts; silver sentences count less than gold ones. */
  weight?: number;
}

export interface TrainTaggerOptions {
  labels: string[];
  epochs: number;
  shuffle: <T>(items: readonly T[]) => T[];
  minUpdates?: number;
  onEpoch?(epoch: number, accuracy: number): void;
}

/** Greedy training on the tagger's own history, so that it learns to recover from its mistakes. */
export function trainTagger(sentences: readonly TaggedSentence[], options: TrainTaggerOptions): Uint8Array {
  const { labels, epochs, shuffle, minUpdates = 3, onEpoch } = options;
  const perceptron = new Perceptron();
  const features = new Int32Array(FEATURES);
  const scores = new Float64Array(labels.length);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let right = 0;
    let seen = 0;
    for (const { words, tags, weight = 1 } of shuffle(sentences)) {
      let tag1 = BEGIN;
      let tag2 = BEGIN;
      for (let i = 0; i < words.length; i++) {
        const count = historyFeatures(words, i, tag1, tag2, features, staticFeatures(words, i, features));
        scores.fill(0);
        perceptron.score(features, count, scores);
        perceptron.time++;
        let best = 0;
        for (let k = 1; k < labels.length; k++) if (scores[k] > scores[best]) best = k;
        if (best !== tags[i]) {
          perceptron.update(features, count, tags[i], weight);
          perceptron.update(features, count, best, -weight);
        } else right++;
        seen++;
        tag2 = tag1;
        tag1 = best;
      }
    }
    onEpoch?.(epoch, right / seen);
  }
  return perceptron.compile({ kind: 'tagger', labels, minUpdates });
}
