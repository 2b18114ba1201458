import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/diversity.json' with { type: 'json' };
import type { MetricInput, Tools } from '../../core/index.ts';
import { createDiversity, diversity, NLTK_SMOOTHING } from './diversity.ts';

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

describe('the signature', () => {
  it('names order and smoothing in use', () => {
    const context = { stats: new Map(), grams: 0 };
    expect(diversity.signature(context)).toBe('diversity|tok:coco|self-bleu:4,smooth=nltk1,references=all-others|distinct:1,2,corpus');
    const other = createDiversity({ order: 2, smoothing: { name: 'half', epsilon: 0.5 } });
    expect(other.signature(context)).toBe('diversity|tok:coco|self-bleu:2,smooth=half,references=all-others|distinct:1,2,corpus');
  });

  it('means by "nltk1" a tenth for a count of 0', () => {
    expect(NLTK_SMOOTHING).toEqual({ name: 'nltk1', epsilon: 0.1 });
  });
});
