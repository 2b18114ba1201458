import type { Benchmark, Scores } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { tableToText } from '../index.ts';
import { scoresTable } from './scores-table.ts';
import { systemsTable } from './systems-table.ts';

const scores = (bleu4: number | null): Scores => ({
  benchmark: 'text',
  items: 2,
  corpus: { bleu4, cider: 1.2 },
  signatures: { bleu4: 'bleu|tok:coco', cider: 'cider|tok:coco' },
  intervals: { cider: [1, 1.5] },
  perItem: [],
});

const textOf = (...given: Parameters<typeof scoresTable>) => {
  const { table, notes } = scoresTable(...given);
  return [tableToText(table), ...notes].join('\n');
};

describe('scoresTable', () => {
  it('shows one system with signatures, a metric a line', () => {
    const lines = textOf([{ name: 'a', scores: scores(0.25) }]).split('\n');
    expect(lines.find((line) => line.startsWith('BLEU-4'))).toMatch(/25\.00\s+bleu\|tok:coco/);
    expect(lines.find((line) => line.startsWith('CIDEr'))).toContain('12.00 [10.00, 15.00]');
    expect(lines.at(-1)).toBe('2 items; ×100; CIDEr ×10');
  });

  it('shows several systems, a system a line', () => {
    const lines = textOf([
      { name: 'one', scores: scores(0.25) },
      { name: 'two', scores: scores(null) },
    ]).split('\n');
    expect(lines.find((line) => line.startsWith('one'))).toContain('25.00');
    expect(lines.find((line) => line.startsWith('two'))).toContain('–');
  });

  it('shows what chance would score, where a metric knows it', () => {
    const known = { ...scores(0.25), chance: { bleu4: 0.125 } };
    const alone = textOf([{ name: 'one', scores: known }]).split('\n');
    expect(alone.find((line) => line.startsWith('BLEU-4'))).toMatch(/25\.00\s+12\.50\s+bleu/);
    const both = textOf([
      { name: 'one', scores: known },
      { name: 'two', scores: known },
    ]).split('\n');
    expect(both.filter((line) => line.startsWith('chance'))).toHaveLength(1);
    expect(both.find((line) => line.startsWith('chance'))).toMatch(/12\.50\s+–/);
  });
});

const benchmark: Pick<Benchmark, 'published' | 'sizes' | 'modelScores' | 'columns'> = {
  published: [{ system: 'paper', source: 'P', split: 'test', sizes: { n: 0 }, scores: { match: 0.5, bertRescaled: 0.4 } }],
  sizes: () => ({ n: 0 }),
  modelScores: { bertRescaled: { beside: 'bert', signature: 'bert|model:large|layer:17' } },
  columns: ['match', 'bertRescaled'],
};
const scored = (corpus: Record<string, number>, signature = 'bert|model:small|layer:6') => ({
  name: 'ours',
  scores: {
    benchmark: 'x',
    items: 1,
    corpus,
    signatures: Object.fromEntries(Object.keys(corpus).map((output) => [output, signature])),
    perItem: [],
  },
});
const { columns, modelScores } = benchmark;

describe('a score that needs a model', () => {
  it('is named below the table, where its metric was measured with another model', () => {
    const { rows } = systemsTable([scored({ match: 1, bert: 0.9 })], benchmark, { items: [], columns });
    expect(rows).toMatchObject([{ system: 'ours', match: 1 }, { system: 'paper' }]);
    const text = textOf([scored({ match: 1, bert: 0.9 })], { columns, modelScores });
    expect(text).toContain('Bert (rescaled), a score of the paper, needs the model of bert|model:large|layer:17');
    expect(textOf([scored({ bert: 0.9 }), { ...scored({ bert: 0.8 }), name: 'b' }], { columns, modelScores })).toContain(
      'needs the model of',
    );
  });

  it('is not missed where nobody asked for its metric', () => {
    expect(systemsTable([scored({ match: 1 })], benchmark, { items: [], columns }).columns.map(({ key }) => key)).not.toContain(
      'bertRescaled',
    );
    expect(textOf([scored({ match: 1 })], { columns, modelScores })).not.toContain('needs the model');
  });

  it('stands beside the published one only if it was measured as in the paper', () => {
    const rows = (signature: string) =>
      systemsTable([scored({ bert: 0.9, bertRescaled: 0.3 }, signature)], benchmark, { items: [], columns }).rows;
    expect(rows('bert|model:large|layer:17|resampled')).toMatchObject([{ bertRescaled: 0.3 }, { bertRescaled: 0.4 }]);
    expect(rows('bert|model:base|layer:10')).toMatchObject([{ bertRescaled: 0.3 }, { bertRescaled: null }]);
  });
});
