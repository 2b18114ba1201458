/** Estimates the number of similar pairs (SituatedGen, section 4.3) from a sample, to refuse too many before everything is embedded. */

import {
  createRandom,
  defineStreamStep,
  InputError,
  type Shard,
  type ShardReaders,
  type StepTools,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { estimatePairs, memoryVectors } from '../../../build/pairs/index.ts';
import { countRows, readRowsBetween } from '../../../build/steps/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { type EmbeddingsOption, embedderNeeds, embeddingsOption } from './embed-texts.ts';
import { maskKeywords } from './mask-keywords.ts';

/** A pair takes about 400 bytes during a build, so that this many fill Node's default heap of four gigabytes. */
export const MOST_PAIRS = 10_000_000;

/** The 124,750 pairs of this sample estimate 10 million pairs of 100,000 statements within a tenth. */
const SAMPLE = 500;
/** Nearer to the limit, the sample may be wrong. Then mining decides, which has all vectors. */
const MARGIN = 2;

/** Reads the statements and yields no rows. */
export const foreseeStep = defineStreamStep({
  name: 'foresee',
  version: 2,
  options: z.object({ threshold: z.number(), embeddings: embeddingsOption }),
  needs: (options: { threshold: number } & EmbeddingsOption) => ({ ...embedderNeeds(options), tiles: true }),
  over: 'stream',
  async *run(
    { statements }: ShardReaders<{ statements: Statement }>,
    { threshold }: { threshold: number } & EmbeddingsOption,
    { embedder, tiles, signal }: StepTools,
  ): AsyncGenerator<Shard<never>> {
    yield { rows: [], dropped: [] };
    const count = countRows(statements);
    const all = pairsOf(count);
    // Without an encoder, the step that embeds reports what is missing.
    if (!embedder || all <= MARGIN * MOST_PAIRS) return;
    const random = createRandom('foresee');
    const places = new Set<number>();
    while (places.size < SAMPLE) places.add(random.below(count));
    const texts: string[] = [];
    for (const place of places) {
      const [{ text, keywords = [] }] = await readRowsBetween(statements, place, place + 1);
      texts.push(maskKeywords(text, keywords));
    }
    const vectors = memoryVectors(await embedder.embed(texts, { signal }), embedder.dimensions);
    const found = await estimatePairs(vectors, { threshold, tiles });
    refuseMore((found / pairsOf(SAMPLE)) * all, { statements: count, most: MARGIN * MOST_PAIRS });
  },
});

/** Explains how to get fewer pairs. */
export function refuseMore(pairs: number, { statements, most }: { statements: number; most: number }): void {
  if (pairs <= most) return;
  throw new InputError(
    `${statements.toLocaleString('en')} statements have about ${Math.round(pairs / 1e6)} million similar pairs, more than fit into memory`,
    {
      expected: `at most ${MOST_PAIRS / 1e6} million; --step 'mine(best-partners=8)' keeps those of each statement, a higher 'mine(threshold=0.85)' or 'mine(merge-duplicates=0.95)' makes fewer`,
    },
  );
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
