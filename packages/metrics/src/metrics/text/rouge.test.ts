import { describe, expect, it } from 'vitest';
import type { MetricInput } from '../../core/index.ts';
import { createRouge, type RougeOptions, rougeWords, type Stemmer } from './rouge.ts';

const inputOf = (candidate: string, ...references: string[]): MetricInput => ({
  item: { id: candidate, input: null, references, meta: {} },
  candidate,
  tokens: { candidate: [], references: [] },
});
/** Cuts an s off. */
const stemmer: Stemmer = { name: 's-off', stem: (word) => word.replace(/s$/, '') };

async function run(inputs: readonly MetricInput[], options: RougeOptions = { over: 'best' }) {
  const metric = createRouge(options);
  const context = { references: '1' };
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return metric.score(stats, context);
}

describe('ROUGE', () => {
  it('is F of shared words, shared pairs and the longest common subsequence', async () => {
    // "a b c" against "a c b d": all 3 words are shared (P 3/3, R 3/4), no pair is, the subsequence "a b" or "a c" has 2 words (P 2/3, R 2/4).
    const scores = await run([inputOf('a b c', 'a c b d')]);
    expect(scores.rouge1).toBeCloseTo((2 * 1 * (3 / 4)) / (1 + 3 / 4), 12);
    expect(scores.rouge2).toBe(0);
    expect(scores.rougeL).toBeCloseTo((2 * (2 / 3) * (2 / 4)) / (2 / 3 + 2 / 4), 12);
  });

  it('counts a repeated word as often as both have it', async () => {
    // "a a a" against "a a": 2 shared, P 2/3, R 1.
    expect((await run([inputOf('a a a', 'a a')])).rouge1).toBeCloseTo((2 * (2 / 3)) / (2 / 3 + 1), 12);
  });

  it('takes the best reference for each kind by itself', async () => {
    // "x y z" shares all words with "z y x" but no pair, and one pair with "x y".
    const scores = await run([inputOf('x y z', 'z y x', 'x y')]);
    expect(scores.rouge1).toBe(1);
    expect(scores.rouge2).toBeCloseTo((2 * (1 / 2) * 1) / (1 / 2 + 1), 12);
  });

  it('as a mean weighs an item by the number of its references', async () => {
    // 1, 0 and 0 over the references of one item, 1 of the other: 2/4, not the mean of 1/3 and 1.
    const inputs = [inputOf('a', 'a', 'b', 'c'), inputOf('d', 'd')];
    expect((await run(inputs, { over: 'mean' })).rouge1Mean).toBeCloseTo(2 / 4, 12);
    expect((await run(inputs)).rouge1).toBe(1);
  });

  it('stems both texts', async () => {
    expect((await run([inputOf('boats', 'boat')], { over: 'best', stemmer })).rouge1Stem).toBe(1);
    expect((await run([inputOf('boats', 'boat')])).rouge1).toBe(0);
  });

  it('is 0 for an empty output and null without items', async () => {
    expect(await run([inputOf('', 'a')])).toEqual({ rouge1: 0, rouge2: 0, rougeL: 0 });
    expect(await run([])).toEqual({ rouge1: null, rouge2: null, rougeL: null });
  });
});

describe('rougeWords', () => {
  it('keeps runs of a–z and 0–9 in lower case', () => {
    expect(rougeWords("It's 3 O'Clock, café-time!")).toEqual(['it', 's', '3', 'o', 'clock', 'caf', 'time']);
  });
  it('stems words of more than three letters', () => {
    expect(rougeWords('gas boats', stemmer)).toEqual(['gas', 'boat']);
  });
});

describe('the signature', () => {
  it.each([
    [{ over: 'best' }, 'rouge|refs:3,best|tok:rouge-score|stem:no'],
    [{ over: 'mean' }, 'rougeMean|refs:3,mean-of-all|tok:rouge-score|stem:no'],
    [{ over: 'best', stemmer }, 'rougeStem|refs:3,best|tok:rouge-score|stem:s-off'],
    [{ over: 'mean', stemmer }, 'rougeStemMean|refs:3,mean-of-all|tok:rouge-score|stem:s-off'],
  ] as const)('names the stemmer and the mean in use: %o', (options, expected) => {
    expect(createRouge(options).signature({ references: '3' })).toBe(expected);
  });
});
