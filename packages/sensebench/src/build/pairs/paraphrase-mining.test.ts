import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cosine, paraphraseMining, similarPairs, writtenSimilarity } from './index.ts';

const golden = z
  .object({
    vectors: z.array(z.array(z.number())),
    cases: z.array(
      z.object({
        options: z.object({ top_k: z.number().optional(), max_pairs: z.number().optional() }),
        pairs: z.array(z.tuple([z.number(), z.number(), z.number()])),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../../../test/golden/paraphrase-mining.json', import.meta.url), 'utf8')));

const dimensions = golden.vectors[0].length;
const vectors = Float32Array.from(
  golden.vectors.flatMap((row) => {
    const length = Math.hypot(...row);
    return row.map((value) => value / length);
  }),
);

describe('paraphraseMining', () => {
  it.each(golden.cases)('returns the pairs of sentence-transformers with %o', async ({ options, pairs }) => {
    const given = { topK: options.top_k, maxPairs: options.max_pairs };
    const found = await paraphraseMining(vectors, { dimensions, threshold: -1, ...given });
    const theirs = pairs.map(([first, second]) => ({ first, second })).sort((a, b) => a.first - b.first || a.second - b.second);
    expect(found.pairs.map(({ first, second }) => ({ first, second }))).toEqual(theirs);
    for (const [first, second, score] of pairs) expect(cosine(vectors, first, second, dimensions)).toBeCloseTo(score, 5);
  });

  it('leaves out the same pairs when the threshold comes first', async () => {
    for (const threshold of [0.2, 0.6, 0.8]) {
      const all = await paraphraseMining(vectors, { dimensions, threshold: -1, topK: 4 });
      const near = await paraphraseMining(vectors, { dimensions, threshold, topK: 4 });
      const reached = all.pairs.filter(({ first, second }) => cosine(vectors, first, second, dimensions) >= threshold);
      expect(near.pairs).toEqual(reached);
      expect(near.pairs.length + near.beyond.length).toBe((await similarPairs(vectors, { dimensions, threshold })).length);
    }
  });

  it('says which similar pairs are beyond the nearest, with their similarity', async () => {
    const { beyond } = await paraphraseMining(vectors, { dimensions, threshold: 0.8, topK: 1 });
    expect(beyond.length).toBeGreaterThan(5);
    for (const { first, second, similarity } of beyond)
      expect(similarity).toBe(writtenSimilarity(cosine(vectors, first, second, dimensions)));
  });
});
