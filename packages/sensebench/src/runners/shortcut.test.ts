import { InputError, type Item } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { createShortcutRunner, type Shortcut, trainWordClassifier } from './shortcut.ts';

const signal = new AbortController().signal;

/** One candidate answer an item, as TG-CSR has it. "always" gives the label away, the question tells nothing. */
const yesNo = {
  name: 'yes-no',
  choices: () => ['yes', 'no'].map((label) => ({ label, text: label })),
  parts: (item: Item) => item.input as { question: string; answer: string },
};
const rated = (id: string, question: string, answer: string, label: string): Item => ({
  id,
  input: { question, answer },
  references: [label],
  meta: {},
});
const train = [
  rated('1', 'What does one pack?', 'It is always a coat', 'no'),
  rated('2', 'What does one pack?', 'a warm coat', 'yes'),
  rated('3', 'What does one eat?', 'It is always bread', 'no'),
  rated('4', 'What does one eat?', 'bread with cheese', 'yes'),
];

/** Endings to choose from. */
const endings = { name: 'endings', choices: (item: Item) => (item.input as { endings: string[] }).endings };
const story = (id: string, begin: string, given: string[], label: string): Item => ({
  id,
  input: { begin, endings: given },
  references: [label],
  meta: {},
});
const stories = [
  story('1', 'The girl sits down.', ['She reads a book.', 'She never eats the moon.'], 'A'),
  story('2', 'The boy wakes up.', ['He never flies to the moon.', 'He brushes his teeth.'], 'B'),
];

async function answers(
  shortcut: Shortcut,
  pool: Item[],
  items: Item[],
  benchmark: Parameters<typeof createShortcutRunner>[0]['benchmark'],
) {
  const runner = createShortcutRunner({ shortcut, pool, benchmark });
  const said = await Promise.all(items.map((item) => runner.predict({ item, prompt: '', examples: [], seed: 1, signal })));
  return said.map(({ prediction }) => prediction);
}

describe('shortcuts through yes and no', () => {
  const asked = [
    rated('5', 'Who comes along?', 'It is always a friend', 'no'),
    rated('6', 'Who comes along?', 'a friend with cheese', 'yes'),
  ];

  it('learn from the candidate answers alone', async () => {
    expect(await answers('answer', train, asked, yesNo)).toEqual(['no', 'yes']);
  });

  it('give the label of the nearest training answer', async () => {
    expect(await answers('nearest', train, asked, yesNo)).toEqual(['no', 'yes']);
  });

  it('learn from the question alone, which cannot tell two answers apart', async () => {
    const [first, second] = await answers('question', train, asked, yesNo);
    expect(first).toBe(second);
  });
});

describe('shortcuts through choices', () => {
  const asked = [story('3', 'The man waits.', ['He never sees the moon.', 'He reads a letter.'], 'B')];

  it('learn what right and wrong endings look like', async () => {
    expect(await answers('answer', stories, asked, endings)).toEqual(['B']);
    expect(await answers('nearest', stories, asked, endings)).toEqual(['B']);
  });

  it('learn the label from the beginning, without its endings', async () => {
    expect(await answers('question', stories, [story('4', 'The girl sits down.', ['x', 'y'], 'B')], endings)).toEqual(['A']);
    expect(await answers('question', stories, [story('4', 'The boy wakes up.', ['x', 'y'], 'A')], endings)).toEqual(['B']);
  });
});

describe('a shortcut that cannot be taken', () => {
  it('says that it needs choices', () => {
    expect(() => createShortcutRunner({ shortcut: 'answer', pool: train, benchmark: { name: 'free' } })).toThrow(InputError);
  });

  it('says that it needs training items', () => {
    expect(() => createShortcutRunner({ shortcut: 'answer', pool: [], benchmark: yesNo })).toThrow(/--train/);
  });
});

describe('the classifier', () => {
  it('computes naive Bayes: prior times smoothed shares of the known words', () => {
    const classify = trainWordClassifier([
      { text: 'a', label: 'x' },
      { text: 'b', label: 'y' },
      { text: 'b', label: 'y' },
    ]);
    // Vocabulary of two; x has one word, y two. log(1/3) + log(2/3) and log(2/3) + log(1/4); an unknown word changes nothing.
    expect(classify('a unknown').get('x')).toBeCloseTo(Math.log(2 / 9), 12);
    expect(classify('a unknown').get('y')).toBeCloseTo(Math.log(1 / 6), 12);
  });
});
