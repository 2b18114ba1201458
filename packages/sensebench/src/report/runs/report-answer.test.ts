import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../files/index.ts';
import { answerSentences, describePair, type ReportComparison, type ReportedPair } from './report-answer.ts';

const run = (name: string, match: number | null, more: object = {}) =>
  ({
    name,
    scores: { corpus: { match }, intervals: match === null ? {} : { match: [match - 0.01, match + 0.01] }, ...more },
  }) as unknown as EvaluatedRun;
const test = { detectable: null, wins: 0, losses: 0, ties: 0 };
const pair = (a: string, b: string, difference: number, pHolm: number) => ({
  a,
  b,
  metrics: { match: { ...test, difference, interval: [difference - 0.01, difference + 0.01] as [number, number], p: pHolm, pHolm } },
  wins: [],
  losses: [],
  ties: 0,
});

describe('the answer of a report', () => {
  it('has a sentence for each system: who leads, who cannot be told apart', () => {
    const comparison: ReportComparison = {
      by: 'match',
      pairs: [pair('a', 'b', -0.021, 0.01), pair('a', 'c', 0.03, 0.01), pair('b', 'c', 0.051, 0.4)],
    };
    expect(answerSentences({ runs: [run('a', 0.5), run('b', 0.521), run('c', 0.47)], output: 'match', comparison })).toEqual([
      'b has the highest match: 52.10 match [51.10, 53.10].',
      'b leads a by 2.10 match [1.10, 3.10].',
      'b is not distinguishable from c (b ahead by 5.10 match [4.10, 6.10]).',
    ]);
  });

  it('says so where nothing was tested, nothing is defined, or there is one system', () => {
    expect(answerSentences({ runs: [run('a', 0.5), run('b', 0.521), run('c', null)], output: 'match' })).toEqual([
      'b has the highest match: 52.10 match [51.10, 53.10].',
      'a is behind by 2.10 match; not tested for significance (add --ci).',
      'c has no match.',
    ]);
    expect(answerSentences({ runs: [run('a', null)], output: 'match' })).toEqual(['match is not defined for a.']);
    // A run of an older version has no intervals.
    expect(answerSentences({ runs: [run('a', 0.5, { intervals: undefined, chance: { match: 0.25 } })], output: 'match' })).toEqual([
      'a scores 50.00 match; chance would score 25.00.',
    ]);
  });
});

const pair2 = (by: string, difference: number, pHolm = 0.01) =>
  ({
    a: 'first',
    b: 'second',
    metrics: { [by]: { difference, interval: [difference - 0.01, difference + 0.01], p: pHolm, pHolm } },
  }) as unknown as ReportedPair;

describe('a sentence on two runs', () => {
  it('names the one with the higher score', () => {
    expect(describePair(pair2('bleu4', 0.02), { by: 'bleu4' })).toBe('first leads second by 2.00 bleu4 [1.00, 3.00]');
    expect(describePair(pair2('bleu4', -0.02), { by: 'bleu4' })).toBe('second leads first by 2.00 bleu4 [1.00, 3.00]');
  });

  it('names the one with the lower score where lower is better', () => {
    expect(describePair(pair2('ter', 0.02), { by: 'ter' })).toBe('second leads first by 2.00 ter [1.00, 3.00]');
    expect(describePair(pair2('ter', -0.02), { by: 'ter' })).toBe('first leads second by 2.00 ter [1.00, 3.00]');
  });

  it('says that they cannot be told apart', () => {
    expect(describePair(pair2('bleu4', 0.02, 0.2), { by: 'bleu4' })).toBe(
      'first is not distinguishable from second (first ahead by 2.00 bleu4 [1.00, 3.00])',
    );
  });
});
