import { describe, expect, it } from 'vitest';
import type { BoardRow } from './competition.ts';
import { filterRows, scoreColumns, sortRows, tableRows } from './table-rows.ts';

const row = (id: string, value: number | null, more: Partial<BoardRow> = {}): BoardRow => ({
  ...{ kind: 'submission', id, name: id, rank: null, value },
  ...{ scores: {}, breakdowns: {}, signatures: {} },
  ...more,
});
const board = {
  rank: 'f1',
  rows: [
    row('a', 0.9, {
      rank: 1,
      likeBest: true,
      account: 'Ada',
      scores: { f1: 0.9, recall: 0.2 },
      breakdowns: { context: { home: 0.5 } },
      mine: true,
    }),
    row('b', 0.7, { rank: 2, likeBest: false, model: 'T0++', scores: { f1: 0.7, recall: 0.8 }, breakdowns: { context: { home: null } } }),
    row('people', 0.65, { kind: 'reference', note: 'each person against the others' }),
    row('c', null, { rank: 3, missing: 'not scored' }),
  ],
  published: [{ system: 'T5', source: 'a paper', split: 'test', scores: { f1: 0.8 } }],
};
const labels = ['System', 'f1', 'recall', 'context: home'];
const table = {
  columns: labels.map((label) => ({ label, align: 'left' as const })),
  rows: [
    ['a', '90.00 [80.00, 95.00]', '20.00', '50.00'],
    ['b', '70.00', '80.00', ''],
    ['people', '65.00', '', ''],
    ['c', '', '', ''],
    ['T5', '80.00', '', ''],
  ],
};
const rows = tableRows(board, table);
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
const sorted = (key: string, descending = true) => names(sortRows(rows, { key, descending, rank: 'f1' }));

describe('the rows of a board', () => {
  it('have the texts of the server, published ones too', () => {
    expect(rows.map(({ kind, texts }) => [kind, texts.get('f1')])).toEqual([
      ['submission', '90.00 [80.00, 95.00]'],
      ['submission', '70.00'],
      ['reference', '65.00'],
      ['submission', ''],
      ['published', '80.00'],
    ]);
  });

  it('have columns for other scores and for groups', () => {
    expect(scoreColumns(board)).toEqual([
      { key: 'recall', label: 'recall', set: 'scores' },
      { key: 'context: home', label: 'home', set: 'context' },
    ]);
  });

  it('are sorted by any column, and what is missing is last in both directions', () => {
    expect(sorted('value')).toEqual(['a', 'T5', 'b', 'people', 'c']);
    expect(sorted('value', false)).toEqual(['people', 'b', 'T5', 'a', 'c']);
    expect(sorted('recall')).toEqual(['b', 'a', 'people', 'c', 'T5']);
    expect(sorted('context: home', false)[0]).toBe('a');
    expect(sorted('rank', false)).toEqual(['a', 'b', 'c', 'people', 'T5']);
  });

  it('are found by name, account, model, note and source', () => {
    const found = (text: string) => names(filterRows(rows, { text, shown: 'all' }));
    expect([found('ADA'), found('t0'), found('person'), found(' paper '), found('zzz')]).toEqual([['a'], ['b'], ['people'], ['T5'], []]);
  });

  it('can be competitors alone, those like the best, or one’s own', () => {
    const shown = (one: 'competitors' | 'best' | 'own') => names(filterRows(rows, { text: '', shown: one }));
    expect([shown('competitors'), shown('best'), shown('own')]).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
  });
});
