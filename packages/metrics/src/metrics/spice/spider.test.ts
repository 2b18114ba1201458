import { expect, it } from 'vitest';
import type { Tools } from '../../core/index.ts';
import { loadTools } from '../score/measure-items.ts';
import { score } from '../score/score.ts';

const texts = { dog: 'a brown dog chases a ball', cat: 'a cat sleeps on the sofa', puppy: 'a puppy chases a ball' };
const items = [texts.dog, texts.cat].map((text, i) => ({ id: `${i}`, input: null, references: [text], meta: {} }));
/** Vectors that say only how many letters a phrase has. */
const embedder = {
  id: 'letters',
  dimensions: 2,
  embed: async (phrases: readonly string[]) =>
    Float32Array.from(phrases.flatMap(({ length }) => [Math.cos(length / 20), Math.sin(length / 20)])),
};
const tools = async (needs: Parameters<typeof loadTools>[0]): Promise<Tools> => ({ ...(await loadTools(needs)), embedder });

it('SPIDEr is the mean of SPICE and CIDEr-D, of each item and of the corpus', async () => {
  const found = await score({ items, predictions: [texts.puppy, texts.cat], metrics: ['spice', 'ciderD', 'spider'] });
  for (const own of [found.corpus, ...found.perItem])
    expect(own.spider).toBeCloseTo(((own.spice as number) + (own.ciderD as number)) / 2, 12);
  expect(found.corpus.spider).toBeGreaterThan(0);
  expect(found.signatures.spider).toMatch(/^spider\|mean:spice\|.*\+ciderD\|/);
});

it('soft SPICE is 1 for equal texts, gives part for near tuples, and 0 for an output without tuples', async () => {
  const { perItem, signatures } = await score({
    items: [items[0], { ...items[0], id: 'x' }, { ...items[0], id: 'y' }],
    predictions: [texts.dog, texts.puppy, ''],
    metrics: ['spice', 'softSpice'],
    tools,
  });
  expect(perItem[0].softSpice).toBeCloseTo(1, 6);
  expect(perItem[1].softSpice).toBeGreaterThan(perItem[1].spice as number);
  expect(perItem[1].softSpice).toBeLessThan(1);
  expect(perItem[2].softSpice).toBe(0);
  expect(signatures.softSpice).toMatch(/\|match:cosine,same-size\|model:letters\|v:/);
});

it('tokens that are given are neither cut nor lowered', async () => {
  const given = {
    items: [{ id: '1', input: null, references: ["It is n't here ."], meta: {} }],
    predictions: ["it is n't here ."],
    metrics: ['bleu1'],
  };
  const [plain, tokenized] = [await score(given), await score({ ...given, tokenized: true })];
  expect(plain.corpus.bleu1).toBeCloseTo(1, 6);
  expect(tokenized.corpus.bleu1).toBeCloseTo(4 / 5, 6);
  expect(plain.signatures.bleu1).toContain('tok:coco');
  expect(tokenized.signatures.bleu1).toContain('tok:given');
});
