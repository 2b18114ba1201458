/** N-gram language model with modified Kneser–Ney smoothing (Chen and Goodman 1998); the same numbers as KenLM's lmplz. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { InputError, type LanguageModel } from '@sensebench/metrics/internal/core';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import type { NextTokenScorer } from './constrained-beam.ts';
import { BEGIN, countNgrams, type Discounts, discountOf, END, estimateDiscounts, type NgramLevel, UNKNOWN } from './ngram-counts.ts';

export interface NgramModel {
  order: number;
  /** Words that may come next: every word of the training text, `</s>` and `<unk>`; `<s>` has probability 0. */
  vocabulary: readonly string[];
  /** Natural-log probability of `word` after `context` (begin with `<s>` at the start of a sentence). */
  logprobOf(word: string, context: readonly string[]): number;
  /** Natural-log probability of a whole sentence, its end included. */
  logprob(tokens: readonly string[]): number;
  /** Natural-log probabilities of all next words, in the order of the vocabulary. */
  distribution(context: readonly string[]): Float64Array;
  encode(): Uint8Array;
}

interface ModelLevel {
  prefix: Uint32Array;
  word: Uint32Array;
  probability: Float32Array;
  /** Weight of the shorter context after this n-gram; 1 where nothing was seen after it. */
  backoff: Float32Array;
}

interface ModelData {
  vocabulary: string[];
  levels: ModelLevel[];
}

export function trainNgramModel(sentences: Iterable<readonly string[]>, { order = 3 }: { order?: number } = {}): NgramModel {
  if (!Number.isInteger(order) || order < 1) throw new InputError(`order ${order}`, { expected: 'a whole number from 1' });
  const { vocabulary, levels } = countNgrams(sentences, { order });
  const data: ModelData = { vocabulary, levels: levels.map(emptyLevel) };
  // <s> is never predicted; <unk> is every word that was not seen.
  const base = 1 / (vocabulary.length - 1);
  let unknown = base;
  const estimated = estimateDiscounts(levels);
  for (const [depth, level] of levels.entries()) {
    const contexts = depth === 0 ? 1 : levels[depth - 1].word.length;
    const discounts = estimated[depth];
    const { sums, weights } = contextMass(level, discounts, { contexts, isFirst: depth === 0 });
    const out = data.levels[depth];
    for (let node = 0; node < level.word.length; node++) {
      const context = level.prefix[node];
      const lower = depth === 0 ? base : data.levels[depth - 1].probability[level.suffix[node]];
      const count = level.count[node];
      if (depth === 0 && level.word[node] === 1) continue;
      out.probability[node] = (count - discountOf(discounts, count)) / sums[context] + weights[context] * lower;
    }
    if (depth === 0) unknown = sums[0] > 0 ? weights[0] * base : base;
    else
      for (let context = 0; context < contexts; context++)
        data.levels[depth - 1].backoff[context] = sums[context] > 0 ? weights[context] : 1;
  }
  return createModel(data, unknown);
}

function emptyLevel(level: NgramLevel): ModelLevel {
  const size = level.word.length;
  return {
    prefix: Uint32Array.from(level.prefix),
    word: Uint32Array.from(level.word),
    probability: new Float32Array(size),
    backoff: new Float32Array(size).fill(1),
  };
}

/** Sum of the counts after each context, and the mass that its discounts leave to the shorter context. */
function contextMass(level: NgramLevel, discounts: Discounts, { contexts, isFirst }: { contexts: number; isFirst: boolean }) {
  const sums = new Float64Array(contexts);
  const weights = new Float64Array(contexts);
  for (let node = 0; node < level.word.length; node++) {
    if (isFirst && level.word[node] === 1) continue;
    sums[level.prefix[node]] += level.count[node];
    weights[level.prefix[node]] += discountOf(discounts, level.count[node]);
  }
  for (let context = 0; context < contexts; context++) if (sums[context] > 0) weights[context] /= sums[context];
  return { sums, weights };
}

