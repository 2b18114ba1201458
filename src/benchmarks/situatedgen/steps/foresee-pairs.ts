/** How many similar pairs mining will find (SituatedGen, section 4.3), from a sample: too many are refused before all is embedded. */
import { z } from 'zod';
import { estimatePairs } from '../../../build/pairs/index.ts';
import { createRandom, defineStep, InputError, type Shard } from '../../../core/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { maskKeywords } from './mask-keywords.ts';

/** A pair takes about 400 bytes on its way to a dataset, so these take the four gigabytes that Node has by default. */
export const MOST_PAIRS = 10_000_000;

/** Their 124,750 pairs tell 10 million pairs of 100,000 statements to a tenth. */
const SAMPLE = 500;
/** Nearer to the bound the sample may be wrong: then mining decides, which knows all vectors. */
const MARGIN = 2;

/** Reads the statements and passes on nothing. */
export const foreseeStep = defineStep({
  name: 'foresee',
  version: 1,
  options: z.object({ threshold: z.number() }),
  needs: { embedder: true, tiles: true },
  over: 'all',
  async run(shards: readonly Shard<Statement>[], { threshold }, { embedder, tiles, signal }): Promise<Shard<never>> {
    const statements = shards.flatMap(({ rows }) => rows);
    const all = pairsOf(statements.length);
    // Without an encoder the step that embeds says what is missing.
    if (!embedder || all <= MARGIN * MOST_PAIRS) return { rows: [], dropped: [] };
    const random = createRandom('foresee');
    const places = new Set<number>();
    while (places.size < SAMPLE) places.add(random.below(statements.length));
    const texts = Array.from(places, (place) => maskKeywords(statements[place].text, statements[place].keywords ?? []));
    const vectors = await embedder.embed(texts, { signal });
    const found = await estimatePairs(vectors, { threshold, dimensions: embedder.dimensions, tiles });
    refuseMore((found / pairsOf(SAMPLE)) * all, { statements: statements.length, most: MARGIN * MOST_PAIRS });
    return { rows: [], dropped: [] };
  },
});

/** Says how to get fewer. */
export function refuseMore(pairs: number, { statements, most }: { statements: number; most: number }): void {
  if (pairs <= most) return;
  throw new InputError(
    `${statements.toLocaleString('en')} statements have about ${Math.round(pairs / 1e6)} million similar pairs, more than fit into memory`,
    { expected: `at most ${MOST_PAIRS / 1e6} million; a higher --threshold, --merge-duplicates or fewer statements make fewer` },
  );
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
