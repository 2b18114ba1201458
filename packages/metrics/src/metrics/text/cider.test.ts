import { describe, expect, it } from 'vitest';
import { createMetric, type MetricInput, type Tools } from '../../core/index.ts';
import { cider } from './cider.ts';
import { MAX_ORDER } from './ngrams.ts';

const tools: Tools = { tokens: (_, text) => text.split(' '), analyse: async () => [] };
const split = (text: string) => text.split(' ').filter((word) => word !== '');
const inputOf = (candidate: string, ...references: string[]): MetricInput => ({
  item: { id: candidate, input: null, references, meta: {} },
  candidate,
  tokens: { candidate: split(candidate), references: references.map(split) },
});

async function run(inputs: readonly MetricInput[], options: { idf?: unknown; sigma?: number } = {}) {
  const metric = await createMetric(cider, options);
  const context = await metric.prepare!(inputs, tools);
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return { stats, scores: metric.score(stats, context), signature: metric.signature(context) };
}

describe('CIDEr', () => {
  it('is ten times the mean cosine over the four orders', async () => {
    // Two documents, "a b" and "c d": each n-gram is in one, so each weighs log 2. Words and pairs agree fully, triples and quadruples do not exist: (1 + 1 + 0 + 0) / 4.
    const { scores, stats } = await run([inputOf('a b', 'a b'), inputOf('x', 'c d')]);
    expect(stats[0].clipped).toBeCloseTo(10 * (2 / 4), 12);
    expect(stats[1].clipped).toBe(0);
    expect(scores.cider).toBeCloseTo((5 + 0) / 2, 12);
  });

  it('gives nothing for an n-gram that every document has', async () => {
    // "the" is in both documents: log(2 / 2) = 0. "cat" and "the cat" weigh log 2, and "the dog" shares neither.
    const { stats } = await run([inputOf('the dog', 'the cat'), inputOf('x', 'the hen')]);
    expect(stats[0]).toEqual({ clipped: 0, unclipped: 0 });
  });

  it('weighs words by their rarity', async () => {
    // Three documents: "sea" is in two (log 3/2), "ice" in one (log 3). Of the candidate "sea" against "sea ice", words alone:
    // cosine = w(sea)² / (w(sea) · |(w(sea), w(ice))|).
    const [sea, ice] = [Math.log(3 / 2), Math.log(3)];
    const { stats } = await run([inputOf('sea', 'sea ice'), inputOf('x', 'sea sand'), inputOf('x', 'fog')], {
      sigma: Number.POSITIVE_INFINITY,
    });
    expect(stats[0].clipped).toBeCloseTo((10 / 4) * (sea / Math.hypot(sea, ice)), 12);
  });

  it('punishes a difference in length by a Gaussian over the number of pairs', async () => {
    // As before, but "sea" has no pair and "sea ice" one: exp(−1² / (2 · 6²)).
    const inputs = [inputOf('sea', 'sea ice'), inputOf('x', 'fog')];
    const [plain, punished] = [await run(inputs, { sigma: Number.POSITIVE_INFINITY }), await run(inputs)];
    expect(punished.stats[0].clipped / plain.stats[0].clipped).toBeCloseTo(Math.exp(-1 / 72), 12);
    expect(punished.stats[0].unclipped).toBe(plain.stats[0].unclipped);
  });

  it('clips a repeated word to what the reference has, and ciderUnclipped does not', async () => {
    // Words alone: the vectors are (2w) and (w): clipped w·w / (2w · w) = 1/2, unclipped 1. One pair more than the reference: exp(−1/72).
    const { stats } = await run([inputOf('ice ice', 'ice'), inputOf('x', 'fog')]);
    expect(stats[0].clipped).toBeCloseTo((10 / 4) * (1 / 2) * Math.exp(-1 / 72), 12);
    expect(stats[0].unclipped).toBeCloseTo(10 / 4, 12);
  });

  it('is the mean over the references of an item', async () => {
    const { stats } = await run([inputOf('a b', 'a b', 'e f'), inputOf('x', 'c d')]);
    expect(stats[0].clipped).toBeCloseTo((5 + 0) / 2, 12);
  });

  it('is 0 for a single item, unless frequencies are given', async () => {
    expect((await run([inputOf('a b', 'a b')])).scores.cider).toBe(0);
    const idf = {
      kind: 'sensebench document frequencies',
      tokenizer: 'coco',
      order: MAX_ORDER,
      documents: 2,
      frequencies: { a: 1, b: 1, 'a b': 1 },
    } as const;
    expect((await run([inputOf('a b', 'a b')], { idf })).scores.cider).toBeCloseTo(5, 12);
  });

  it('is null without items', async () => {
    expect((await run([])).scores).toEqual({ cider: null, ciderD: null, ciderUnclipped: null });
  });
});

describe('the signature', () => {
  it('names order, width and the frequencies in use', async () => {
    const inputs = [inputOf('a', 'a'), inputOf('b', 'b')];
    expect((await run(inputs)).signature).toMatch(/^cider\|refs:1\|tok:coco\|idf:corpus@[0-9a-f]{8}\|n:4\|sigma:6$/);
    expect((await run(inputs)).signature).toContain(`|n:${MAX_ORDER}|`);
    expect((await run(inputs, { sigma: 3 })).signature).toMatch(/\|sigma:3$/);
    expect((await run([...inputs, inputOf('c', 'c')])).signature).not.toBe((await run(inputs)).signature);
  });
});
