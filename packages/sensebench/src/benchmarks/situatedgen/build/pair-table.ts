/** Pairs of statements in typed arrays, 25 bytes each, and the rows that steps hand on: the partners of one statement. */
import { widened } from '@sensebench/metrics/internal/core';
import { CONTEXTS, type Context } from '../../../statements/index.ts';

export interface MinedPair {
  /** Places of the two statements in the list. */
  first: number;
  second: number;
  similarity: number;
  /** null for a pair of different contexts, with `contexts: 'any'`. */
  context: Context | null;
  /** How contrastive the pair is, where the strict rules have judged it. */
  contrast?: number;
}

/** The pairs of one statement with later ones: a quarter of the bytes of a row for each pair. */
export interface Partners {
  first: number;
  second: number[];
  similarity: number[];
  /** Places in CONTEXTS; −1 for none. */
  context: number[];
  contrast?: number[];
}

export interface PairTable extends Iterable<MinedPair> {
  readonly length: number;
  /** Places of the statements of a pair. */
  first(pair: number): number;
  second(pair: number): number;
  get(pair: number): MinedPair;
  add(pair: MinedPair): void;
  /** By their first, then their second statement. */
  sort(): void;
}

export function createPairTable(): PairTable {
  let firsts = new Int32Array(1024);
  let seconds = new Int32Array(1024);
  let similarities = new Float64Array(1024);
  let contexts = new Uint8Array(1024);
  /** NaN where nothing judged the contrast. */
  let contrasts = new Float64Array(1024);
  let length = 0;
  const get = (pair: number): MinedPair => ({
    first: firsts[pair],
    second: seconds[pair],
    similarity: similarities[pair],
    context: CONTEXTS[contexts[pair] - 1] ?? null,
    ...(Number.isNaN(contrasts[pair]) ? {} : { contrast: contrasts[pair] }),
  });
  return {
    get length() {
      return length;
    },
    first: (pair) => firsts[pair],
    second: (pair) => seconds[pair],
    get,
    add({ first, second, similarity, context, contrast }) {
      if (length === firsts.length) {
        [firsts, seconds, contexts] = [widened(firsts), widened(seconds), widened(contexts)];
        [similarities, contrasts] = [widened(similarities), widened(contrasts)];
      }
      firsts[length] = first;
      seconds[length] = second;
      similarities[length] = similarity;
      contexts[length] = context === null ? 0 : CONTEXTS.indexOf(context) + 1;
      contrasts[length] = contrast ?? Number.NaN;
      length++;
    },
    sort() {
      const order = Uint32Array.from({ length }, (_, pair) => pair).sort((a, b) => firsts[a] - firsts[b] || seconds[a] - seconds[b]);
      const sorted = <List extends Int32Array | Float64Array | Uint8Array>(list: List): List => {
        const moved = widened(list, list.length);
        for (let i = 0; i < length; i++) moved[i] = list[order[i]];
        return moved;
      };
      [firsts, seconds, contexts] = [sorted(firsts), sorted(seconds), sorted(contexts)];
      [similarities, contrasts] = [sorted(similarities), sorted(contrasts)];
    },
    *[Symbol.iterator]() {
      for (let pair = 0; pair < length; pair++) yield get(pair);
    },
  };
}

/** `pairs` are in the order of their first statements. */
export function* packPairs(pairs: Iterable<MinedPair>): Generator<Partners> {
  let row: Partners | undefined;
  for (const { first, second, similarity, context, contrast } of pairs) {
    if (row?.first !== first) {
      if (row) yield row;
      row = { first, second: [], similarity: [], context: [] };
    }
    row.second.push(second);
    row.similarity.push(similarity);
    row.context.push(context === null ? -1 : CONTEXTS.indexOf(context));
    if (contrast !== undefined) {
      row.contrast ??= [];
      row.contrast.push(contrast);
    }
  }
  if (row) yield row;
}

export async function* unpackPairs(rows: Iterable<Partners> | AsyncIterable<Partners>): AsyncGenerator<MinedPair> {
  for await (const { first, second, similarity, context, contrast } of rows) {
    for (let i = 0; i < second.length; i++)
      yield {
        first,
        second: second[i],
        similarity: similarity[i],
        context: CONTEXTS[context[i]] ?? null,
        ...(contrast ? { contrast: contrast[i] } : {}),
      };
  }
}

export async function collectPairs(rows: Iterable<Partners> | AsyncIterable<Partners>): Promise<PairTable> {
  const table = createPairTable();
  for await (const pair of unpackPairs(rows)) table.add(pair);
  return table;
}
