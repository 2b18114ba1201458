import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.ts';
import { score } from './score.ts';

const metrics = ['bleu1'];

describe('score of texts', () => {
  it('takes predictions and references in one order, a reference or several each', async () => {
    const { corpus, items, perItem } = await score({
      predictions: ['a dog runs', 'a cat sleeps'],
      references: ['a dog runs', ['the bird sings', 'a cat sleeps']],
      metrics,
    });
    expect(corpus.bleu1).toBeCloseTo(1, 9);
    expect(items).toBe(2);
    expect(perItem.map(({ id }) => id)).toEqual(['0', '1']);
  });

  it('gives the same as items with ids', async () => {
    const texts = await score({ predictions: ['a dog ran'], references: [['a dog runs']], metrics });
    const items = await score({
      items: [{ id: 'x', input: null, references: ['a dog runs'], meta: {} }],
      predictions: [{ id: 'x', prediction: 'a dog ran' }],
      metrics,
    });
    expect(texts.corpus).toEqual(items.corpus);
  });
});

describe('a wrong call', () => {
  const wrong: [string, unknown, RegExp][] = [
    ['nothing', undefined, /takes one object/],
    ['no predictions', { references: ['a'] }, /needs predictions/],
    ['no references', { predictions: ['a'] }, /needs references/],
    ['a text for a list', { predictions: 'a', references: ['a'] }, /predictions is a string/],
    ['a number among predictions', { predictions: ['a', 3], references: ['a', 'b'] }, /predictions\[1\] is a number/],
    ['a prediction without id', { predictions: [{ prediction: 'a' }], references: ['a'] }, /predictions\[0\] is an object/],
    ['null as references', { predictions: ['a'], references: [null] }, /references\[0\] is null/],
    ['both', { predictions: ['a'], references: ['a'], items: [] }, /not both/],
    ['items without references', { predictions: ['a'], items: [{ id: 'x' }] }, /items\[0\] \("x"\) has no list of references/],
    ['items without ids', { predictions: ['a'], items: ['a'] }, /items\[0\] has no id/],
    ['more references than predictions', { predictions: ['a'], references: ['a', 'b'] }, /1 predictions for 2 items/],
    ['an unknown metric', { predictions: ['a'], references: ['a'], metrics: ['blue'] }, /blue/],
  ];
  it.each(wrong)('is an InputError: %s', async (_, request, message) => {
    const failed = score(request as Parameters<typeof score>[0]);
    await expect(failed).rejects.toThrow(InputError);
    await expect(failed).rejects.toThrow(message);
  });
});
