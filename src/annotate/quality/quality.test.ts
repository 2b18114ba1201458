import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { annotatorSignals } from './annotator-signals.ts';
import { copiedShare } from './copied-text.ts';

const task = { value: z.object({ sentence: z.string(), rationale: z.string().default(''), ok: z.enum(['yes', 'no']) }) };
const items = [
  { id: 'i', shown: { concepts: ['dog', 'run', 'field'] }, gold: { sentence: 'x', rationale: '', ok: 'yes' } },
  { id: 'j', shown: { concepts: ['cat', 'sleep', 'bed'] } },
];
const decide = (annotator: string, item: string, sentence: string, more: { rationale?: string; ok?: 'yes' | 'no'; ms?: number } = {}) => ({
  task: 'x/y',
  annotator,
  item,
  value: { sentence, rationale: more.rationale ?? 'Dogs like to run a lot.', ok: more.ok ?? ('yes' as const) },
  ms: more.ms ?? 20_000,
});

describe('signals of an annotator', () => {
  const decisions = [
    decide('A', 'i', 'A dog runs over the green field with its ball.'),
    decide('A', 'j', 'The cat sleeps all day long in a soft bed.', { rationale: 'Cats sleep.' }),
    decide('B', 'i', 'The dog is running fast through a wide field today.', {
      ms: 30_000,
      rationale: 'Open places invite animals to move.',
    }),
    decide('B', 'j', 'One cat is sleeping on the bed of its owner.', { ms: 20_000 }),
    decide('C', 'i', 'A dog runs over the green field with its ball.', { ms: 900, ok: 'no', rationale: '' }),
    decide('C', 'j', 'Something else entirely is written in this place.', { ms: 1000, ok: 'no', rationale: '' }),
  ];

  it('find the one who hurries, copies, leaves words out, misses gold and disagrees', async () => {
    const [a, b, c] = await annotatorSignals(task, items, decisions);
    expect(a).toMatchObject({ annotator: 'A', answers: 2, medianSeconds: 20, tooFast: 0, goldAnswered: 1, goldRight: 1, coverage: 1 });
    expect(b).toMatchObject({ copies: 0, tooFast: 0 });
    expect(c).toMatchObject({ tooFast: 1, goldRight: 0, agreement: 0, copies: 1 });
    expect(c.coverage).toBeLessThan(0.7);
    expect(a.words.rationale).toBe(4);
    expect(c.words.rationale).toBeUndefined();
  });

  it('have the perplexity of a language model where one is given', async () => {
    const languageModel = { id: 'm', logprob: async (texts: readonly string[]) => texts.map((text) => -text.split(' ').length - 1) };
    const [a] = await annotatorSignals(task, items, decisions, { languageModel });
    expect(a.perplexity).toBeCloseTo(Math.E, 10);
    expect((await annotatorSignals(task, items, decisions))[0].perplexity).toBeNull();
  });
});

describe('copying', () => {
  it('is the share of word sequences that another text has', () => {
    expect(copiedShare('the dog runs over the field', ['The dog runs over the field!'])).toBe(1);
    expect(copiedShare('the dog runs over the field', ['a cat sleeps'])).toBe(0);
    expect(copiedShare('the dog runs over a hill now', ['the dog runs over the field'])).toBe(0.25);
    expect(copiedShare('too short', ['too short'])).toBeNull();
  });
});
