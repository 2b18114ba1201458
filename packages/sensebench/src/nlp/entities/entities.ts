/** Entities of the 18 OntoNotes types: a structured perceptron over BILOU labels, decoded by Viterbi over the legal transitions only. */
import { ENTITY_TYPES, type EntityType, type TextEntity } from '@sensebench/metrics/internal/core';
import { featureKey } from '@sensebench/metrics/internal/nlp/linear-models/feature-key.ts';
import { SparseModel } from '@sensebench/metrics/internal/nlp/linear-models/sparse-model.ts';
import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { type EntityInput, entityFeatures, entityInput, MAX_ENTITY_FEATURES } from './entity-features.ts';
import type { Gazetteer } from './gazetteers.ts';

/** Label 0 is outside; then begin, inside, last and unit for each type. */
export const OUTSIDE = 0;
export const ENTITY_LABELS = ['O', ...ENTITY_TYPES.flatMap((type) => [`B-${type}`, `I-${type}`, `L-${type}`, `U-${type}`])];
export const LABELS = ENTITY_LABELS.length;
const [BEGIN, INSIDE, LAST, UNIT] = [0, 1, 2, 3];
const TYPES = ENTITY_TYPES.length;
const label = (type: number, part: number) => 1 + 4 * type + part;

export interface EntityToken {
  text: string;
  start: number;
  end: number;
}

/** Contract of a recognizer: our own model, or any ONNX token classifier (entities-onnx.ts). */
export interface EntityRecognizer {
  id: string;
  recognize(sentences: readonly EntitySentence[]): Promise<TextEntity[][]>;
}

export interface EntitySentence {
  text: string;
  tokens: readonly EntityToken[];
  words: readonly WordInfo[];
  tags: readonly string[];
  /** Entities that the sentence's reader has already found. */
  spans?: readonly Span[];
}

export interface Span {
  /** Tokens; `end` is one past the last. */
  start: number;
  end: number;
  type: EntityType;
}

/** Writes label scores for each token; called token by token. */
export type EmissionScorer = (i: number, scores: Float64Array) => void;

/** Transition weights from an outer label (outside, or the last of a type) to the next outer label (outside, or the first of a type). */
const OUTER = TYPES + 1;

export function viterbi(length: number, emissions: EmissionScorer, transitions: Float64Array): Uint8Array {
  const scores = new Float64Array(LABELS);
  const back = new Uint8Array(length * LABELS);
  let best = new Float64Array(LABELS).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(LABELS);
  const outerBest = new Float64Array(OUTER);
  const outerLabel = new Uint8Array(OUTER);
  // What is further behind than any two transitions differ cannot win, so it is not looked at.
  const range = spread(transitions);
  const open = new Uint8Array(OUTER);
  for (let i = 0; i < length; i++) {
    scores.fill(0);
    emissions(i, scores);
    // The best way to be outside, or to have just closed an entity of each type.
    outerBest[0] = i === 0 ? 0 : best[OUTSIDE];
    outerLabel[0] = OUTSIDE;
    for (let type = 0; type < TYPES; type++) {
      const last = label(type, LAST);
      const unit = label(type, UNIT);
      outerLabel[type + 1] = best[last] >= best[unit] ? last : unit;
      outerBest[type + 1] = Math.max(best[last], best[unit]);
    }
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < OUTER; k++) if (outerBest[k] > highest) highest = outerBest[k];
    let count = 0;
    for (let k = 0; k < OUTER; k++) if (outerBest[k] >= highest - range) open[count++] = k;
    for (let to = 0; to < OUTER; to++) {
      let from = open[0];
      let top = outerBest[from] + transitions[from * OUTER + to];
      for (let n = 1; n < count; n++) {
        const k = open[n];
        const total = outerBest[k] + transitions[k * OUTER + to];
        if (total > top) {
          top = total;
          from = k;
        }
      }
      if (to === 0) {
        next[OUTSIDE] = top + scores[OUTSIDE];
        back[i * LABELS] = outerLabel[from];
        continue;
      }
      const begin = label(to - 1, BEGIN);
      const unit = label(to - 1, UNIT);
      next[begin] = i === length - 1 ? Number.NEGATIVE_INFINITY : top + scores[begin];
      next[unit] = top + scores[unit];
      back[i * LABELS + begin] = outerLabel[from];
      back[i * LABELS + unit] = outerLabel[from];
      const inside = label(to - 1, INSIDE);
      const last = label(to - 1, LAST);
      const before = best[begin] >= best[inside] ? begin : inside;
      next[inside] = i === 0 || i === length - 1 ? Number.NEGATIVE_INFINITY : best[before] + scores[inside];
      next[last] = i === 0 ? Number.NEGATIVE_INFINITY : best[before] + scores[last];
      back[i * LABELS + inside] = before;
      back[i * LABELS + last] = before;
    }
    [best, next] = [next, best];
  }
  const path = new Uint8Array(length);
  let at = 0;
  for (let k = 1; k < LABELS; k++) if (best[k] > best[at]) at = k;
  for (let i = length - 1; i >= 0; i--) {
    path[i] = at;
    at = back[i * LABELS + at];
  }
  return path;
}

