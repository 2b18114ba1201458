import { describe, expect, it } from 'vitest';
import { PUBLISHED } from '../published.ts';
import { correlateMetrics, planComparisons, rankSystems, type Vote } from './manual-comparison.ts';

describe('the plan of a manual comparison', () => {
  it('shows every pair of systems for sets that all of them cover', () => {
    const covered = new Map([
      ['a', new Set(['0', '1', '2'])],
      ['b', new Set(['1', '2', '3'])],
      ['c', new Set(['2', '1'])],
    ]);
    const plan = planComparisons(covered, { count: 10, seed: 1 });
    expect(plan).toHaveLength(6);
    expect(new Set(plan.map(({ set }) => set))).toEqual(new Set(['1', '2']));
    expect(planComparisons(covered, { count: 1, seed: 1 })).toHaveLength(3);
  });
});

describe('votes', () => {
  const vote = (annotator: string, first: string, second: string, winner: Vote['winner']): Vote => ({
    set: '0',
    annotator,
    first,
    second,
    winner,
  });

  it('become hit rates, with ties shared, and the agreement of annotators', () => {
    const same = (annotator: string) => [
      vote(annotator, 'a', 'b', 'first'),
      vote(annotator, 'a', 'c', 'first'),
      vote(annotator, 'c', 'b', 'tie'),
    ];
    const { hits, kendall, annotators } = rankSystems([...same('x'), ...same('y')]);
    expect(annotators).toBe(2);
    expect(hits).toEqual({ a: { 'hit@1': 1 }, b: { 'hit@1': 0 }, c: { 'hit@1': 0 } });
    expect(kendall).toBeCloseTo(1, 10);
    const opposite = rankSystems([vote('x', 'a', 'b', 'first'), vote('y', 'a', 'b', 'second')]);
    expect(opposite.hits).toEqual({ a: { 'hit@1': 0.5 }, b: { 'hit@1': 0.5 } });
    expect(opposite.kendall).toBe(-1);
  });
});

describe("the paper's Table 4", () => {
  // The paper says 0.94 for SPICE and 0.88 for METEOR; its own printed figures give them the other way round.
  it('correlates with the metrics of Table 3 as its printed figures give', () => {
    const hit1 = { ConstLeven: 0.032, 'GPT-2': 0.215, 'BERT-Gen': 0.223, UniLM: 0.21, BART: 0.263, 'T5-Large': 0.268 };
    const hits = Object.fromEntries(Object.entries(hit1).map(([system, value]) => [system, { 'hit@1': value }]));
    const systems = Object.fromEntries(
      PUBLISHED.filter(({ split, system }) => split === 'test' && system in hit1).map(({ system, scores }) => [
        system,
        { coverage: scores.coverageCommonGen, scores },
      ]),
    );
    const correlations = correlateMetrics(hits, systems);
    expect(correlations.spice).toBeCloseTo(1 - (6 * 4) / 210, 10);
    expect(correlations.meteor).toBeCloseTo(1 - (6 * 2) / 210, 10);
  });
});
