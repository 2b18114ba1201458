/** Trains the tagger: averaged perceptron, greedy on its own tags, the word itself hidden now and then. */

import type { WordInfo } from '../../packages/metrics/src/nlp/words/word-info.ts';
import {
  BEGIN,
  hintFeatures,
  historyFeatures,
  MAX_TAGGER_FEATURES,
  staticFeatures,
} from '../../packages/sensebench/src/nlp/analysis/tagger.ts';
import { Perceptron } from '../perceptron.ts';

export interface TaggedSentence {
  words: readonly WordInfo[];
  /** -1 where the tag is not known: then nothing is learned from the word. */
  tags: readonly number[];
  /** How much one mistake in this sentence counts; silver sentences count less than gold ones. */
  weight?: number;
  /** Another tagger's tags, as any small numbers. */
  hints?: readonly number[];
}

export interface TrainTaggerOptions {
  labels: string[];
  epochs: number;
  shuffle: <T>(items: readonly T[]) => T[];
  minUpdates?: number;
  /** How often the word itself is hidden, so that its shape, its affixes and its neighbours learn to do without it. */
  dropout?: number;
  /** How far the right tag must be ahead. */
  margin?: number;
  random?: () => number;
  onEpoch?(epoch: number, accuracy: number, compile: () => Uint8Array): void;
}

/** Greedy training on the tagger's own history, so that it learns to recover from its mistakes. */
export function trainTagger(sentences: readonly TaggedSentence[], options: TrainTaggerOptions): Uint8Array {
  const { labels, epochs, shuffle, minUpdates = 3, dropout = 0, margin = 0, random = () => 1, onEpoch } = options;
  const perceptron = new Perceptron();
  const compile = () => perceptron.compile({ kind: 'tagger', labels, minUpdates });
  const features = new Int32Array(MAX_TAGGER_FEATURES);
  const scores = new Float64Array(labels.length);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let right = 0;
    let seen = 0;
    for (const { words, tags, weight = 1, hints } of shuffle(sentences)) {
      let tag1 = BEGIN;
      let tag2 = BEGIN;
      for (let i = 0; i < words.length; i++) {
        let count = historyFeatures(words, i, tag1, tag2, features, staticFeatures(words, i, features));
        if (dropout > 0 && random() < dropout) count = hideWord(features, count);
        if (hints) count = hintFeatures(words, hints, i, features, count);
        scores.fill(0);
        perceptron.score(features, count, scores);
        perceptron.time++;
        const gold = tags[i];
        let rival = gold === 0 ? 1 : 0;
        for (let k = 0; k < labels.length; k++) if (k !== gold && scores[k] > scores[rival]) rival = k;
        const best = scores[rival] >= scores[gold] ? rival : gold;
        if (gold < 0) {
          tag2 = tag1;
          tag1 = rival;
          continue;
        }
        if (best !== gold || scores[gold] - scores[rival] < margin) {
          perceptron.update(features, count, gold, weight);
          perceptron.update(features, count, rival, -weight);
        }
        if (best === gold) right++;
        seen++;
        tag2 = tag1;
        tag1 = best;
      }
    }
    onEpoch?.(epoch, right / seen, compile);
  }
  return compile();
}

/** Positions of the features that name the word itself, in the order in which they are written. */
const NAMING = [1, 2, 16, 17, 23, 26, 27];
/** From the end: the previous tag with the word, and with its cluster. */
const NAMING_FROM_END = [6, 3];

function hideWord(features: Int32Array, count: number): number {
  const hidden = new Set([...NAMING, ...NAMING_FROM_END.map((k) => count - k)]);
  let kept = 0;
  for (let i = 0; i < count; i++) if (!hidden.has(i)) features[kept++] = features[i];
  return kept;
}
