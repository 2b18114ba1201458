import type { Tools } from '@sensebench/metrics/internal/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAnalyser, loadTruecaser, loadWordNet } from '../../../nlp/index.ts';
import { findPairSpans } from '../find-spans.ts';
import { toItem } from '../item.ts';
import { showPair } from './shown-pair.ts';
import { writeTask } from './write.ts';

let tools: Tools;
beforeAll(async () => {
  tools = { tokens: () => [], ...(await loadAnalyser()), truecaser: loadTruecaser(), wordnet: await loadWordNet() };
});

async function view(first: string, second: string) {
  const item = toItem({ keywords: [], statement: `${first} ${second}`, ids: ['a', 'b'], statements: [first, second] });
  const [found] = await findPairSpans([item], async () => tools);
  return showPair(found);
}

describe('the pair as one sentence', () => {
  it('lowers the first word of the second sentence unless it is a name', async () => {
    expect((await view('July is hot in Spain.', 'Snow is common in Norway.')).joined).toBe(
      'July is hot in Spain, while snow is common in Norway.',
    );
    expect((await view('July is hot in Spain.', 'January is cold in Norway.')).joined).toBe(
      'July is hot in Spain, while January is cold in Norway.',
    );
    expect((await view('Rice is grown in Vietnam.', 'French people eat bread in France.')).joined).toContain('while French people');
    expect((await view('Rice is grown in Vietnam.', 'NASA is based in the United States.')).joined).toContain('while NASA');
  });
});

describe('the swapped pair', () => {
  it('exchanges the places, with their articles', async () => {
    expect((await view('July is summer in China.', 'July is winter in Australia.')).swapped).toBe(
      'July is summer in Australia, while July is winter in China.',
    );
    expect((await view('July is summer in the United States.', 'July is winter in Australia.')).swapped).toBe(
      'July is summer in Australia, while July is winter in the United States.',
    );
  });

  it('exchanges the times', async () => {
    expect((await view('The Second World War ended in 1945.', 'The First World War ended in 1918.')).swapped).toMatch(
      /ended in 1918, while .* ended in 1945\.$/,
    );
  });

  it('keeps capitals right where a place leaves or takes the front', async () => {
    expect((await view('Switzerland has many mountains.', 'You find many canals in Venice.')).swapped).toBe(
      'Venice has many mountains, while you find many canals in Switzerland.',
    );
    expect((await view('You find many canals in Venice.', 'Switzerland has many mountains.')).swapped).toBe(
      'You find many canals in Switzerland, while Venice has many mountains.',
    );
  });

  it('takes a town with its country as one place', async () => {
    expect((await view('One can travel to Cartagena, Spain by plane.', 'One can travel to Germany by train.')).swapped).toBe(
      'One can travel to Germany by plane, while one can travel to Cartagena, Spain by train.',
    );
  });

  it('is missing where there is nothing to exchange, and where nobody looked', async () => {
    expect((await view('Dogs bark.', 'Cats sleep in Rome.')).swapped).toBeUndefined();
    expect(showPair(toItem({ keywords: [], statement: 'A. B.', ids: ['a', 'b'], statements: ['A.', 'B.'] }))).toEqual({
      keywords: [],
      sentences: ['A.', 'B.'],
      joined: 'A, while B.',
    });
  });
});

describe('a written pair', () => {
  const check = (sentences: string, keywords: string[]) => writeTask.check?.({ sentences }, { keywords }, tools);

  it('uses every keyword in any inflection, in two sentences', async () => {
    expect(
      await check('Penguins swim near Antarctica. Lions ran through Kenya.', ['penguin', 'swim', 'Antarctica', 'lion', 'run', 'Kenya']),
    ).toEqual([]);
    expect(await check('Penguins swim.', ['penguin', 'Kenya', 'swim'])).toEqual([
      { refuse: true, text: '"Kenya" is missing' },
      { refuse: true, text: 'a second sentence is missing' },
    ]);
    expect(await check('One. Two. Three.', [])).toEqual([{ refuse: true, text: '3 sentences; write two' }]);
  });

  it('is told of a keyword that both sentences should have', async () => {
    const advice = await check('July is hot in Spain. It is cold in Chile.', ['July', 'July', 'Spain', 'Chile']);
    expect(advice).toEqual([{ refuse: false, text: '"July" is listed twice, once for each sentence' }]);
  });
});