function spread(values: Float64Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least;
}

/** Index into the transition weights between two neighbouring labels, or -1 inside an entity. */
export function transitionIndex(from: number, to: number): number {
  const part = (to - 1) % 4;
  if (to !== OUTSIDE && (part === INSIDE || part === LAST)) return -1;
  const outer = (k: number) => (k === OUTSIDE ? 0 : 1 + Math.floor((k - 1) / 4));
  return outer(from) * OUTER + outer(to);
}

export function spansOf(path: ArrayLike<number>): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < path.length; i++) {
    if (path[i] === OUTSIDE) continue;
    const type = Math.floor((path[i] - 1) / 4);
    let end = i + 1;
    if ((path[i] - 1) % 4 === BEGIN) while (end < path.length && (path[end - 1] - 1) % 4 !== LAST) end++;
    spans.push({ start: i, end, type: ENTITY_TYPES[type] });
    i = end - 1;
  }
  return spans;
}

export function labelsOf(spans: readonly Span[], length: number): Uint8Array {
  const labels = new Uint8Array(length);
  for (const { start, end, type } of spans) {
    const number = ENTITY_TYPES.indexOf(type);
    if (end - start === 1) labels[start] = label(number, UNIT);
    else {
      labels.fill(label(number, INSIDE), start, end);
      labels[start] = label(number, BEGIN);
      labels[end - 1] = label(number, LAST);
    }
  }
  return labels;
}

/** Transition weights are stored as features too, one per pair of outer labels. */
export const transitionKey = (index: number) => featureKey(199, index);

/** Spans of tokens as pieces of the text. */
export function spanEntities({ text, tokens, spans = [] }: EntitySentence): TextEntity[] {
  return spans.map(({ start, end, type }) => {
    const from = tokens[start].start;
    const to = tokens[end - 1].end;
    return { text: text.slice(from, to), type, start: from, end: to };
  });
}

export class PerceptronRecognizer implements EntityRecognizer {
  readonly id = 'sensebench-entities';
  private readonly model: SparseModel;
  private readonly gazetteer: Gazetteer;
  private readonly transitions = new Float64Array(OUTER * OUTER);
  private readonly features = new Int32Array(MAX_ENTITY_FEATURES);
  private readonly integers = new Int32Array(LABELS);

  constructor(bytes: Uint8Array, gazetteer: Gazetteer) {
    this.model = SparseModel.decode(bytes, 'entities');
    this.gazetteer = gazetteer;
    const key = new Int32Array(1);
    for (let i = 0; i < this.transitions.length; i++) {
      key[0] = transitionKey(i);
      this.integers.fill(0);
      this.model.score(key, 1, this.integers);
      this.transitions[i] = this.integers[0];
    }
  }

  /** `others` are the scores of another model, LABELS for each word, which are added. */
  spans(words: readonly WordInfo[], tags: readonly string[], others?: Float32Array): Span[] {
    return spansOf(this.labels(entityInput(words, tags, this.gazetteer), others));
  }

  async recognize(sentences: readonly EntitySentence[]): Promise<TextEntity[][]> {
    return sentences.map((sentence) => spanEntities({ ...sentence, spans: this.spans(sentence.words, sentence.tags) }));
  }

  private labels(input: EntityInput, others?: Float32Array): Uint8Array {
    const { features, integers, model } = this;
    return viterbi(
      input.words.length,
      (i, scores) => {
        integers.fill(0);
        model.score(features, entityFeatures(input, i, features), integers);
        for (let k = 0; k < LABELS; k++) scores[k] = integers[k];
        if (others) for (let k = 0; k < LABELS; k++) scores[k] += others[i * LABELS + k];
      },
      this.transitions,
    );
  }
}
