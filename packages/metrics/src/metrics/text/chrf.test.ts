import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/chrf.json' with { type: 'json' };
import { createMetric, type MetricInput } from '../../core/index.ts';
import { chrf } from './chrf.ts';

const inputOf = (candidate: string, ...references: string[]): MetricInput => ({
  item: { id: candidate, input: null, references, meta: {} },
  candidate,
  tokens: { candidate: [], references: [] },
});

/** Scores of all inputs together, and of each alone. */
async function run(
  inputs: readonly MetricInput[],
  options: { lowercase?: boolean; whitespace?: boolean; wordOrder?: number; beta?: number; characterOrder?: number } = {},
) {
  const metric = await createMetric(chrf, options);
  const context = { references: '1' };
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return { corpus: metric.score(stats, context), items: stats.map((own) => metric.score([own], context)) };
}

describe('chrF against sacrebleu', () => {
  it('gives the same for every sentence and for the corpus', async () => {
    const { corpus, items } = await run(golden.items.map(({ candidate, references }) => inputOf(candidate, ...references)));
    for (const [i, expected] of golden.items.entries()) {
      for (const output of ['chrf', 'chrfPlusPlus'] as const) {
        const difference = Math.abs((items[i][output] ?? -1) - expected[output]);
        expect(difference, `${output} of "${expected.candidate}"`).toBeLessThanOrEqual(golden.tolerance);
      }
    }
    expect(Math.abs((corpus.chrf ?? -1) - golden.corpus.chrf)).toBeLessThanOrEqual(golden.tolerance);
    expect(Math.abs((corpus.chrfPlusPlus ?? -1) - golden.corpus.chrfPlusPlus)).toBeLessThanOrEqual(golden.tolerance);
  });
});

describe('chrF', () => {
  it('is F with beta 2 of the mean precision and the mean recall over the orders', async () => {
    // "abc" against "abd": 2 of 3 single characters, 1 of 2 pairs, 0 of 1 triple on both sides, so the means are both 7/18.
    const { corpus } = await run([inputOf('abc', 'abd')]);
    expect(corpus.chrf).toBeCloseTo((2 / 3 + 1 / 2 + 0) / 3, 12);
  });

  it('counts recall four times as much as precision', async () => {
    // Only order 1 and 2 exist on both sides. Precision 1 and 1; recall 2/4 and 1/3, their mean 5/12; F = 5 · P · R / (4 · P + R).
    const { corpus } = await run([inputOf('ab', 'abcd')]);
    expect(corpus.chrf).toBeCloseTo((5 * (5 / 12)) / (4 + 5 / 12), 12);
  });

  it('ignores blanks and keeps the case', async () => {
    expect((await run([inputOf('a bc', 'ab c')])).corpus.chrf).toBe(1);
    expect((await run([inputOf('A', 'a')])).corpus.chrf).toBe(0);
  });

  it('takes the best reference', async () => {
    expect((await run([inputOf('snow falls', 'rain', 'snow falls')])).corpus).toEqual({ chrf: 1, chrfPlusPlus: 1 });
  });

  it('sums the counts of items before it divides', async () => {
    // Order 1 alone: 1 of 1 and 0 of 3 are together 1 of 4.
    const { corpus } = await run([inputOf('a', 'a'), inputOf('xyz', 'bcd')], { characterOrder: 1, wordOrder: 0 });
    expect(corpus.chrf).toBeCloseTo(1 / 4, 12);
  });

  it('is null without items and 0 for an empty output', async () => {
    expect((await run([])).corpus).toEqual({ chrf: null, chrfPlusPlus: null });
    expect((await run([inputOf('', 'a')])).corpus).toEqual({ chrf: 0, chrfPlusPlus: 0 });
  });
});

describe('chrF++', () => {
  it('adds words and pairs of words, with one mark cut off each word', async () => {
    // Words: "it", "." against "it", "!": 1 of 2 words and 0 of 1 pair. Characters: 2 of 3, 1 of 2, 0 of 1. The mean over five orders.
    const { corpus } = await run([inputOf('it.', 'it!')]);
    expect(corpus.chrfPlusPlus).toBeCloseTo((2 / 3 + 1 / 2 + 0 + 1 / 2 + 0) / 5, 12);
  });
});

describe('the signature', () => {
  it('names the orders and the weight in use', async () => {
    expect((await createMetric(chrf)).signature({ references: '2-4' })).toBe(
      'chrf|refs:2-4,best|case:mixed|eff:yes|nc:6|nw:0,2|beta:2|space:no',
    );
    const other = await createMetric(chrf, { characterOrder: 5, wordOrder: 1, beta: 3 });
    expect(other.signature({ references: '1' })).toBe('chrf|refs:1,best|case:mixed|eff:yes|nc:5|nw:0,1|beta:3|space:no');
  });
});
