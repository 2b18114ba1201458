import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSpec, splitSpecs, writeSpec } from './spec.ts';

describe('a name with options', () => {
  it.each([
    ['ter', { name: 'ter', options: {} }],
    ['ter(asian)', { name: 'ter', options: { asian: true } }],
    [
      'openai:gpt-4o@http://127.0.0.1/v1(temperature=0.2,max-tokens=64)',
      { name: 'openai:gpt-4o@http://127.0.0.1/v1', options: { temperature: '0.2', maxTokens: '64' } },
    ],
    ['openai:x(body={"stop":["a,b"],"n":1},stream)', { name: 'openai:x', options: { body: { stop: ['a,b'], n: 1 }, stream: true } }],
    ['cider(idf=/data/x (1).json)', { name: 'cider', options: { idf: '/data/x (1).json' } }],
    // A path may end in a parenthesis; then the options, or none, come after it.
    ['file:answers (1).jsonl', { name: 'file:answers (1).jsonl', options: {} }],
    ['onnx:model (copy)()', { name: 'onnx:model (copy)', options: {} }],
    ['onnx:model (copy)(beams=2)', { name: 'onnx:model (copy)', options: { beams: '2' } }],
  ])('%s', (text, spec) => {
    expect(readSpec(text)).toEqual(spec);
    expect(readSpec(writeSpec(spec))).toEqual(spec);
  });

  it.each([
    ['ter(=1)', /"=1" is not an option/],
    ['ter(a b)', /"a b" is not an option/],
    ['ter(asian,asian)', /option asian is given twice/],
    ['openai:x(body={n:1})', /\{n:1\} is not JSON/],
  ])('%s is wrong', (text, message) => expect(() => readSpec(text)).toThrow(message));

  it('is found again, whatever its values', () => {
    const value = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constant(true as const),
      fc.record({ a: fc.string(), b: fc.array(fc.integer()) }),
    );
    const name = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(name, fc.dictionary(name, value), (word, options) => {
        // A bare text keeps its spaces, but those at the end of an option mean nothing.
        const trimmed = Object.fromEntries(
          Object.entries(options).map(([key, own]) => [key, typeof own === 'string' ? own.trim() || 'x' : own]),
        );
        expect(readSpec(writeSpec({ name: word, options: trimmed }))).toEqual({ name: word, options: trimmed });
      }),
    );
  });
});

describe('a list of names', () => {
  it('is divided at commas outside of parentheses', () => {
    expect(splitSpecs('bleu,ter(asian,no-punct),openai:x(body={"a":[1,2]})')).toEqual([
      'bleu',
      'ter(asian,no-punct)',
      'openai:x(body={"a":[1,2]})',
    ]);
    expect(splitSpecs(',bleu,,')).toEqual(['bleu']);
  });
});
