import { describe, expect, it } from 'vitest';
import { labelChoices, shuffleChoices } from './choices.ts';
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
    expect(() => labelChoices([choice, choice])).toThrow('two choices have one label: A, A');
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
