/** Merging of near-duplicate statements (an option): of statements that say nearly the same, only the first stays. */

import { defineStep, type LedgerRow, type Shard, type TileFinder } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type SettleOptions, similarPairs } from '../../../build/pairs/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { type EmbeddingsOption, embedderNeeds, embeddingsOption, exactVectors, vectorsOf } from './embed-texts.ts';

/** `vectors` are the unit embeddings of the whole statements, nothing masked. */
async function mergeDuplicates(
  statements: readonly Statement[],
  vectors: Float32Array,
  { threshold, dimensions, exact, tiles }: SettleOptions & { threshold: number; tiles?: TileFinder },
): Promise<Shard<Statement>> {
  const merged = new Map<number, { into: number; similarity: number }>();
  for (const { first, second, similarity } of await similarPairs(vectors, { dimensions, threshold, exact, tiles })) {
    if (!merged.has(first) && !merged.has(second)) merged.set(second, { into: first, similarity });
  }
  const dropped = [...merged].map(
    ([index, { into, similarity }]): LedgerRow => ({
      step: 'keywords',
      rule: 'near-duplicate',
      ids: [statements[index].id, statements[into].id],
      text: statements[index].text,
      value: similarity,
      limit: threshold,
    }),
  );
  return { rows: statements.filter((_, index) => !merged.has(index)), dropped };
}

/** Reads the statements, and the vectors of their whole texts. */
export const mergeStep = defineStep({
  name: 'merge',
  version: 2,
  options: z.object({ threshold: z.number(), embeddings: embeddingsOption }),
  needs: (options: { threshold: number } & EmbeddingsOption) => ({ ...embedderNeeds(options), tiles: true }),
  over: 'all',
  async run(shards: readonly Shard<StatementOrText>[], { threshold }, tools) {
    const { statements, texts } = sortShards(shards);
    const whole = statements.map(({ text }) => text);
    const { vectors, dimensions } = vectorsOf(whole, texts);
    return mergeDuplicates(statements, vectors, {
      threshold,
      dimensions,
      tiles: tools.tiles,
      ...exactVectors((place) => whole[place], tools),
    });
  },
});

type StatementOrText = Statement | string;

/** Steps that compare statements are given two kinds of shards together: statements, and distinct texts with their vectors. */
function sortShards(shards: readonly Shard<StatementOrText>[]): { statements: Statement[]; texts: Shard<string>[] } {
  return {
    statements: shards.flatMap(({ rows }) => rows.filter((row) => typeof row !== 'string')),
    texts: shards.flatMap(({ rows, ...rest }) => {
      const texts = rows.filter((row) => typeof row === 'string');
      return texts.length > 0 ? [{ ...rest, rows: texts }] : [];
    }),
  };
}
