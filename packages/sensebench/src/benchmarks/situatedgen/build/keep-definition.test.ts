import { expect, it } from 'vitest';
import { joinShards, readerOf } from '../../../build/steps/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { definitionStep } from './keep-definition.ts';
import { packPairs } from './pair-table.ts';

function statement(id: string, text: string, place: string, things: string[]): Statement {
  const at = (word: string) => ({ text: word, start: text.indexOf(word), end: text.indexOf(word) + word.length });
  return {
    id,
    text,
    entities: [{ ...at(place), type: 'GPE' }],
    keywords: [{ ...at(place), kind: 'GPE' }, ...things.map((thing) => ({ ...at(thing), kind: 'NOUN' as const }))],
  };
}

it('drops pairs that break section 3.1, with the rules they break, and tells which statements are left without a pair', async () => {
  const statements = [
    statement('a', 'Rice grows in Japan.', 'Japan', ['Rice']),
    statement('b', 'Olives grow in Spain.', 'Spain', ['Olives']),
    // No keyword besides the place.
    statement('c', 'It is cold in Canada.', 'Canada', []),
  ];
  const pair = (first: number, second: number) => ({ first, second, similarity: 0.9, context: 'GEO' as const });
  const pairs = [...packPairs([pair(0, 1), pair(0, 2), pair(1, 2)])];
  const input = { statements: readerOf([{ rows: statements, dropped: [] }]), pairs: readerOf([{ rows: pairs, dropped: [] }]) };
  const tools = { tokens: () => [], analyse: async () => [], signal: new AbortController().signal, progress: () => undefined };
  const { rows, dropped } = await joinShards(definitionStep.run(input, {}, tools));
  expect(rows).toEqual([...packPairs([pair(0, 1)])]);
  expect(dropped).toEqual([
    {
      step: 'definition',
      rule: 'fewer than two other keywords',
      ids: ['a', 'c'],
      text: 'Rice grows in Japan. It is cold in Canada.',
      value: 'fewer than two other keywords',
    },
    expect.objectContaining({ ids: ['b', 'c'] }),
    { step: 'definition', rule: 'all its pairs break the definition', ids: ['c'] },
  ]);
});
