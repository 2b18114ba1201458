import type { Item, RunnerRequest } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { createSmallRunner, loadSmallModel } from './small.ts';

const model = await loadSmallModel('commongen');
const keywords = (item: Item) => (item.input as { concepts: string[] }).concepts;
const asked = (concepts: string[]): RunnerRequest => ({
  item: { id: 'x', input: { concepts }, references: [], meta: {} },
  prompt: '',
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
});

describe('the small runner', () => {
  it('writes a sentence with every keyword in one of its forms, the same every time', async () => {
    const runner = createSmallRunner({ ...model, keywords });
    const { text } = await runner.predict(asked(['dog', 'catch', 'frisbee']));
    expect(text).toMatch(/^[A-Z].* (catch(es|ing)?|caught) .*/);
    expect(text).toMatch(/\bdogs?\b.*\bfrisbees?\b|\bfrisbees?\b.*\bdogs?\b/i);
    expect((await runner.predict(asked(['dog', 'catch', 'frisbee']))).text).toBe(text);
  });

  it('copies words that it never saw, and phrases', async () => {
    const { text } = await createSmallRunner({ ...model, keywords }).predict(asked(['zyzzyva', 'New Zealand', 'eat']));
    expect(text).toMatch(/zyzzyva/i);
    expect(text).toMatch(/new zealand/i);
  });

  it('writes no rarer word twice and nothing after the full stop', async () => {
    const { text } = await createSmallRunner({ ...model, keywords }).predict(asked(['storm', 'candle', 'power', 'night', 'house']));
    const rare = text.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? [];
    expect(new Set(rare).size).toBe(rare.length);
    expect(text.indexOf('.')).toBeOneOf([-1, text.length - 1]);
  });

  it('gives the best so many sentences when asked', async () => {
    const { text, nbest } = await createSmallRunner({ ...model, keywords, nbest: 3 }).predict(asked(['boat', 'lake']));
    expect(nbest).toHaveLength(3);
    expect(nbest?.[0].text).toBe(text);
    expect(nbest?.map(({ score }) => score)).toEqual(nbest?.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it.each(['other', '../small/commongen', ''])('says which models there are when asked for "%s"', async (name) => {
    await expect(loadSmallModel(name)).rejects.toThrow(/small:commongen/);
  });
});
