import type { Tools } from '@sensebench/metrics/internal/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadStatementTools } from '../../../../../test/statement-tools.ts';
import type { SourceRow } from '../sources/source-reader.ts';
import { convertRows, runnerConverter } from './convert.ts';
import { made } from './parse/words.ts';
import { compareConversions } from './rank/compare-conversions.ts';
import { grammarFaults, lostContent } from './rank/sentence-faults.ts';

let tools: Tools;

beforeAll(async () => {
  tools = await loadStatementTools();
});

const row = (question: string, answer: string | boolean, n = 0): SourceRow => ({
  id: `t::dev::${n}`,
  source: 't',
  split: 'dev',
  kind: typeof answer === 'boolean' ? 'yes-no' : 'choice',
  question,
  answer,
});

async function convert(question: string, answer: string | boolean): Promise<string> {
  const { rows } = await convertRows([row(question, answer)], { minConfidence: 0 }, tools);
  return rows[0].text;
}

describe('yes/no questions', () => {
  it.each([
    [
      'Did the old bridge prevent any boats from passing in winter?',
      false,
      'The old bridge did not prevent any boats from passing in winter.',
    ],
    ['Did the old bridge prevent the boats from passing in winter?', true, 'The old bridge prevented the boats from passing in winter.'],
    ['Does it snow in Oslo in January?', true, 'It snows in Oslo in January.'],
    ['Do farmers in Norway grow bananas?', false, 'Farmers in Norway do not grow bananas.'],
    ['Can you see wild giraffes in Canada?', false, 'You cannot see wild giraffes in Canada.'],
    ['Is December a summer month in Australia?', true, 'December is a summer month in Australia.'],
    ['Are there penguins in Norway?', false, 'There are not any penguins in Norway.'],
    ['Has anyone ever walked from Spain to Morocco?', false, 'No one has ever walked from Spain to Morocco.'],
    ['Could Julius Caesar have phoned a friend in Rome?', false, 'Julius Caesar could not have phoned a friend in Rome.'],
    ['Do all birds in Canada fly south in winter?', false, 'Not all birds in Canada fly south in winter.'],
    ['Is it true that the Nile flows through Egypt?', true, 'It is true that the Nile flows through Egypt.'],
    ['If you live in Sydney, do you celebrate Christmas in summer?', true, 'If you live in Sydney, you celebrate Christmas in summer.'],
    ['Would you probably need a coat in Moscow in January?', true, 'You would probably need a coat in Moscow in January.'],
    [
      'In order to visit Peru, must tourists from Canada know Spanish?',
      false,
      'In order to visit Peru, tourists from Canada need not know Spanish.',
    ],
  ])('%s %s', async (question, answer, statement) => {
    expect(await convert(question, answer)).toBe(statement);
  });
});

describe('questions with a choice', () => {
  it.each([
    ['Where would a traveler see wild koalas?', 'Australia', 'A traveler would see wild koalas in Australia.'],
    ['When do swallows in England fly south?', 'autumn', 'Swallows in England fly south in autumn.'],
    ['In which month does summer begin in Australia?', 'December', 'Summer begins in Australia in December.'],
    ['Which country has large tropical rainforests?', 'Brazil', 'Brazil has large tropical rainforests.'],
    ['What do people in England often drink in the afternoon?', 'tea', 'People in England often drink tea in the afternoon.'],
    ['What does a child in Japan do in April?', 'begin school', 'A child in Japan begins school in April.'],
    [
      'The farmer wanted shade for his cows, so he stood under a what?',
      'oak',
      'The farmer wanted shade for his cows, so he stood under an oak.',
    ],
    [
      'Anna lives in Germany. She wants to swim in a lake. When should she go?',
      'July',
      'Anna lives in Germany. She wants to swim in a lake. She should go in July.',
    ],
    ['In April, the leaves of oak trees in England _.', 'sprout', 'In April, the leaves of oak trees in England sprout.'],
    [
      'Maria moved to a city with many canals, where is she most likely?',
      'venice',
      'Maria moved to a city with many canals, and she is most likely in Venice.',
    ],
    ['What is the capital of Peru?', 'lima', 'Lima is the capital of Peru.'],
    ['How many legs does a spider have?', 'eight', 'A spider has eight legs.'],
    ['How long does it take for the Earth to orbit the Sun?', 'one year', 'It takes one year for the Earth to orbit the Sun.'],
    ['What year did the war in Europe end?', '1945', 'The war in Europe ended in the year 1945.'],
    ['Why does the Sun look bright?', 'It is close to the Earth.', 'The Sun looks bright because it is close to the Earth.'],
    ['On which continent is Egypt located?', 'Africa', 'Egypt is located on the continent of Africa.'],
    ['Why do people in Canada wear gloves in winter?', 'keep warm', 'People in Canada wear gloves in winter to keep warm.'],
  ])('%s %s', async (question, answer, statement) => {
    expect(await convert(question, answer)).toBe(statement);
  });
});

