/** How many similar pairs mining will find (SituatedGen, section 4.3), from a sample: too many are refused before all is embedded. */
import { z } from 'zod';
import { estimatePairs, memoryVectors } from '../../../build/pairs/index.ts';
import { countRows, readRowsBetween } from '../../../build/steps/index.ts';
import { createRandom, defineStreamStep, InputError, type Shard, type ShardReaders, type StepTools } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { type EmbeddingsOption, embedderNeeds, embeddingsOption } from './embed-texts.ts';
import { maskKeywords } from './mask-keywords.ts';

/** A pair takes about 400 bytes on its way to a dataset, so these take the four gigabytes that Node has by default. */
export const MOST_PAIRS = 10_000_000;

/** Their 124,750 pairs tell 10 million pairs of 100,000 statements to a tenth. */
const SAMPLE = 500;
/** Nearer to the bound the sample may be wrong: then mining decides, which knows all vectors. */
const MARGIN = 2;

/** Reads the statements and passes on nothing. */
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
    // Without an encoder the step that embeds says what is missing.
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

/** Says how to get fewer. */
export function refuseMore(pairs: number, { statements, most }: { statements: number; most: number }): void {
  if (pairs <= most) return;
  throw new InputError(
    `${statements.toLocaleString('en')} statements have about ${Math.round(pairs / 1e6)} million similar pairs, more than fit into memory`,
    {
      expected: `at most ${MOST_PAIRS / 1e6} million; --step 'mine(best-partners=8)' keeps those of each statement, a higher --threshold or --step 'mine(merge-duplicates=0.95)' make fewer`,
    },
  );
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
