import { expect, it } from 'vitest';
import { orderSentences } from './order-sentences.ts';

const plain = Array.from({ length: 8 }, (_, i) => `a man ${i % 2 ? 'walks' : 'runs'} in the park with a dog and a man`);

it('keeps every sentence once', () => {
  const texts = [...plain.map((text, i) => `${text} ${i}`), 'bald eagles fight salmon'];
  expect([...orderSentences(texts)].sort()).toEqual([...texts].sort());
});

it('begins with a short sentence of rare words', () => {
  expect(orderSentences([...plain, 'bald eagles fight salmon'])[0]).toBe('bald eagles fight salmon');
});

it('puts a sentence as it comes after two chosen ones', () => {
  const rare = [
    'bald eagles fight salmon',
    'scuba divers explore reefs',
    'census maps highlight divisions',
    'looping videos feature waves',
  ];
  const order = orderSentences([...plain, ...rare]);
  expect(rare).toContain(order[0]);
  expect(rare).toContain(order[1]);
  expect(order[2]).toBe(plain[0]);
});
