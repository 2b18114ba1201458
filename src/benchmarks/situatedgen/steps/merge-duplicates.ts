/** Merging of near-duplicate statements (an option): of statements that say nearly the same, only the first stays. */
import { z } from 'zod';
import { similarPairs } from '../../../build/pairs/index.ts';
import { defineStep, type LedgerRow, type Shard } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { vectorsOf } from './embed-texts.ts';
import { type StatementOrText, sortShards } from './sort-shards.ts';

/** `vectors` are the unit embeddings of the whole statements, nothing masked. */
function mergeDuplicates(
  statements: readonly Statement[],
  vectors: Float32Array,
  { threshold, dimensions }: { threshold: number; dimensions: number },
): Shard<Statement> {
  const merged = new Map<number, { into: number; similarity: number }>();
  for (const { first, second, similarity } of similarPairs(vectors, { dimensions, threshold })) {
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
  version: 1,
  options: z.object({ threshold: z.number() }),
  over: 'all',
  run(shards: readonly Shard<StatementOrText>[], { threshold }) {
    const { statements, texts } = sortShards(shards);
    const found = vectorsOf(
      statements.map(({ text }) => text),
      texts,
    );
    return mergeDuplicates(statements, found.vectors, { threshold, dimensions: found.dimensions });
  },
});
