import { createRandom } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { decodeNgramModel, ngramLanguageModel, trainNgramModel } from './ngram-model.ts';

const TEXT = [
  'the dog runs in the park',
  'the dog sleeps',
  'a cat sleeps in the sun',
  'the cat runs',
  'a dog and a cat play in the park',
  'the man walks the dog in the park',
  'a man runs',
].map((line) => line.split(' '));

/** Random sentences over a small vocabulary: enough text to estimate the discounts. */
function randomText(count: number): string[][] {
  const random = createRandom(7);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(8) }, () => `w${Math.min(random.below(12), random.below(12))}`),
  );
}

/** Straight from the definition, by scanning the text for every count. */
function reference(sentences: string[][], order: number) {
  const padded = sentences.map((sentence) => ['<s>', ...sentence, '</s>']);
  const grams = (n: number) => padded.flatMap((s) => s.slice(0, Math.max(0, s.length - n + 1)).map((_, i) => s.slice(i, i + n).join(' ')));
  const adjusted = (n: number) => {
    const counts = new Map<string, number>();
    for (const gram of grams(n)) if (n === order || gram.startsWith('<s>')) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    if (n < order) {
      for (const gram of new Set(grams(n + 1))) {
        const shorter = gram.split(' ').slice(1).join(' ');
        counts.set(shorter, (counts.get(shorter) ?? 0) + 1);
      }
    }
    counts.delete('<s>');
    return counts;
  };
  const tables = Array.from({ length: order }, (_, i) => adjusted(i + 1));
  const words = new Set([...padded.flat(), '<unk>']);
  words.delete('<s>');
  // KenLM's lmplz enters one n-gram of each shorter length with its plain count: the last in the order of its last word, the one before it, and so on.
  const rank = new Map(['<s>', '</s>', ...sentences.flat()].toReversed().map((word, i, all) => [word, all.length - i]));
  const before = Array.from({ length: order - 1 }, () => '<s>');
  const full = sentences.flatMap((s) => [...s, '</s>'].map((_, i, ends) => [...before, ...ends].slice(i, i + order).toReversed()));
  const behind = (a: string[], b: string[]) => {
    const i = a.findIndex((word, k) => word !== b[k]);
    return i < 0 ? 0 : Number(rank.get(a[i])) - Number(rank.get(b[i]));
  };
  const last = full.sort(behind).at(-1) ?? [];
  const isLast = (n: number, gram: string) => n < order && gram === last.slice(0, n).toReversed().join(' ');
  const discount = (n: number, count: number) => {
    const entered = [...tables[n - 1]].map(([gram, c]) => (isLast(n, gram) ? grams(n).filter((other) => other === gram).length : c));
    const t = [0, 1, 2, 3, 4].map((k) => entered.filter((c) => c === k).length);
    const y = t[1] / (t[1] + 2 * t[2]);
    const d = [0, 1 - (2 * y * t[2]) / t[1], 2 - (3 * y * t[3]) / t[2], 3 - (4 * y * t[4]) / t[3]];
    const fine = t[1] > 0 && t[2] > 0 && t[3] > 0 && d.every((value) => value >= 0);
    return (fine ? d : [0, 0.5, 1, 1.5])[Math.min(3, count)];
  };
  const p = (word: string, context: string[]): number => {
    const n = context.length + 1;
    const lower = n === 1 ? 1 / words.size : p(word, context.slice(1));
    const head = context.map((w) => `${w} `).join('');
    const after = [...tables[n - 1]].filter(([gram]) => gram.startsWith(head) && gram.split(' ').length === n);
    const sum = after.reduce((total, [, count]) => total + count, 0);
    if (sum === 0) return lower;
    const own = tables[n - 1].get(head + word) ?? 0;
    const left = after.reduce((total, [, count]) => total + discount(n, count), 0);
    return Math.max(own - discount(n, own), 0) / sum + (left / sum) * lower;
  };
  return { p, words: [...words] };
}

describe('modified Kneser–Ney', () => {
  it.each([1, 2, 3, 4])('equals the definition at order %i', (order) => {
    for (const text of [TEXT, randomText(60)]) {
      const model = trainNgramModel(text, { order });
      const { p, words } = reference(text, order);
      const contexts = [
        ['<s>'],
        ['<s>', text[0][0]],
        text[4].slice(0, 3),
        text[5].slice(1, 4),
        ['never', text[0][0]],
        ['<s>', 'never', 'seen'],
      ];
      for (const full of contexts) {
        const context = order === 1 ? [] : full.slice(-(order - 1));
        const known = context.map((word) => (words.includes(word) || word === '<s>' ? word : '<unk>'));
        for (const word of words) expect(Math.exp(model.logprobOf(word, context))).toBeCloseTo(p(word, known), 6);
      }
    }
  });

  it('sums to one after any context, and lists the same numbers at once', () => {
    const model = trainNgramModel(randomText(200), { order: 3 });
    for (const context of [[], ['<s>'], ['w1', 'w2'], ['w9', 'unheard'], ['<s>', 'w3']]) {
      const all = model.distribution(context);
      let sum = 0;
      for (const [id, word] of model.vocabulary.entries()) {
        sum += Math.exp(all[id]);
        if (word !== '<s>') expect(all[id]).toBeCloseTo(model.logprobOf(word, context), 6);
      }
      expect(sum).toBeCloseTo(1, 5);
    }
  });

  it('comes back from its bytes, and answers as a language model', async () => {
    const model = trainNgramModel(TEXT);
    const copy = decodeNgramModel(model.encode());
    const sentence = 'the dog sleeps in the sun'.split(' ');
    expect(copy.logprob(sentence)).toBe(model.logprob(sentence));
    const [likely, unlikely, empty] = await ngramLanguageModel(copy).logprob(['The dog runs', 'Runs dog the', '']);
    expect(likely).toBeGreaterThan(unlikely);
    expect(Number.isFinite(empty)).toBe(true);
  });

  it('stands no text at all', () => {
    expect(trainNgramModel([]).logprob(['x'])).toBeLessThan(0);
  });
});
