import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelChoices, nameChoice, shuffleChoices } from './choices.ts';
import { createRandom } from './random.ts';
import { readOutput } from './read-output.ts';

const item = { id: '1', input: null, references: ['B'], meta: {} };

describe('the labels of choices', () => {
  it('are letters unless the benchmark gives them', () => {
    expect(labelChoices(['x', 'y'])).toEqual([
      { label: 'A', text: 'x' },
      { label: 'B', text: 'y' },
    ]);
    expect(labelChoices([{ label: '1', text: 'x' }])).toEqual([{ label: '1', text: 'x' }]);
    expect(labelChoices(Array.from({ length: 28 }, String)).at(-1)?.label).toBe('AB');
  });

  it('must differ and say something', () => {
    const choice = { label: 'A', text: 'x' };
    expect(() => labelChoices([choice, choice])).toThrow('two choices have the same label: A, A');
    expect(() => labelChoices([{ label: '', text: 'x' }])).toThrow('empty label');
  });
});

describe('choices in another order', () => {
  const texts = ['w', 'x', 'y', 'z'];

  it('keep their labels in place and say which of the own ones each stands for', () => {
    const given = labelChoices(texts);
    const { choices, own } = shuffleChoices(given, createRandom('17/order/1/7'));
    expect(choices.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D']);
    expect(choices.map(({ text }) => text)).not.toEqual(texts);
    expect(own.map((label) => given.find((choice) => choice.label === label)?.text)).toEqual(choices.map(({ text }) => text));
    expect(shuffleChoices(given, createRandom('17/order/1/7')).choices).toEqual(choices);
  });

  it('take their labels along where these are the texts', () => {
    const given = ['yes', 'no', 'maybe'].map((label) => ({ label, text: label }));
    const { choices, own } = shuffleChoices(given, createRandom(3));
    expect(choices.every(({ label, text }, i) => label === text && own[i] === label)).toBe(true);
    expect(choices.map(({ label }) => label).sort()).toEqual(['maybe', 'no', 'yes']);
  });
});

describe('the prediction in an output', () => {
  it("is what the benchmark's own rule says, else the named label, else the text", () => {
    const choices = () => ['dog', 'cat'];
    expect(readOutput(' B) cat', item, { parse: (output) => output.slice(0, 2), choices })).toBe(' B');
    expect(readOutput('the cat', item, { choices })).toBe('B');
    expect(readOutput('the cat', item, { choices }, labelChoices(['cat', 'dog']))).toBe('A');
    expect(readOutput('a horse', item, { choices })).toBe('');
    expect(readOutput(' a horse\n', item, {})).toBe('a horse');
  });
});

const dogs = [
  { label: 'A', text: 'barks at the mail carrier' },
  { label: 'B', text: 'reads the newspaper' },
  { label: 'C', text: 'flies to the moon' },
  { label: 'D', text: 'reads the newspaper aloud' },
];
const relations = ['entailment', 'neutral', 'contradiction'].map((label) => ({ label, text: label }));
const numbers = ['1', '2', '3'].map((label) => ({ label, text: `ending ${label}` }));

describe('the choice that a text names', () => {
  it.each([
    // The label and nothing else.
    ['A', 'A'],
    ['(B)', 'B'],
    [' c. ', 'C'],
    ['**D**', 'D'],
    // The text of a choice and nothing else.
    ['Reads the newspaper.', 'B'],
    ['"barks at the  mail carrier"', 'A'],
    // A conclusion; the last one counts.
    ['Answer: C', 'C'],
    ['The answer is B because A is silly.', 'B'],
    ['The answer is A because B is silly.', 'A'],
    ['The correct option is (D).', 'D'],
    ['First I thought the answer is A. On reflection, the answer is C.', 'C'],
    ['A) barks\nB) reads\nC) flies\n\nFinal answer: **B**', 'B'],
    ['I choose option D, not option A', 'D'],
    ['A dog cannot fly. I pick A', 'A'],
    // A label where a line begins.
    ['B) reads the newspaper', 'B'],
    ['B. It fits. C does not.', 'B'],
    ['C because dogs are not people', 'C'],
    ['Dogs are animals.\nD', 'D'],
    // A label in brackets, then words of a choice, then a label by itself.
    ['It must be (C), I think', 'C'],
    ['I believe that the dog barks at the mail carrier every day', 'A'],
    ['The dog reads the newspaper aloud, of course', 'D'],
    ['It has to be C', 'C'],
    ['It has to be A', 'A'],
  ])('%j is %s', (text, label) => {
    expect(nameChoice(text, dogs)).toBe(label);
  });

  it.each([
    ['nothing', ''],
    ['blank space', ' \n'],
    ['other words', 'The dog sleeps.'],
    ['an article', 'A dog sleeps.'],
    ['an article after a colon', 'Answer: A dog sleeps'],
    ['a letter inside a word', 'CD'],
    ['a label that is not among them', 'Answer: E'],
    ['two labels', 'Either B or C'],
    ['two choices in their words', 'It barks at the mail carrier and flies to the moon'],
    ['a bare list', 'A) x\nB) y'],
  ])('is none for %s', (_, text) => {
    expect(nameChoice(text, dogs)).toBe('');
  });

  it('may be a word in any case, or a number', () => {
    expect(nameChoice('Contradiction, because it rained', relations)).toBe('contradiction');
    expect(nameChoice('The label is NEUTRAL.', relations)).toBe('neutral');
    expect(nameChoice('I see an entailment here', relations)).toBe('entailment');
    expect(nameChoice('neither entailment nor contradiction', relations)).toBe('');
    expect(nameChoice('2', numbers)).toBe('2');
    expect(nameChoice('The answer is 3, not 1', numbers)).toBe('3');
    expect(nameChoice('in 2026', numbers)).toBe('');
  });

  it('takes labels with signs of patterns as text', () => {
    const odd = ['C++', 'C#', '(x)'].map((label) => ({ label, text: label }));
    expect(nameChoice('The answer is C++', odd)).toBe('C++');
    expect(nameChoice('I pick (x)', odd)).toBe('(x)');
  });

  it('is a label or nothing, whatever the text, and every label names itself', () => {
    const labels = dogs.map(({ label }) => label);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['', ...labels]).toContain(nameChoice(text, dogs));
      }),
    );
    for (const { label, text } of dogs) {
      for (const said of [label, `(${label})`, `Answer: ${label}`, `The answer is ${label}.`, text, `${label}) ${text}`])
        expect(nameChoice(said, dogs)).toBe(label);
    }
  });
});
