import { describe, expect, it } from 'vitest';
import golden from '../../../test/golden/diversity.json' with { type: 'json' };
import type { MetricInput, Tools } from '../../core/index.ts';
import { diversity } from './diversity.ts';
import { length } from './length.ts';

const tools: Tools = { tokens: (_, text) => text.split(' '), analyse: async () => [] };
const inputOf = (candidate: string[], references: string[][] = []): MetricInput => ({
  item: { id: candidate.join(' '), input: null, references: references.map((words) => words.join(' ')), meta: {} },
  candidate: candidate.join(' '),
  tokens: { candidate, references },
});

async function run(outputs: string[][]) {
  const inputs = outputs.map((tokens) => inputOf(tokens));
  const context = await diversity.prepare!(inputs, tools);
  const stats = await Promise.all(inputs.map((input) => diversity.segment(input, context)));
  return { stats, scores: diversity.score(stats, context) };
}

describe('self-BLEU', () => {
  it('equals NLTK with all other outputs as references', async () => {
    const { stats } = await run(golden.outputs);
    for (const [i, { selfBleu }] of stats.entries())
      expect(Math.abs((selfBleu ?? -1) - golden.selfBleu[i])).toBeLessThanOrEqual(golden.tolerance);
  });
  it('is 1 where all outputs are the same and null for a single or an empty one', async () => {
    const same = 'a man runs in the park'.split(' ');
    expect((await run([same, [...same]])).scores.selfBleu).toBeCloseTo(1, 12);
    expect((await run([same])).scores.selfBleu).toBeNull();
    expect((await run([same, []])).stats[1].selfBleu).toBeNull();
  });
});

describe('distinct-n', () => {
  it('is the share of n-grams that are different, over all outputs', async () => {
    const { scores } = await run([
      ['a', 'b', 'a'],
      ['a', 'b'],
    ]);
    expect(scores.distinct1).toBeCloseTo(2 / 5, 12);
    expect(scores.distinct2).toBeCloseTo(2 / 3, 12);
  });
  it('is null without n-grams', async () => {
    expect((await run([['a']])).scores.distinct2).toBeNull();
  });
});

describe('length', () => {
  it('counts tokens, words between spaces, and tokens for each token of the mean reference', () => {
    const stats = [
      length.segment({ ...inputOf(['a', 'b'], [['x'], ['x', 'y', 'z']]), candidate: 'a  b !' }, undefined),
      length.segment(inputOf(['a', 'b', 'c', 'd'], [['x', 'y']]), undefined),
    ];
    expect(length.score(stats as Awaited<(typeof stats)[number]>[], undefined)).toEqual({
      length: 3,
      lengthWords: 3.5,
      lengthRatio: 6 / 4,
    });
  });
  it('is null without items, its ratio without references', () => {
    expect(length.score([], undefined)).toEqual({ length: null, lengthWords: null, lengthRatio: null });
  });
});
