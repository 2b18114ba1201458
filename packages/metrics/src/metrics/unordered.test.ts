import { describe, expect, it } from 'vitest';
import type { Item } from '../core/index.ts';
import { score } from './score/score.ts';

const pairs = [
  ['July is summer in China.', 'July is winter in Australia.'],
  ['Ice floats on the northern sea.', 'Camels walk through the sand.'],
  ['The sun sets early in January.', 'Snow falls on the mountains of Peru.'],
];
const items: Item[] = pairs.map((pair, i) => ({ id: `${i}`, input: null, references: [pair.join(' ')], meta: { pair } }));
const exchanged = ({ meta }: Item) => [(meta.pair as string[]).toReversed().join(' ')];
const bases = ['bleu4', 'rouge2', 'rougeL', 'meteor', 'cider'];
const metrics = [...bases, ...bases.map((base) => `${base}Unordered`)];
const gold = pairs.map((pair) => pair.join(' '));
const swapped = pairs.map((pair) => pair.toReversed().join(' '));
const corpus = async (predictions: string[]) => (await score({ items, predictions, metrics, exchanged })).corpus;

describe('scores that do not mind the order of sentences', () => {
  it('are the same for the answer in both orders, and as high as they can be', async () => {
    const [there, back] = [await corpus(gold), await corpus(swapped)];
    for (const base of bases) {
      expect(back[`${base}Unordered`], base).toBeCloseTo(there[base] as number, 12);
      expect(there[`${base}Unordered`], base).toBe(there[base]);
      expect(back[base], base).toBeLessThan(there[base] as number);
    }
  });
  it('choose the order once for each item, by ROUGE-L', async () => {
    const { corpus: both, perItem } = await score({ items, predictions: [gold[0], swapped[1], gold[2]], metrics, exchanged });
    expect(both.rougeLUnordered).toBe(1);
    expect(perItem.map(({ bleu4Unordered }) => bleu4Unordered)).toEqual(pairs.map(() => expect.closeTo(1, 8)));
    expect(both.bleu4).toBeLessThan(1);
  });
  it('are measured without their twins too, and say in their signature what they did', async () => {
    const request = { items, predictions: swapped, exchanged };
    const { corpus: alone, signatures } = await score({ ...request, metrics: ['meteorUnordered', 'ciderUnordered', 'cider'] });
    const together = await corpus(swapped);
    expect(alone).toEqual({ meteorUnordered: together.meteorUnordered, ciderUnordered: together.ciderUnordered, cider: together.cider });
    expect(signatures.ciderUnordered).toBe(signatures.cider.replace('|v:', '|order:best-rougeL|v:'));
  });
  it('need references with another order', async () => {
    await expect(score({ items, predictions: gold, metrics: ['bleu4Unordered'] })).rejects.toThrow('"bleu4Unordered" needs a benchmark');
  });
});
