import { describe, expect, it } from 'vitest';
import type { Tools } from '../../../core/index.ts';
import { planVotes } from './plan-votes.ts';

/** Every word is its own lemma. */
const analyse: Tools['analyse'] = async (texts) =>
  texts.map((text) => ({
    text,
    entities: [],
    tokens: text.split(' ').map((word) => ({ text: word, start: 0, end: word.length, tag: 'NN', lemma: word })),
  }));

const items = ['0', '1', '2'].map((id) => ({ id, input: { concepts: ['dog', 'run'] }, references: [], meta: {} }));
const outputs = (texts: Record<string, string>) => new Map(Object.entries(texts));

describe('what people vote on', () => {
  const systems = new Map([
    ['a', outputs({ 0: 'dog run a', 1: 'dog sit', 2: 'run dog a' })],
    ['b', outputs({ 0: 'dog run b', 1: 'dog run b' })],
    ['c', outputs({ 0: 'run dog c', 1: 'dog run c', 2: 'dog run c' })],
  ]);

  it('is every pair of systems on the sets that all of them cover', async () => {
    const rows = await planVotes(items, systems, { seed: 1 }, { analyse });
    expect(rows.map(({ set, first, second }) => [set, ...[first, second].sort()].join(' '))).toEqual(['0 a b', '0 a c', '0 b c']);
    for (const { first, second, firstText, secondText } of rows) {
      expect(firstText.endsWith(first)).toBe(true);
      expect(secondText.endsWith(second)).toBe(true);
    }
  });

  it('needs two systems', async () => {
    await expect(planVotes(items, new Map([['a', outputs({})]]), { seed: 1 }, { analyse })).rejects.toThrow(/two systems/);
  });
});
