import { createRandom } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { cosine } from './settle-similarities.ts';
import { cosines } from './similar-pairs.ts';

describe('cosines of many pairs', () => {
  const random = createRandom('cosines');
  const dimensions = 37;
  const vectors = Float32Array.from({ length: 20 * dimensions }, () => random.next() - 0.5);
  const others = Float32Array.from({ length: 11 * dimensions }, () => random.next() - 0.5);

  it.each([0, 1, 2, 3, 4, 5, 8, 13])('are those of one pair at a time, to the last bit: %i pairs', (count) => {
    const places = {
      firsts: Int32Array.from({ length: count }, () => random.below(20)),
      seconds: Int32Array.from({ length: count }, () => random.below(11)),
    };
    const one = Array.from(places.firsts, (first, i) => cosine(vectors, first, places.seconds[i], dimensions, others));
    expect([...cosines(vectors, others, places, { dimensions })]).toEqual(one);
  });

  it('measures only the first ones where a count is given', () => {
    const places = { firsts: Int32Array.of(1, 2, 3), seconds: Int32Array.of(4, 5, 6) };
    expect(cosines(vectors, others, places, { dimensions, count: 2 })).toHaveLength(2);
  });
});
