/** Agreement, association and classification against scikit-learn, scipy, krippendorff, statsmodels and pingouin (oracles/agreement.py). */
import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/agreement.json' with { type: 'json' };
import { classify } from '../answers.ts';
import { kendallTau, pearson, ranks, spearman } from './correlation.ts';
import { cronbachAlpha } from './cronbach-alpha.ts';
import { cohenKappa, fleissKappa } from './kappa.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { sortLabels } from './ratings.ts';

function expectEqual(ours: number | null, theirs: number | null) {
  if (theirs === null || ours === null) expect(ours).toBe(theirs);
  else expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(golden.tolerance);
}

describe('two raters, as scikit-learn', () => {
  it.each(golden.twoRaters.map((row, index) => ({ index, row })))('case $index', ({ row }) => {
    for (const weights of ['none', 'linear', 'quadratic'] as const)
      expectEqual(cohenKappa(row.first, row.second, { weights }), row[weights]);
  });
  it('is defined where the raters never agree', () => {
    expect(cohenKappa(['a', 'b'], ['b', 'a'])).toBe(-1);
  });
  it('counts a label that nobody gave as a place', () => {
    expect(cohenKappa([1, 4, 1], [4, 4, 1], { weights: 'linear', labels: [1, 2, 3, 4] })).toBeCloseTo(0.4, 12);
  });
  it('refuses raters of different length and unknown labels', () => {
    expect(() => cohenKappa([1], [1, 2])).toThrow(RangeError);
    expect(() => cohenKappa([1], [9], { labels: [1] })).toThrow('9');
  });
});

describe('many raters, as krippendorff, statsmodels and pingouin', () => {
  it.each(golden.manyRaters.map((row, index) => ({ index, row })))('case $index', ({ row }) => {
    for (const level of ['nominal', 'ordinal', 'interval', 'ratio'] as const)
      expectEqual(krippendorffAlpha(row.ratings, { level }), row[level]);
    if (row.fleiss !== undefined) expectEqual(fleissKappa(row.ratings), row.fleiss);
    if (row.cronbach !== undefined) expectEqual(cronbachAlpha(row.ratings), row.cronbach);
  });
  it('reaches every coefficient', () => {
    expect(golden.manyRaters.filter((row) => typeof row.fleiss === 'number').length).toBeGreaterThan(5);
    expect(golden.manyRaters.filter((row) => typeof row.cronbach === 'number').length).toBeGreaterThan(10);
  });
  it('leaves items with one rating out of Fleiss', () => {
    const ratings = [
      ['a', 'a', 'b'],
      ['b', 'b', 'b'],
      ['a', 'a', 'a'],
    ];
    expect(fleissKappa([...ratings, ['b', null, null]])).toBe(fleissKappa(ratings));
  });
  it('asks for numbers at the interval level', () => {
    expect(() => krippendorffAlpha([['yes', 'no']], { level: 'interval' })).toThrow('interval');
  });
  it('is null for an empty table', () => {
    expect([fleissKappa([]), krippendorffAlpha([]), cronbachAlpha([])]).toEqual([null, null, null]);
  });
});

describe('series, as scipy', () => {
  it.each(golden.series.map((row, index) => ({ index, row })))('case $index', ({ row }) => {
    expectEqual(pearson(row.first, row.second), row.pearson);
    expectEqual(spearman(row.first, row.second), row.spearman);
    expectEqual(kendallTau(row.first, row.second), row.kendall);
  });
  it('shares the mean rank among ties', () => {
    expect(ranks([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2]);
  });
  it('is null for fewer than two pairs', () => {
    expect([pearson([1], [1]), spearman([], []), kendallTau([1], [2])]).toEqual([null, null, null]);
  });
});

describe('decisions, as scikit-learn', () => {
  it.each(golden.decisions.map((row, index) => ({ index, row })))('case $index', ({ row }) => {
    const scores = classify(row.truth.map((truth, i) => ({ truth: truth === 1, predicted: row.predicted[i] === 1 })));
    for (const name of ['f1', 'precision', 'recall', 'accuracy', 'yesShare'] as const) expectEqual(scores[name], row[name]);
  });
});

describe('labels', () => {
  it('stand in the order of numbers, not of their digits', () => {
    expect(sortLabels([10, 4, 1, 4])).toEqual([1, 4, 10]);
  });
});
