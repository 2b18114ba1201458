import { describe, expect, it } from 'vitest';
import { describeInput } from './item.ts';

const input = { start: 'The dog', endings: ['flies', 'barks'] };

describe('the input of an item in a line', () => {
  it('is its fields one after the other, lists with commas', () => {
    expect(describeInput({ input: 'ice' })).toBe('ice');
    expect(describeInput({ input: { theme: 'Ida', empty: '', words: ['a', 'b'], more: { x: 1 } } })).toBe('Ida · a, b · {"x":1}');
    expect(describeInput({ input })).toBe('The dog · flies, barks');
  });

  it('leaves out choices, however the input holds them', () => {
    const choices = [
      { label: 'A', text: 'flies' },
      { label: 'B', text: 'barks' },
    ];
    expect(describeInput({ input }, choices)).toBe('The dog');
    expect(describeInput({ input: { a: 'flies', start: 'The dog', b: { text: 'barks' } } }, choices)).toBe('The dog');
    const yesNo = ['yes', 'no'].map((label) => ({ label, text: label }));
    expect(describeInput({ input: { question: 'Is it so?', answer: 'yes' } }, yesNo)).toBe('Is it so? · yes');
  });
});
