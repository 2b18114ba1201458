/** Trains the parser: averaged perceptron with a dynamic oracle and exploration (Goldberg and Nivre 2013). */

import type { WordInfo } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { bestClass, type ParserHints, parserInputOf } from '../../packages/sensebench/src/nlp/analysis/parser.ts';
import { MAX_FEATURES, type ParserInput, parserFeatures } from '../../packages/sensebench/src/nlp/analysis/parser-features.ts';
import { LEFT, ParserState, RIGHT, SHIFT } from '../../packages/sensebench/src/nlp/analysis/parser-state.ts';
import { Perceptron } from '../perceptron.ts';
import { arcCosts } from './dynamic-oracle.ts';

/** Classes are SHIFT, then LEFT and RIGHT with each relation. */
const classOf = (action: number, relation: number, relations: number) => (action === SHIFT ? 0 : 1 + (action - 1) * relations + relation);

export interface ParserExample {
  words: readonly WordInfo[];
  tags: readonly string[];
  /** 1-based, 0 for the root. */
  heads: readonly number[];
  relations: readonly string[];
  weight?: number;
  hints?: ParserHints;
}

export interface TrainParserOptions {
  epochs: number;
  random: { next(): number; shuffle<T>(items: readonly T[]): T[] };
  minUpdates?: number;
  /** Weights below this share of the largest are dropped. */
  smallest?: number;
  /** How often, from the second epoch on, the parser's own choice is followed. */
  exploration?: number;
  /** How often a word is hidden, so that tags, clusters and the tree so far learn to do without it. */
  dropout?: number;
  /** How far the right transition must be ahead. */
  margin?: number;
  onEpoch?(epoch: number, accuracy: number, compile: () => Uint8Array): void;
}

/** Trains on any set of relations; the model file carries them. */
export function trainParser(examples: readonly ParserExample[], options: TrainParserOptions): Uint8Array {
  const { epochs, random, minUpdates = 3, smallest = 0, exploration = 0.9, dropout = 0, margin = 0, onEpoch } = options;
  const relations = [...new Set(examples.flatMap((example) => example.relations))].sort();
  const numbers = new Map(relations.map((relation, i) => [relation, i]));
  const prepared = examples.map(({ words, tags, heads, relations: names, weight = 1, hints }) => ({
    input: parserInputOf(words, tags, hints),
    heads: Int32Array.from(heads, (head) => (head === 0 ? words.length : head - 1)),
    relations: Int32Array.from(names, (name) => numbers.get(name) ?? 0),
    weight,
  }));
  const perceptron = new Perceptron();
  const state = new ParserState();
  const features = new Int32Array(MAX_FEATURES);
  const scores = new Float64Array(1 + 2 * relations.length);
  const compile = () => perceptron.compile({ kind: 'parser', labels: relations, minUpdates, smallest });
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let right = 0;
    let all = 0;
    for (const { input: whole, heads, relations: gold, weight } of random.shuffle(prepared)) {
      const input = dropout > 0 ? { ...whole, words: hideWords(whole, dropout, random.next) } : whole;
      state.reset(input.length);
      while (!state.done) {
        const count = parserFeatures(state, input, features);
        scores.fill(0);
        perceptron.score(features, count, scores);
        perceptron.time++;
        all++;
        const guess = bestClass(state, scores, relations.length);
        const { target, rival } = rankClasses(state, heads, gold, scores, relations.length);
        if (rival >= 0 && scores[target] - scores[rival] <= margin) {
          perceptron.update(features, count, target, weight);
          perceptron.update(features, count, rival, -weight);
        }
        if (guess === target) right++;
        const follow = epoch > 1 && random.next() < exploration ? guess : target;
        const action = follow === 0 ? SHIFT : follow <= relations.length ? LEFT : RIGHT;
        state.apply(action, follow === 0 ? 0 : (follow - 1) % relations.length);
      }
    }
    onEpoch?.(epoch, right / all, compile);
  }
  return compile();
}

/** The best-scored class among the actions that lose the fewest gold arcs, and among the others; an arc that is gold must carry its gold relation. */
function rankClasses(
  state: ParserState,
  heads: Int32Array,
  gold: Int32Array,
  scores: Float64Array,
  relations: number,
): { target: number; rival: number } {
  const costs = arcCosts(state, heads);
  const shift = state.canShift() ? costs.shift : Number.POSITIVE_INFINITY;
  const left = state.canLeft() ? costs.left : Number.POSITIVE_INFINITY;
  const right = state.canRight() ? costs.right : Number.POSITIVE_INFINITY;
  const least = Math.min(shift, left, right);
  const child = state.top(0);
  let target = shift === least ? 0 : -1;
  let rival = shift !== least && shift < Number.POSITIVE_INFINITY ? 0 : -1;
  const considerArcs = (action: number, cost: number, head: number) => {
    if (cost === Number.POSITIVE_INFINITY) return;
    const only = heads[child] === head ? gold[child] : -1;
    for (let k = 0; k < relations; k++) {
      const cls = classOf(action, k, relations);
      if (cost === least && (only < 0 || only === k)) {
        if (target < 0 || scores[cls] > scores[target]) target = cls;
      } else if (rival < 0 || scores[cls] > scores[rival]) rival = cls;
    }
  };
  considerArcs(LEFT, left, state.next);
  considerArcs(RIGHT, right, state.top(1));
  return { target, rival };
}

const HIDDEN_WORD = 0x6b43a9b5;

function hideWords({ words, length }: ParserInput, dropout: number, next: () => number): Int32Array {
  return words.map((word, i) => (i < length && next() < dropout ? HIDDEN_WORD : word));
}
