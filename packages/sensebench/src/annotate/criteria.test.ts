import type { Decision } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { type CriteriaValue, criteriaFigures, criteriaTask } from './criteria.ts';

const decision = (item: string, annotator: string, value: CriteriaValue): Decision<CriteriaValue> => ({
  item,
  annotator,
  task: 'x/criteria',
  value,
});

describe('criteria', () => {
  it('are those of the benchmark’s own task, or general ones', () => {
    const own = { ...criteriaTask({ name: 'x' }), name: 'x/filter', criteria: { short: 'It is short.' } };
    expect(criteriaTask({ name: 'x', tasks: [own] }).criteria).toEqual({ short: 'It is short.' });
    expect(Object.keys(criteriaTask({ name: 'x' }).criteria)).toEqual(['commonsense', 'fluency']);
  });

  it('come to the share of outputs that meet one, and the agreement with most others', () => {
    const decisions = [
      decision('a', 'judge', { good: 'yes' }),
      decision('b', 'judge', { good: 'yes' }),
      decision('c', 'judge', { good: 'no' }),
      decision('d', 'judge', { good: 'unsure' }),
      decision('a', 'A', { good: 'yes' }),
      decision('a', 'B', { good: 'yes' }),
      // Divided over b.
      decision('b', 'A', { good: 'no' }),
      decision('b', 'B', { good: 'yes' }),
      decision('c', 'A', { good: 'yes' }),
    ];
    const { good } = criteriaFigures(decisions, 'judge');
    expect(good).toMatchObject({ items: 3, unsure: 1, others: { items: 2, agreement: 0.5, cohenKappa: 0 } });
    expect(good.share).toBeCloseTo(2 / 3, 12);
    expect(good.interval?.[0]).toBeLessThan(good.interval?.[1] ?? 0);
  });
});
