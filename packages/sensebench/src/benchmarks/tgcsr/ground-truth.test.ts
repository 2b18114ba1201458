import { describe, expect, it } from 'vitest';
import { groundTruth, thresholdSensitivity, truthForEach } from './ground-truth.ts';
import { agreementByCategory, pairwisePearson, raterAgreement } from './rater-agreement.ts';
import type { RatedPairs } from './ratings/rated-pairs.ts';

function rated(rows: (number | null)[][], scale: 'likert' | 'binary' = 'likert'): RatedPairs {
  return {
    scale,
    annotators: rows[0].map((_, i) => 'ABCDEF'[i]),
    pairs: rows.map((values, i) => ({
      id: `x/1/${i}`,
      context: 'x',
      question: '1',
      answer: String(i),
      category: i < 3 ? 'Time' : 'Space',
      values,
      comments: {},
      place: {},
    })),
  };
}

describe('the ground truth', () => {
  it('is the average above the threshold, or the mode of the collapsed ratings', () => {
    // Mean 2.33 but two of three say yes: average no, mode yes.
    const table = rated([[3, 3, 1]]);
    expect(groundTruth(table).labels[0]).toMatchObject({ label: false, ratings: 3 });
    expect(groundTruth(table).labels[0].average).toBeCloseTo(7 / 3, 12);
    expect(groundTruth(table, { by: 'mode' }).labels[0].label).toBe(true);
    expect(groundTruth(table, { threshold: 2.3 }).labels[0].label).toBe(true);
  });

  it('removes and lists ties and pairs with too few ratings', () => {
    const { labels, removed } = groundTruth(
      rated([
        [4, 4, 1, 1],
        [4, null, null, null],
        [4, 4, 4, 1],
      ]),
    );
    expect(labels.map(({ pair }) => pair.id)).toEqual(['x/1/2']);
    expect(removed.map(({ pair, rule, value, limit }) => [pair.id, rule, value, limit])).toEqual([
      ['x/1/0', 'no agreement', 0.5, 0.5],
      ['x/1/1', 'too few ratings', 1, 2],
    ]);
    expect(groundTruth(rated([[4, 4, 4, 1]]), { minAgreement: 0.75 }).removed).toHaveLength(1);
  });

  it('reads labels 0 and 1 with their own middle', () => {
    expect(
      groundTruth(
        rated(
          [
            [1, 1, 0],
            [1, 0, 0],
          ],
          'binary',
        ),
      ).labels.map(({ label }) => label),
    ).toEqual([true, false]);
  });

  it('says how far labels hang on the threshold', () => {
    const table = rated([
      [3, 3, 3],
      [2, 3, 3],
      [1, 1, 2],
    ]);
    expect(thresholdSensitivity(table, { thresholds: [1, 2.5, 2.8, 3] })).toEqual([
      { threshold: 1, yes: 3, changed: 1 },
      { threshold: 2.5, yes: 2, changed: 0 },
      { threshold: 2.8, yes: 1, changed: 1 },
      { threshold: 3, yes: 0, changed: 2 },
    ]);
  });

  it('for each annotator is the mode of the others; missing where nobody else rated', () => {
    expect(
      truthForEach(
        rated([
          [4, 4, 1],
          [null, null, 4],
        ]),
      ).map(({ labels }) => labels),
    ).toEqual([
      [false, false, true],
      [true, true, null],
    ]);
  });
});

describe('the agreement', () => {
  const table = rated([
    [1, 1, 2],
    [4, 4, 4],
    [2, 3, 1],
    [3, 4, null],
    [1, 2, 1],
    [4, 3, 4],
  ]);

  it('correlates every pair of annotators over what both rated', () => {
    const pairs = pairwisePearson(table);
    expect(Object.keys(pairs)).toEqual(['A–B', 'A–C', 'B–C']);
    // A–B: (1,1) (4,4) (2,3) (3,4) (1,2) (4,3): means 2.5 and 17/6, products 6.5, squares 9.5 and 41/6.
    expect(pairs['A–B']).toBeCloseTo(6.5 / Math.sqrt((9.5 * 41) / 6), 12);
    const { pearson, pearsonLowest, pearsonHighest } = raterAgreement(table);
    const values = Object.values(pairs) as number[];
    expect(pearson).toBeCloseTo(values.reduce((a, b) => a + b) / 3, 12);
    expect([pearsonLowest, pearsonHighest]).toEqual([Math.min(...values), Math.max(...values)]);
  });

  it('is given per category, with all four coefficients', () => {
    const { Time, Space } = agreementByCategory(table);
    expect([Time.pairs, Space.pairs]).toEqual([3, 3]);
    for (const key of ['pearson', 'cronbachAlpha', 'krippendorffAlpha', 'fleissKappa'] as const) expect(Time[key]).toBeTypeOf('number');
  });

  it('is 1 where all agree, and null where nothing varies', () => {
    expect(
      raterAgreement(
        rated([
          [1, 1],
          [4, 4],
          [2, 2],
        ]),
      ),
    ).toMatchObject({ pearson: expect.closeTo(1, 12), cronbachAlpha: 1, krippendorffAlpha: 1, fleissKappa: 1, fleissKappaYesNo: 1 });
    expect(
      raterAgreement(
        rated([
          [1, 1],
          [1, 1],
        ]),
      ),
    ).toMatchObject({ pearson: null, krippendorffAlpha: null, fleissKappa: null });
  });
});
