import { loadWordNet } from '@sensebench/metrics/internal/nlp/words';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAnalyser } from '../../../nlp/analysis/analyser.ts';
import { contains, sameSituation, situate } from './containment.ts';
import { readFrame } from './frame.ts';
import { isContinent } from './places.ts';
import { createStrictJudge, frameStatement, type StrictRule } from './strict-rules.ts';

let analyser: Awaited<ReturnType<typeof loadAnalyser>>;
beforeAll(async () => {
  analyser = await loadAnalyser();
});

async function judge(first: string, second: string, { without = [], corpus = [] }: { without?: StrictRule[]; corpus?: string[] } = {}) {
  const wordnet = await loadWordNet();
  const analysed = await analyser.analyse([first, second], { parse: true });
  const [one, two] = analysed.map(({ text, tokens, entities }) => frameStatement(text, readFrame(tokens, entities, wordnet)));
  const verdict = createStrictJudge([first, second, ...corpus], { without })(one, two);
  return 'rule' in verdict ? verdict.rule : verdict.contrast;
}

describe('the strict pair rules', () => {
  it('keep sentences that say different things of different places in one frame', async () => {
    expect(await judge('You would find many canals in Venice.', 'A marmot can be found in Switzerland.')).toBeGreaterThan(0.5);
    expect(await judge('People in Kenya speak Swahili.', 'People in Brazil speak Portuguese.')).toBeGreaterThan(0.5);
  });

  it.each<[StrictRule, string, string]>([
    ['unfinished-sentence', 'Salmon found in the state of Alaska.', 'A marmot can be found in Switzerland.'],
    ['both-negated', 'You would not find a penguin in Texas.', 'You would not find a camel in Norway.'],
    ['other-predicate', 'Michigan has many lakes.', 'You would find many canals in Venice.'],
    ['other-sense', 'Teachers in Caracas give lessons.', 'Tourists in Japan give chocolate.'],
    ['other-frame', 'You can find in books that Tokyo is the capital of Japan.', 'You can find many canals in Venice.'],
    ['other-slot', 'Fans in Denver can be found in the stadium.', 'A marmot can be found in Switzerland.'],
    ['same-place', 'You could find brownstones in New York City.', 'One can find a motel in the United States.'],
    ['same-value', 'People in Kenya speak English.', 'People in Canada speak English.'],
  ])('refuse by %s: %s %s', async (rule, first, second) => {
    expect(await judge(first, second)).toBe(rule);
    expect(await judge(first, second, { without: [rule] })).not.toBe(rule);
  });

  it('exchange places really: nothing changes where the corpus has both sentences', async () => {
    const pair = ['People in Kenya drink tea.', 'People in Brazil drink coffee.'] as const;
    expect(await judge(...pair)).toBeGreaterThan(0.5);
    expect(await judge(...pair, { corpus: ['People in Brazil drink tea.', 'People in Kenya drink coffee.'] })).toBe('same-when-swapped');
  });
});

describe('the table of places and times', () => {
  const place = (name: string) => situate({ context: 'GEO', name });
  const time = (name: string) => situate({ context: 'TEMP', name });

  it('knows what contains what', () => {
    expect(contains(place('the United States'), place('New York City'))).toBe(true);
    expect(contains(place('California'), place('Los Angeles'))).toBe(true);
    expect(contains(place('Texas'), place('Mexico'))).toBe(false);
    expect(contains(time('summer'), time('July'))).toBe(true);
    expect(contains(time('the 1960s'), time('July 1969'))).toBe(true);
    expect(contains(time('winter'), time('July'))).toBe(false);
  });

  it('knows names of one thing, and continents', () => {
    expect(sameSituation(place('the USA'), place('America'))).toBe(true);
    expect(sameSituation(time('fall'), time('autumn'))).toBe(true);
    expect(sameSituation(place('Peru'), place('Chile'))).toBe(false);
    expect(['Africa', 'north america', 'Northern Europe', 'the Sahara'].map(isContinent)).toEqual([true, true, true, false]);
  });
});
