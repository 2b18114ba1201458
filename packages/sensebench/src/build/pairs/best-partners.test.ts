import { createRandom } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBestPartners } from './best-partners.ts';

const COUNT = 12;
/** Few values, so that ties are frequent. */
const pairsOf = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: COUNT }, (_, first) =>
    Array.from({ length: COUNT - first - 1 }, (_, i) => ({ first, second: first + i + 1, similarity: random.below(4) / 4 })),
  ).flat();
};

function best(pairs: ReturnType<typeof pairsOf>, most: number) {
  const partners = createBestPartners(COUNT, most);
  for (const { first, second, similarity } of pairs) partners.add(first, second, similarity);
  return [...partners.pairs()];
}

/** By the definition: sort, take the first ones of each, keep what both have. */
function byDefinition(pairs: ReturnType<typeof pairsOf>, most: number) {
  const kept = (of: number) =>
    pairs
      .filter(({ first, second }) => first === of || second === of)
      .map((pair) => ({ pair, other: pair.first === of ? pair.second : pair.first }))
      .sort((a, b) => b.pair.similarity - a.pair.similarity || a.other - b.other)
      .slice(0, most)
      .map(({ pair }) => pair);
  return pairs.filter((pair) => kept(pair.first).includes(pair) && kept(pair.second).includes(pair));
}

describe('the best partners', () => {
  it('are those of the definition, in whatever order pairs come', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 6 }), (seed, most) => {
        const pairs = pairsOf(seed);
        const expected = byDefinition(pairs, most);
        expect(best(pairs, most)).toEqual(expected);
        expect(best(createRandom(seed).shuffle(pairs), most)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are the same without the pairs that they do not take, or that are below the bounds of both', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 6 }), (seed, most) => {
        const pairs = createRandom(seed).shuffle(pairsOf(seed));
        const partners = createBestPartners(COUNT, most, { least: 0 });
        let left = 0;
        for (const { first, second, similarity } of pairs) {
          const below = similarity < Math.min(partners.bounds[first], partners.bounds[second]);
          if (below) expect(partners.takes(first, second, similarity)).toBe(false);
          if (partners.takes(first, second, similarity)) partners.add(first, second, similarity);
          else left++;
        }
        expect([...partners.pairs()]).toEqual(byDefinition(pairsOf(seed), most));
        if (most === 1) expect(left).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
