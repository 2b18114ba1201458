/** Trains the entity recognizer: structured perceptron (Collins, 2002), words hidden now and then. */

import {
  ENTITY_LABELS,
  LABELS,
  OUTSIDE,
  transitionIndex,
  transitionKey,
  viterbi,
} from '../../packages/sensebench/src/nlp/entities/entities.ts';
import { type EntityInput, entityFeatures, MAX_ENTITY_FEATURES } from '../../packages/sensebench/src/nlp/entities/entity-features.ts';
import { Perceptron } from '../perceptron.ts';

export interface EntityExample {
  input: EntityInput;
  labels: Uint8Array;
  weight?: number;
  /** Tokens that no teacher is sure of: their mistakes change nothing. */
  unsure?: Uint8Array;
}

export interface TrainEntitiesOptions {
  epochs: number;
  shuffle: <T>(items: readonly T[]) => T[];
  minUpdates?: number;
  /** How often the word itself is hidden, so that its context, shape and lists learn to do without it. */
  dropout?: number;
  /** How far the right labels must be ahead, for each token that differs (Taskar et al., 2004). */
  margin?: number;
  random?: () => number;
  onEpoch?(epoch: number, accuracy: number, compile: () => Uint8Array): void;
}

export function trainEntities(examples: readonly EntityExample[], options: TrainEntitiesOptions): Uint8Array {
  const { epochs, shuffle, minUpdates = 3, dropout = 0, margin = 0, random = () => 1, onEpoch } = options;
  const perceptron = new Perceptron();
  const side = Math.sqrt(transitionIndex(LABELS - 1, LABELS - 1) + 1);
  const transitions = new Float64Array(side * side);
  const features = new Int32Array(MAX_ENTITY_FEATURES);
  const key = new Int32Array(1);
  const compile = () => perceptron.compile({ kind: 'entities', labels: ENTITY_LABELS, minUpdates });
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let right = 0;
    let all = 0;
    for (const { input, labels, weight = 1, unsure } of shuffle(examples)) {
      perceptron.time++;
      const hidden = labels.map(() => (random() < dropout ? 1 : 0));
      const featuresAt = (i: number) => {
        const count = entityFeatures(input, i, features);
        return hidden[i] ? hideWord(features, count) : count;
      };
      const path = viterbi(
        labels.length,
        (i, scores) => {
          perceptron.score(features, featuresAt(i), scores);
          if (!unsure?.[i]) scores[labels[i]] -= margin;
        },
        transitions,
      );
      for (let i = 0; i < labels.length; i++) {
        all++;
        if (path[i] === labels[i] || unsure?.[i]) {
          right++;
        } else {
          const count = featuresAt(i);
          perceptron.update(features, count, labels[i], weight);
          perceptron.update(features, count, path[i], -weight);
        }
        if (unsure?.[i] || (i > 0 && unsure?.[i - 1])) continue;
        const gold = transitionIndex(i === 0 ? OUTSIDE : labels[i - 1], labels[i]);
        const found = transitionIndex(i === 0 ? OUTSIDE : path[i - 1], path[i]);
        if (gold === found) continue;
        for (const [index, delta] of [
          [gold, weight],
          [found, -weight],
        ]) {
          if (index < 0) continue;
          key[0] = transitionKey(index);
          perceptron.update(key, 1, OUTSIDE, delta);
          transitions[index] += delta;
        }
      }
    }
    onEpoch?.(epoch, right / all, compile);
  }
  return compile();
}

/** Positions of the features that name the word: the word, its pairs with the neighbours, its exact form, its two affixes together. */
const NAMING = [16, 8, 6, 5, 0];

function hideWord(features: Int32Array, count: number): number {
  let kept = count;
  for (const position of NAMING) features[position] = features[--kept];
  return kept;
}
