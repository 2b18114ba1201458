import type { Item, RunnerRequest } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { createNgramRunner } from './ngram.ts';

const TEXTS = [
  'A dog runs in the park.',
  'A man throws a frisbee to the dog.',
  'The dog catches the frisbee in the park.',
  'A girl catches a ball on the beach.',
];
const pool: Item[] = TEXTS.map((text, i) => ({ id: String(i), input: {}, references: [text], meta: {} }));
const asked = (concepts: string[]): RunnerRequest => ({
  item: { id: 'x', input: { concepts }, references: [], meta: {} },
  prompt: '',
  examples: [],
  seed: 1,
  signal: new AbortController().signal,
});
const keywords = (item: Item) => (item.input as { concepts: string[] }).concepts;

describe('the ngram runner', () => {
  it('writes a sentence with every keyword, inflected where it must be, the same every time', async () => {
    const runner = createNgramRunner({ pool, keywords });
    const { text } = await runner.predict(asked(['dog', 'catch', 'frisbee']));
    expect(text).toMatch(/dog/);
    expect(text).toMatch(/catch(es)?|caught|catching/);
    expect(text).toMatch(/frisbee/);
    expect(text).toMatch(/^[A-Z].*[^ ]\.$/);
    expect((await createNgramRunner({ pool, keywords }).predict(asked(['dog', 'catch', 'frisbee']))).text).toBe(text);
  });

  it('keeps phrases and words it never saw', async () => {
    const { text } = await createNgramRunner({ pool, keywords, order: 4 }).predict(asked(['New Zealand', 'kiwi']));
    expect(text).toContain('New Zealand');
    expect(text).toMatch(/kiwis?/i);
  });

  it('asks for training items', () => {
    expect(() => createNgramRunner({ pool: [], keywords })).toThrow(/--train/);
  });
});
