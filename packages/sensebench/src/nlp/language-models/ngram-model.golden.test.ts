import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countNgrams, estimateDiscounts } from './ngram-counts.ts';
import { trainNgramModel } from './ngram-model.ts';

interface Golden {
  tolerance: number;
  cases: {
    name: string;
    sentences: string[];
    asked: string[];
    models: { order: number; discounts: number[][]; log10: number[][] }[];
  }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/ngrams.json', import.meta.url), 'utf8')) as Golden;
const split = (text: string) => text.split(' ').filter((word) => word !== '');

describe.each(golden.cases)('$name', ({ sentences, asked, models }) => {
  const text = sentences.map(split);

  it.each(models)('has the discounts of lmplz at order $order', ({ order, discounts }) => {
    const own = estimateDiscounts(countNgrams(text, { order }).levels);
    expect(own).toHaveLength(order);
    for (const [depth, row] of discounts.entries())
      for (const [i, value] of row.entries()) expect(Math.abs(own[depth][i] - value)).toBeLessThan(golden.tolerance);
  });

  it.each(models)('has the probabilities of lmplz at order $order', ({ order, log10 }) => {
    const model = trainNgramModel(text, { order });
    for (const [i, sentence] of asked.entries()) {
      const words = [...split(sentence), '</s>'];
      const own = words.map((word, at) => model.logprobOf(word, ['<s>', ...words.slice(0, at)]) / Math.LN10);
      for (const [at, value] of log10[i].entries())
        expect(Math.abs(own[at] - value), `${sentence}: ${words[at]}`).toBeLessThan(golden.tolerance);
      expect(own).toHaveLength(log10[i].length);
      expect(Math.abs(model.logprob(split(sentence)) / Math.LN10 - own.reduce((a, b) => a + b, 0))).toBeLessThan(1e-9);
    }
  });
});
