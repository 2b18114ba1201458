import { describe, expect, it } from 'vitest';
import { humanCeiling } from './human-ceiling.ts';
import type { RatedPairs } from './ratings/rated-pairs.ts';

const rated: RatedPairs = {
  scale: 'likert',
  annotators: ['A', 'B', 'C'],
  pairs: Array.from({ length: 30 }, (_, i) => ({
    id: `x/1/${i}`,
    context: 'x',
    question: '1',
    answer: String(i),
    category: i < 15 ? 'Time' : 'Space',
    values: [1 + (i % 4), i === 0 ? null : 1 + ((i * 3) % 4), 1 + (i % 4)],
    comments: {},
    place: {},
  })),
};
const splitOf = new Map(rated.pairs.map(({ id }, i) => [id, i < 10 ? 'train' : 'test']));

describe('the ceiling', () => {
  it('has categories, splits, intervals that hold the score, and the same bytes with the same seed', () => {
    const found = humanCeiling(rated, { resamples: 200, splitOf });
    expect(Object.keys(found.perCategory)).toEqual(['Time', 'Space']);
    expect(found.perSplit?.train.pairs).toBe(10);
    const [low, high] = found.interval.f1 ?? [2, -1];
    expect(low).toBeLessThanOrEqual(found.f1 ?? -1);
    expect(high).toBeGreaterThanOrEqual(found.f1 ?? 2);
    expect(humanCeiling(rated, { resamples: 200, splitOf })).toEqual(found);
  });

  it('counts gaps, and has no splits without a dataset', () => {
    const found = humanCeiling(rated, { resamples: 20 });
    expect(found).toMatchObject({ pairs: 30, annotators: 3, gaps: 1 });
    expect(found.perSplit).toBeUndefined();
  });
});
