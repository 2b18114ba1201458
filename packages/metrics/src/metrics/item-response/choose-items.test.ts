import { describe, expect, it } from 'vitest';
import { createRandom } from '../../core/index.ts';
import { chooseItems } from './choose-items.ts';

/** Systems that differ in one skill, and items of several difficulties. */
function table(systems: number, items: number) {
  const random = createRandom('choose');
  const skills = Array.from({ length: systems }, (_, system) => system / systems);
  const hard = Array.from({ length: items }, () => random.next());
  return {
    systems: skills.map((_, system) => `s${system}`),
    items: hard.map((_, item) => `i${item}`),
    scores: skills.map((skill) => hard.map((level) => 1 / (1 + Math.exp(8 * (level - skill))))),
  };
}

describe('chooseItems', () => {
  it('stands for all items better than random ones do, also for systems left out', () => {
    const { items, distance, leftOut, random } = chooseItems(table(12, 400), { count: 12 });
    expect(items.length).toBeLessThanOrEqual(12);
    expect(items.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
    expect(distance).toBeLessThan(random.distance);
    expect(leftOut.distance).toBeLessThan(random.distance);
    expect(leftOut.order).toBeGreaterThan(0.9);
  });

  it('gives the same choice for the same seed', () => {
    const scores = table(6, 60);
    expect(chooseItems(scores, { count: 8, seed: 3 })).toEqual(chooseItems(scores, { count: 8, seed: 3 }));
  });

  it('refuses more items than there are, too few systems, and gaps', () => {
    expect(() => chooseItems(table(5, 10), { count: 10 })).toThrow('only 10 items');
    expect(() => chooseItems(table(2, 10), { count: 3 })).toThrow('three systems');
    const gaps = table(3, 10);
    gaps.scores[0][0] = null as unknown as number;
    expect(() => chooseItems(gaps, { count: 3 })).toThrow('every system for every item');
  });
});
