import { describe, expect, it } from 'vitest';
import { createMetric, defineMetric } from './metric.ts';
import { type OptionTable, printOptions, readOptions } from './options.ts';

const table = {
  strict: { kind: 'flag', summary: 'only whole words', prints: { key: 'match', yes: 'word', no: 'part' } },
  order: { kind: 'number', default: 4, least: 1, whole: true, summary: 'longest n-grams' },
  mode: { kind: 'choice', choices: ['best', 'mean'], default: 'best', summary: 'over references' },
  tableFile: { kind: 'file', holds: 'json', summary: 'weights' },
} as const satisfies OptionTable;
const read = (given: Readonly<Record<string, unknown>>) => readOptions(table, given, { of: 'words' });

describe('options as plain data', () => {
  it('have defaults, and are read from texts', () => {
    expect(read({})).toEqual({ strict: false, order: 4, mode: 'best', tableFile: undefined });
    expect(read({ strict: true, order: '2', mode: 'mean', tableFile: 'w.json' })).toEqual({
      strict: true,
      order: 2,
      mode: 'mean',
      tableFile: 'w.json',
    });
    expect(read({ strict: 'no', tableFile: { a: 1 } })).toMatchObject({ strict: false, tableFile: { a: 1 } });
  });

  it.each([
    [{ stirct: true }, 'words has no option "stirct"; did you mean "strict"?'],
    [{ colour: 'red' }, 'words has no option "colour" (expected strict, order, mode, table-file)'],
    [{ order: '0' }, 'words: order: "0" does not fit (expected a whole number from 1 on)'],
    [{ order: '2.5' }, 'words: order: "2.5" does not fit'],
    [{ order: true }, 'words: order: true does not fit'],
    [{ mode: 'worst' }, 'words: mode: "worst" does not fit (expected best, mean)'],
    [{ strict: 'maybe' }, 'words: strict: "maybe" does not fit (expected yes or no)'],
    [{ tableFile: true }, 'words: table-file: true does not fit (expected the path of a file)'],
  ])('%j is refused in one line', (given, message) => expect(() => read(given)).toThrow(message));

  it('say that there are none', () => {
    expect(() => readOptions({}, { asian: true }, { of: 'bleu' })).toThrow('bleu takes no options, so "asian" has no meaning');
  });

  it('are printed as their table says', () => {
    expect(printOptions(table, read({ strict: true }))).toMatchObject({ strict: 'match:word', order: 'order:4' });
  });
});

describe('a metric with options', () => {
  const words = defineMetric({
    name: 'words',
    summary: 'words of the output',
    outputs: ['words'],
    options: table,
    create: (options) => ({
      signature: () => `words|${printOptions(table, options).strict}`,
      segment: ({ candidate }) => candidate.split(' ').length * options.order,
      score: (stats) => ({ words: stats[0] ?? null }),
    }),
  });

  it('appends to its signature what it does not print itself, where it is not the default', async () => {
    expect((await createMetric(words)).signature({})).toBe('words|match:part');
    expect((await createMetric(words, { order: 2, mode: 'mean', strict: true })).signature({})).toBe('words|match:word|order:2|mode:mean');
  });
});
