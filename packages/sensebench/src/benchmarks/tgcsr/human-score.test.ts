import { bootstrapInterval } from '@sensebench/metrics/internal/metrics/significance/bootstrap.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinScore, holdOutEach, humanScore, humanScoreInterval, modeLabel } from './human-score.ts';
import type { RatedPairs } from './ratings/rated-pairs.ts';

/** One row a pair, one column an annotator. */
function rated(rows: (number | null)[][], { scale = 'likert' }: { scale?: 'likert' | 'binary' } = {}): RatedPairs {
  return {
    scale,
    annotators: rows[0].map((_, i) => 'ABCDEF'[i]),
    pairs: rows.map((values, i) => ({
      id: `x/1/${i}`,
      context: 'x',
      question: '1',
      answer: String(i),
      category: 'Time',
      values,
      comments: {},
      place: {},
    })),
  };
}

describe('the human score', () => {
  it('holds each annotator out and takes the mode of the others, 3 and 4 being yes', () => {
    const table = rated([
      [4, 3, 4],
      [3, 2, 4],
      [2, 3, 1],
      [1, 1, 2],
    ]);
    const { perAnnotator, f1 } = humanScore(holdOutEach(table));
    // A: truth y y n n; others (3,4)=y, (2,4)=tie→no, (3,1)=tie→no, (1,2)=n: one hit, one miss.
    expect(perAnnotator[0]).toBeCloseTo(2 / 3, 12);
    // B: truth y n y n; others (4,4)=y, (3,4)=y, (2,1)=n, (1,2)=n: one hit, one false yes, one miss.
    expect(perAnnotator[1]).toBeCloseTo(2 / 4, 12);
    // C: truth y y n n; others (4,3)=y, (3,2)=tie→no, (2,3)=tie→no, (1,1)=n.
    expect(perAnnotator[2]).toBeCloseTo(2 / 3, 12);
    expect(f1).toBeCloseTo((2 / 3 + 1 / 2 + 2 / 3) / 3, 12);
  });

  it('leaves a gap out for that annotator alone, or counts it as a no when told so', () => {
    const table = rated([
      [4, null, 4],
      [4, 4, 4],
    ]);
    expect(holdOutEach(table)[0]).toEqual([{ truth: true, predicted: true }, null, { truth: true, predicted: true }]);
    expect(humanScore(holdOutEach(table)).f1).toBe(1);
    expect(holdOutEach(table, { missing: 'no' })[0][1]).toEqual({ truth: false, predicted: true });
  });

  it('leaves a pair out that nobody else rated', () => {
    expect(holdOutEach(rated([[1, null, null]], { scale: 'binary' }))[0]).toEqual([null, null, null]);
  });

  it('is null, not 0, where nobody says yes', () => {
    expect(humanScore(holdOutEach(rated([[1, 1, 1]]))).f1).toBeNull();
  });

  it('is 1 where all agree and some say yes, whatever the number of annotators', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 2, max: 6 }),
        (values, annotators) => {
          fc.pre(values.some((value) => value > 2));
          expect(humanScore(holdOutEach(rated(values.map((value) => Array(annotators).fill(value))))).f1).toBe(1);
        },
      ),
    );
  });
});

describe('the interval', () => {
  it('scores its samples as the human score does', () => {
    const held = holdOutEach(
      rated([
        [4, 3, null, 1],
        [1, 1, 2, 4],
        [3, 4, 4, 4],
        [2, 2, 3, 1],
        [4, 1, 4, 4],
      ]),
    );
    const slow = bootstrapInterval(held, (sample) => humanScore(sample).f1, { resamples: 50, seed: 3 });
    expect(humanScoreInterval(held, { resamples: 50, seed: 3 })).toEqual({
      low: expect.closeTo(slow?.low ?? -1, 12),
      high: expect.closeTo(slow?.high ?? -1, 12),
    });
  });
});

describe('the mode', () => {
  it('is no on a tie and nothing without labels', () => {
    expect(modeLabel([true, false])).toBe(false);
    expect(modeLabel([true, true, false, null])).toBe(true);
    expect(modeLabel([null])).toBeNull();
  });
});

describe('a fair coin', () => {
  it('has the F1 of all its falls', () => {
    // One yes, one no: hit and miss each with ½. F1: 0, 0, 2/2, 2/3 → (1 + 2/3)/4.
    expect(coinScore({ yes: 1, no: 1 })).toBeCloseTo((1 + 2 / 3) / 4, 12);
    expect(coinScore({ yes: 0, no: 5 })).toBe(0);
    expect(coinScore({ yes: 0, no: 0 })).toBeNull();
  });

  it('does not vanish with many pairs', () => {
    expect(coinScore({ yes: 2000, no: 2000 })).toBeCloseTo(0.5, 3);
  });
});
