import { describe, expect, it } from 'vitest';
import { axisEnds, fittingLabels, place, roundTicks, spreadLabels } from './plot-scale.ts';

describe('an axis', () => {
  it('has round ticks within its ends', () => {
    expect(roundTicks(-7, 98)).toEqual([0, 20, 40, 60, 80]);
    expect(roundTicks(0.712, 0.748)).toEqual([0.72, 0.73, 0.74]);
    expect(roundTicks(5, 5)).toEqual([5]);
  });

  it('has room around its values, and a length where all values are one', () => {
    expect(axisEnds([10, 20], 0.1)).toEqual({ low: 9, high: 21 });
    const { low, high } = axisEnds([0]);
    expect(high).toBeGreaterThan(low);
  });

  it('places values from one end to the other', () => {
    expect(place(15, { low: 10, high: 20 }, { from: 100, to: 0 })).toBe(50);
  });
});

describe('labels', () => {
  it('are moved apart, stay inside, and keep their order', () => {
    const placed = spreadLabels([50, 52, 10], { gap: 15, from: 0, to: 60 });
    expect(placed).toEqual([45, 60, 10]);
  });
});

it('leaves out the earlier of two labels that would cover each other', () => {
  const boxes = [
    { left: 0, right: 50, y: 20 },
    { left: 40, right: 90, y: 26 },
    { left: 40, right: 90, y: 60 },
  ];
  expect(fittingLabels(boxes, { height: 14 })).toEqual([false, true, true]);
  expect(fittingLabels(boxes, { height: 5 })).toEqual([true, true, true]);
});
