import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/rouge.json' with { type: 'json' };
import { score } from '../score/score.ts';

const items = golden.items.map(({ references }, i) => ({ id: `${i}`, input: null, references, meta: {} }));
const predictions = golden.items.map(({ candidate }) => candidate);

describe('ROUGE against rouge-score', () => {
  it.each([
    { side: 'plain', suffix: '' },
    { side: 'stemmed', suffix: 'Stem' },
  ] as const)('gives the same precision, recall and F: $side', async ({ side, suffix }) => {
    const metrics = ['rouge', 'rougeParts', 'rougeN'].map((name) => name + suffix);
    const { perItem } = await score({ items, predictions, metrics });
    for (const [i, item] of golden.items.entries()) {
      for (const [kind, expected] of Object.entries(item[side])) {
        for (const [place, output] of [`${kind}P${suffix}`, `${kind}R${suffix}`, kind + suffix].entries()) {
          const difference = Math.abs((perItem[i][output] as number) - expected[place]);
          expect(difference, `${output} of "${item.candidate}"`).toBeLessThanOrEqual(golden.tolerance);
        }
      }
    }
  });

  it('takes lines for sentences in rougeLsum alone', async () => {
    const one = { items: [{ id: '1', input: null, references: ['b c\na'], meta: {} }], predictions: ['a\nb c'] };
    const { corpus } = await score({ ...one, metrics: ['rougeL', 'rougeLsum'] });
    expect(corpus).toEqual({ rougeL: 2 / 3, rougeLsum: 1 });
  });
});
