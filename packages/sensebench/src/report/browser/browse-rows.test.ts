import { describe, expect, it } from 'vitest';
import { type BrowseField, type BrowseRow, createBrowseChooser, searchTextOf, textOf } from './browse-rows.ts';
import { createSearchTexts } from './search-texts.ts';

const fields: BrowseField[] = [
  { name: 'split', values: ['train', 'test'], filter: true },
  { name: 'text' },
  { name: 'cosine', sort: true },
  { name: 'words' },
];
const rows: BrowseRow[] = [
  { file: 0, line: 1, values: [0, 'Rice in Japan', 0.5, ['rice', 'Japan']] },
  { file: 0, line: 2, values: [1, 'Tea in Kenya', null, []] },
  { file: 0, line: 3, values: [0, 'Cotton', 0.9, ['cotton']] },
];
const choose = createBrowseChooser(
  { count: rows.length, column: (field) => rows.map(({ values }) => values[field]) },
  createSearchTexts(rows.length, (place) => searchTextOf(fields, rows[place])),
);

describe('rows of a dataset', () => {
  it('hold every word that is searched, in any field', () => {
    expect(choose({ words: [], filters: [] })).toEqual([0, 1, 2]);
    expect(choose({ words: ['JAPAN', 'train'], filters: [] })).toEqual([0]);
    expect(choose({ words: ['0.9'], filters: [] })).toEqual([2]);
  });

  it('are narrowed by values', () => {
    expect(choose({ words: [], filters: [{ field: 0, value: 1 }] })).toEqual([1]);
  });

  it('are sorted by a number, those without last', () => {
    expect(choose({ words: [], filters: [], sort: { field: 2, descending: true } })).toEqual([2, 0, 1]);
    expect(choose({ words: [], filters: [], sort: { field: 2, descending: false } })).toEqual([0, 2, 1]);
  });

  it('are shown as text', () => {
    expect(rows[0].values.map((value, f) => textOf(fields[f], value))).toEqual(['train', 'Rice in Japan', '0.5', 'rice, Japan']);
    expect(textOf({ name: 'a' }, null)).toBe('');
  });
});