function createModel({ vocabulary, levels }: ModelData, unknown: number): NgramModel {
  const order = levels.length;
  const ids = new Map(vocabulary.map((word, id) => [word, id]));
  const index = levels.map((level) => {
    const map = new Map<number, number>();
    for (let node = 0; node < level.word.length; node++) map.set(level.prefix[node] * 0x1000000 + level.word[node], node);
    return map;
  });
  const children = levels.slice(1).map((level, depth) => childLists(level, levels[depth].word.length));
  const idOf = (word: string) => ids.get(word) ?? 0;

  /** The number of an n-gram, or -1. */
  function find(words: readonly number[]): number {
    let node = 0;
    for (const [depth, word] of words.entries()) {
      const next = index[depth].get(node * 0x1000000 + word);
      if (next === undefined) return -1;
      node = next;
    }
    return node;
  }

  function probability(word: number, context: readonly number[]): number {
    let weight = 1;
    for (let from = 0; from < context.length; from++) {
      const shorter = context.slice(from);
      const node = find(shorter);
      if (node < 0) continue;
      const found = index[shorter.length].get(node * 0x1000000 + word);
      if (found !== undefined) return weight * levels[shorter.length].probability[found];
      weight *= levels[shorter.length - 1].backoff[node];
    }
    const node = index[0].get(word);
    return weight * (node === undefined ? unknown : levels[0].probability[node]);
  }

  const recent = (context: readonly string[]) => (order === 1 ? [] : context.slice(-(order - 1)).map(idOf));
  const logprobOf = (word: string, context: readonly string[]) => Math.log(probability(idOf(word), recent(context)));

  return {
    order,
    vocabulary,
    logprobOf,
    logprob(tokens) {
      const padded = [BEGIN, ...tokens, END];
      let sum = 0;
      for (let i = 1; i < padded.length; i++) sum += logprobOf(padded[i], padded.slice(Math.max(0, i - order + 1), i));
      return sum;
    },
    distribution(context) {
      const all = new Float64Array(vocabulary.length).fill(unknown);
      for (let node = 0; node < levels[0].word.length; node++) all[levels[0].word[node]] = levels[0].probability[node];
      const words = recent(context);
      for (let from = words.length - 1; from >= 0; from--) {
        const node = find(words.slice(from));
        if (node < 0) break;
        const depth = words.length - from;
        const weight = levels[depth - 1].backoff[node];
        for (let id = 0; id < all.length; id++) all[id] *= weight;
        const { starts, list } = children[depth - 1];
        for (let i = starts[node]; i < starts[node + 1]; i++) all[levels[depth].word[list[i]]] = levels[depth].probability[list[i]];
      }
      all[1] = 0;
      return all.map(Math.log);
    },
    encode: () => encodeModel({ vocabulary, levels }, unknown),
  };
}

/** For each context its n-grams, side by side. */
function childLists(level: ModelLevel, contexts: number): { starts: Uint32Array; list: Uint32Array } {
  const starts = new Uint32Array(contexts + 1);
  for (const prefix of level.prefix) starts[prefix + 1]++;
  for (let i = 0; i < contexts; i++) starts[i + 1] += starts[i];
  const list = new Uint32Array(level.word.length);
  const at = starts.slice();
  for (let node = 0; node < level.word.length; node++) list[at[level.prefix[node]]++] = node;
  return { starts, list };
}

function encodeModel({ vocabulary, levels }: ModelData, unknown: number): Uint8Array {
  const header = Buffer.from(`${JSON.stringify({ unknown, vocabulary, sizes: levels.map((level) => level.word.length) })}\n`);
  const padding = Buffer.alloc((4 - (header.length % 4)) % 4, 10);
  const arrays = levels.flatMap(({ prefix, word, probability, backoff }) => [prefix, word, probability, backoff]);
  return gzipSync(
    Buffer.concat([header, padding, ...arrays.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength))]),
  );
}

/** Reads what `encode` wrote; the probabilities are the same to the bit. */
export function decodeNgramModel(bytes: Uint8Array): NgramModel {
  const raw = gunzipSync(bytes);
  const end = raw.indexOf(10) + 1;
  const { unknown, vocabulary, sizes } = JSON.parse(raw.toString('utf8', 0, end)) as {
    unknown: number;
    vocabulary: string[];
    sizes: number[];
  };
  let at = end + ((4 - (end % 4)) % 4);
  const take = (size: number) => {
    const part = raw.buffer.slice(raw.byteOffset + at, raw.byteOffset + at + 4 * size) as ArrayBuffer;
    at += 4 * size;
    return part;
  };
  const levels = sizes.map((size) => ({
    prefix: new Uint32Array(take(size)),
    word: new Uint32Array(take(size)),
    probability: new Float32Array(take(size)),
    backoff: new Float32Array(take(size)),
  }));
  return createModel({ vocabulary, levels }, unknown);
}

/** The LanguageModel contract over an n-gram model; texts are tokenized as in the treebank and, by default, lower-cased. */
export function ngramLanguageModel(
  model: NgramModel,
  { id = `ngram-${model.order}`, tokenize = (text: string) => tokenizeTreebank(text).map((token) => token.text.toLowerCase()) } = {},
): LanguageModel {
  return { id, logprob: async (texts) => texts.map((text) => model.logprob(tokenize(text))) };
}

/** An n-gram language model as the next-token scorer of constrained decoding. */
export function ngramScorer(model: NgramModel): NextTokenScorer {
  return {
    vocabulary: model.vocabulary,
    end: END,
    hidden: new Set([BEGIN, UNKNOWN]),
    unknown: model.vocabulary.indexOf(UNKNOWN),
    score: async (prefixes) => {
      // Prefixes that end alike have the same continuation.
      const known = new Map<string, Float64Array>();
      return prefixes.map((prefix) => {
        const context = model.order === 1 ? [] : [BEGIN, ...prefix].slice(-(model.order - 1));
        const key = context.join('\u0000');
        const row = known.get(key) ?? model.distribution(context);
        known.set(key, row);
        return row;
      });
    },
  };
}
