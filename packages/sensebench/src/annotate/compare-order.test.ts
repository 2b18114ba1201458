import { createRandom, type Decision } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { positionFigures } from './compare-order.ts';
import type { CompareValue } from './compare-places.ts';
import { orderAt } from './present/present-comparison.ts';

const SYSTEMS = ['p', 'q', 'r', 's'];

/** Four systems of different quality, three annotators; items differ in how good each system is, and annotators see the same items. */
function simulated(seed: number, { bias = 0, items = 40, fixed = false }: { bias?: number; items?: number; fixed?: boolean } = {}) {
  const random = createRandom(`position/${seed}`);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const decisions: Decision<CompareValue>[] = [];
  for (let item = 0; item < items; item++) {
    const quality = SYSTEMS.map((_, i) => i / 2 + normal());
    for (let annotator = 0; annotator < 3; annotator++) {
      const order = fixed ? [0, 1, 2, 3] : orderAt(SYSTEMS.length, { annotator, item, seed });
      const worth = order.map((system, place) => quality[system] + normal() / 2 + bias * place);
      const places = order.map((system, i) => [SYSTEMS[system], 1 + worth.filter((other) => other > worth[i]).length]);
      const shown = order.map((system) => SYSTEMS[system]);
      decisions.push({
        task: 'x/compare',
        item: `i${item}`,
        annotator: `a${annotator}`,
        value: { places: Object.fromEntries(places), shown },
      });
    }
  }
  return decisions;
}

describe('the test of the order', () => {
  it('warns in about 5% of counterbalanced studies without a pull', () => {
    const studies = 400;
    const found = Array.from({ length: studies }, (_, seed) => positionFigures(simulated(seed)).p ?? 1);
    const share = found.filter((p) => p < 0.05).length / studies;
    // Two standard errors of a share of 5% in 400 studies are 2.2%.
    expect(share).toBeGreaterThan(0.025);
    expect(share).toBeLessThan(0.08);
  });

  it('finds a pull, and its direction', () => {
    for (const bias of [0.4, -0.4]) {
      const found = Array.from({ length: 20 }, (_, seed) => positionFigures(simulated(seed, { bias })));
      expect(found.filter(({ p, pull }) => (p ?? 1) < 0.05 && Math.sign(pull ?? 0) === Math.sign(bias)).length).toBeGreaterThan(18);
      expect(found[0].warning).toContain(bias > 0 ? 'shown later wins' : 'shown earlier wins');
    }
  });

  it('does not take quality for a pull: with one order for all it says nothing', () => {
    expect(positionFigures(simulated(1, { fixed: true }))).toMatchObject({ p: null, pull: null, warning: null });
  });

  it('says nothing without comparisons', () => {
    expect(positionFigures([])).toMatchObject({ comparisons: 0, p: null, warning: null });
  });
});
