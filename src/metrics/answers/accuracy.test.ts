import { describe, expect, it } from 'vitest';
import type { Item } from '../../core/index.ts';
import { chooseMetrics } from '../registry.ts';
import { score } from '../score/score.ts';
import { classification } from './classification.ts';

const itemsOf = (references: readonly string[]): Item[] =>
  references.map((reference, i) => ({ id: String(i), input: null, references: [reference], meta: {} }));
const scored = (references: readonly string[], predictions: readonly string[], metrics: string[]) =>
  score({ items: itemsOf(references), predictions, metrics, intervals: { seed: 1 } });

describe('accuracy', () => {
  it('is the share of right labels, for any number of labels', async () => {
    const { corpus, perItem, intervals, signatures } = await scored(['A', 'B', 'C', 'D'], ['A', ' b', 'D', ''], ['accuracy']);
    expect(corpus).toEqual({ accuracy: 2 / 4 });
    expect(perItem.map(({ accuracy }) => accuracy)).toEqual([1, 1, 0, 0]);
    expect(intervals?.accuracy[0]).toBeLessThan(0.5);
    expect(intervals?.accuracy[1]).toBeGreaterThan(0.5);
    expect(signatures.accuracy).toMatch(/^accuracy\|match:label\|case:lower\|ci:/);
  });

  it('is the number that classification gives for yes and no', async () => {
    const [references, predictions] = [
      ['yes', 'no', 'yes', 'no', 'no'],
      ['yes', 'yes', 'no', 'no', 'perhaps'],
    ];
    const alone = await scored(references, predictions, ['accuracy']);
    const together = await scored(references, predictions, ['classification']);
    expect(alone.corpus.accuracy).toBe(2 / 5);
    expect(together.corpus.accuracy).toBe(2 / 5);
  });

  it('is asked for by its name; classification gives its own', () => {
    const names = (asked: string[], own = [] as (typeof classification)[]) =>
      chooseMetrics(asked, own).map(({ name, outputs }) => [name, ...outputs]);
    const all = ['classification', 'f1', 'precision', 'recall', 'accuracy', 'yesShare'];
    expect(names(['accuracy'])).toEqual([['accuracy', 'accuracy']]);
    expect(names(['classification'])).toEqual([all]);
    expect(names(['classification', 'accuracy'])).toEqual([all]);
    expect(names(['f1', 'accuracy'])).toEqual([
      ['classification', 'f1'],
      ['accuracy', 'accuracy'],
    ]);
    expect(names(['accuracy'], [classification])).toEqual([['classification', 'accuracy']]);
  });
});