describe('the step', () => {
  it('passes claims, sends doubtful conversions to the ledger, and never loses a row', async () => {
    const claim: SourceRow = { id: 't::dev::1', source: 't', split: 'dev', kind: 'claim', text: 'Rice grows in Thailand.' };
    const empty: SourceRow = { id: 't::dev::2', source: 't', split: 'dev', kind: 'choice', question: '', answer: 'x' };
    const { rows, dropped } = await convertRows([claim, empty, row('Is kimchi eaten in Korea?', true, 3)], { minConfidence: 1 }, tools);
    expect(rows.map(({ id, rule }) => [id, rule])).toEqual([['t::dev::1', 'as it is']]);
    expect(dropped.map(({ rule, ids }) => [rule.split(':')[0], ids[0]])).toEqual([
      ['no question and answer', 't::dev::2'],
      ['low confidence', 't::dev::3'],
    ]);
    expect(dropped[1]).toMatchObject({ step: 'convert', limit: 1, text: 'Kimchi is eaten in Korea.' });
  });

  it('takes the words of a model when one is handed in', async () => {
    const runner = { id: 'echo', predict: async () => ({ text: '\nSentence: Kimchi is eaten in Korea\nMore' }) };
    const { rows } = await convertRows([row('Is kimchi eaten in Korea?', true)], { converter: runnerConverter(runner) }, tools);
    expect(rows[0]).toMatchObject({ text: 'Kimchi is eaten in Korea.', rule: 'model/echo' });
  });

  it.each(['?', 'x'.repeat(99), '_', 'what', 'Is?', 'Did', '(((', 'What? What? What?', 'is is is is?', '"Where"'])(
    'survives %s',
    async (question) => {
      for (const answer of [true, false, 'a cup of tea']) {
        const { rows, dropped } = await convertRows([row(question, answer)], { minConfidence: 0 }, tools);
        expect(rows.length + dropped.length).toBe(1);
      }
    },
  );
});

describe('the grammar check', () => {
  it('sees doubled auxiliaries and lost words', () => {
    const statement = 'The weasel is was in the barn.';
    const names = grammarFaults({ words: made('The weasel is was in the barn'), statement, question: 'Where was the small weasel?' }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['two auxiliaries', 'lost: small']);
  });

  it('knows inflected words again', () => {
    expect(lostContent('Did she go to Rome and carry apples?', 'She went to Rome and carried apples.')).toEqual([]);
    expect(lostContent('Did Rome fall?', 'It fell.')).toEqual(['rome']);
  });
});

describe('agreement of two conversions', () => {
  it('is 1 for the same sentence and falls with the words they share', () => {
    const same = compareConversions([{ id: 'a', rules: 'Tea grows in Assam.', other: 'Tea grows in Assam.' }]);
    expect(same).toEqual({ pairs: 1, identical: 1, rougeL: 1, contentWords: 1 });
    const half = compareConversions([{ id: 'a', rules: 'Tea grows in Assam.', other: 'Tea comes from Assam.' }]);
    expect(half.rougeL).toBeCloseTo(0.5);
    expect(half.contentWords).toBeCloseTo(0.5);
    expect(compareConversions([]).rougeL).toBeNull();
  });
});
