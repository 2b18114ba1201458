/** Contrastive sentence mining (SituatedGen, section 4.3, appendix A.2): similar masked statements that keep the pair rules. */

import { defineStreamStep, type LedgerRow, type ShardReader, type ShardReaders, type StepTools } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { fileVectors, nearest, type VectorBlocks } from '../../../build/pairs/index.ts';
import { countRows, inShards, readRows, type StreamedResult } from '../../../build/steps/index.ts';
import { createRowFile, createTextNumbers, openScratch, type RowFile } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { embedderNeeds, embeddingsOption, exactVectors } from './embed-texts.ts';
import { BETTER_PARTNERS, joinStatements } from './join-statements.ts';
import { createLostPairs, type LostPairs } from './lost-pairs.ts';
import { maskKeywords } from './mask-keywords.ts';
import { type MinedPair, type Partners, packPairs } from './pair-table.ts';

interface MineInput {
  statements: Statement;
  crowd: string;
  texts: string;
}

const mineOptions = z.object({
  threshold: z.number(),
  sharedEntities: z.enum(['context', 'all']),
  sharedContext: z.boolean(),
  contexts: z.enum(['same', 'any']),
  /** All pairs above the threshold, or those that `paraphrase_mining` of sentence-transformers returns. */
  mining: z.enum(['exhaustive', 'paraphrase-mining']),
  /** Each statement keeps so many of its most similar partners. */
  bestPartners: z.number().optional(),
  embeddings: embeddingsOption,
});

type MineOptions = z.infer<typeof mineOptions>;

/**
 * Rows are partners of statements; `facts` counts similar pairs that a rule refused, by rule: too many to list. With `bestPartners` not all
 * similar pairs are looked at, and none are counted. A statement without a pair is dropped with its reason.
 */
export const mineStep = defineStreamStep({
  name: 'mine',
  version: 6,
  options: mineOptions,
  needs: (options: MineOptions) => ({ ...embedderNeeds(options), tiles: true }),
  over: 'stream',
  run: (input: ShardReaders<MineInput>, options: MineOptions, tools) => inShards(minePairs(input, options, tools)),
});

async function* minePairs(
  input: ShardReaders<MineInput>,
  options: MineOptions,
  tools: StepTools,
): AsyncGenerator<StreamedResult<Partners>> {
  const count = countRows(input.statements);
  const { vectors, texts, close } = await openMaskedVectors(input);
  try {
    const { exact } = exactVectors((place) => texts.get(place), tools);
    const refused: Record<string, number> = { 'contexts differ': 0, 'shared entity': 0, 'one statement contains the other': 0 };
    const lost = createLostPairs(count);
    const paired = new Uint8Array(count);
    const noted = async function* (pairs: AsyncIterable<MinedPair>): AsyncGenerator<MinedPair> {
      for await (const pair of pairs) {
        paired[pair.first] = paired[pair.second] = 1;
        yield pair;
      }
    };
    const joined = joinStatements(input.statements, vectors, {
      ...options,
      count,
      exact,
      tiles: tools.tiles,
      refuse({ first, second, similarity }, verdict) {
        if (verdict.rule !== BETTER_PARTNERS) refused[verdict.rule] = (refused[verdict.rule] ?? 0) + 1;
        lost.offer(first, second, similarity, verdict);
        lost.offer(second, first, similarity, verdict);
      },
      progress: (share) => tools.progress(Math.round(share * count)),
      signal: tools.signal,
    });
    for await (const row of packStream(noted(joined))) yield { row };
    const alone = Array.from({ length: count }, (_, place) => place).filter((place) => !paired[place] && !lost.has(place));
    const others = await nearest({ ...vectors, count }, { exact, tiles: tools.tiles, of: alone });
    let [place, next] = [0, 0];
    for await (const statement of readRows(input.statements)) {
      if (!paired[place]) {
        const similarity = alone[next] === place ? others[next++].similarity : 0;
        yield { drop: describeLoss(statement, lost.get(place), { similarity, ...options }) };
      }
      place++;
    }
    yield { facts: options.bestPartners === undefined ? refused : {} };
  } finally {
    close();
  }
}

function describeLoss(
  { id, text }: Statement,
  lost: ReturnType<LostPairs['get']>,
  { similarity, threshold, bestPartners }: Pick<MineOptions, 'threshold' | 'bestPartners'> & { similarity: number },
): LedgerRow {
  const place = { step: 'mine' as const, ids: [id], text };
  if (lost?.rule === BETTER_PARTNERS) return { ...place, rule: lost.rule, limit: bestPartners };
  if (lost) return { ...place, rule: lost.rule, value: lost.value ?? lost.similarity };
  return { ...place, rule: 'no similar statement', value: similarity, limit: threshold };
}

/** Partners as pairs come: those of one statement come together. */
async function* packStream(pairs: AsyncIterable<MinedPair>): AsyncGenerator<Partners> {
  let some: MinedPair[] = [];
  for await (const pair of pairs) {
    if (some.length > 0 && some[0].first !== pair.first) {
      yield* packPairs(some);
      some = [];
    }
    some.push(pair);
  }
  yield* packPairs(some);
}

/** Vectors of masked statements in the order of the statements: each distinct text was embedded once, in another order. */
interface MaskedVectors {
  /** The vectors of the statements first, then those of the crowd. */
  vectors: VectorBlocks;
  /** The masked texts in the same order. */
  texts: RowFile<string>;
  close(): void;
}

interface MaskedInput {
  statements: ShardReader<Statement>;
  /** Texts that are in the way of others and have no partners themselves. */
  crowd: ShardReader<string>;
  /** Distinct texts with their vectors; of two vectors of a text the first counts. */
  texts: ShardReader<string>;
}

async function openMaskedVectors({ statements, crowd, texts: embedded }: MaskedInput): Promise<MaskedVectors> {
  const byText = openScratch();
  const ordered = openScratch();
  const texts = createRowFile<string>();
  const numbers = createTextNumbers();
  let dimensions = 0;
  for (const place of embedded.sizes.keys()) {
    const { rows, vectors } = await embedded.read(place);
    if (!vectors || rows.length === 0) continue;
    dimensions = vectors.length / rows.length;
    for (const [i, text] of rows.entries()) {
      if (numbers.add(text) === byText.size / bytesOf(dimensions))
        byText.append(bytes(vectors.subarray(i * dimensions, (i + 1) * dimensions)));
    }
  }
  const known = fileVectors(byText, dimensions);
  const add = (text: string) => {
    const number = numbers.find(text);
    if (number < 0) throw new Error(`"${text}" was not embedded`);
    ordered.append(bytes(known.rows(number, number + 1)));
    texts.add(text);
  };
  try {
    for await (const { text, keywords = [] } of readRows(statements)) add(maskKeywords(text, keywords));
    for await (const text of readRows(crowd)) add(text);
  } finally {
    byText.close();
  }
  return {
    vectors: fileVectors(ordered, dimensions),
    texts,
    close() {
      ordered.close();
      texts.close();
    },
  };
}

function bytesOf(dimensions: number): number {
  return dimensions * Float32Array.BYTES_PER_ELEMENT;
}

function bytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
