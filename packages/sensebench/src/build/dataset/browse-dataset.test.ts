import { createRandom, type LedgerRow } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../report/browser/browse-rows.ts';
import { openRows } from '../../report/index.ts';
import { type BrowsedRows, browseLedger, browseRows, MOST_ROWS } from './browse-dataset.ts';
import type { RowField } from './row-fields.ts';
import { createRowSample } from './sample-rows.ts';

const text = (name: string): RowField => ({ name, description: `the ${name}`, type: 'text', optional: false });
const fields: RowField[] = [text('question'), text('kind'), { ...text('words'), array: -1 }, { ...text('cosine'), type: 'number' }];

function sampleOf(rows: readonly object[]) {
  const sample = createRowSample<object>({ most: MOST_ROWS, random: createRandom(1) });
  for (const [i, row] of rows.entries()) sample.add(i % 4 === 3 ? 'test' : 'train', row);
  return sample;
}

/** As the page reads them. */
function opened({ rows: head, blocks }: BrowsedRows) {
  const open = openRows(head, () => blocks);
  return { ...head, open, rows: Array.from({ length: head.count }, (_, place) => open.rowAt(place)) };
}

const rows = Array.from({ length: 16 }, (_, i) => ({
  question: `q${i}`,
  kind: i % 2 ? 'odd' : 'even',
  words: ['a', `${i}`],
  cosine: i / 10,
}));

describe('rows on the page', () => {
  const packed = opened(browseRows(sampleOf(rows), { fields, groups: { size: (row) => String(Object.keys(row).length) } }));
  const field = (name: string) => packed.fields.findIndex((each) => each.name === name);

  it('can be told apart by split, by fields of few values, and sorted by numbers', () => {
    expect(packed.fields.filter(({ filter }) => filter).map(({ name }) => name)).toEqual(['split', 'kind']);
    expect(packed.fields.filter(({ sort }) => sort).map(({ name }) => name)).toEqual(['cosine']);
    expect(packed.listed.map((place) => packed.fields[place].name)).toEqual(['question', 'kind']);
  });

  it('hold what the file holds, with its line', () => {
    const [first] = packed.rows.filter(({ file }) => packed.files[file].name === 'test.jsonl');
    expect(first.line).toBe(1);
    const shown = packed.fields.map((each, f) => [each.name, textOf(each, first.values[f])]);
    expect(Object.fromEntries(shown)).toEqual({ split: 'test', size: '4', question: 'q3', kind: 'odd', words: 'a, 3', cosine: '0.3' });
    expect(packed.rows[0].values[field('kind')]).toBe(0);
    expect(packed.files).toEqual([
      { name: 'train.jsonl', rows: 12 },
      { name: 'test.jsonl', rows: 4 },
    ]);
    expect(packed.open.names().slice(11, 13)).toEqual(['train.jsonl:12', 'test.jsonl:1']);
  });

  it('are narrowed and sorted by columns, for which no block is unpacked', () => {
    expect(packed.open.column(field('kind'))).toEqual(packed.rows.map(({ values }) => values[field('kind')]));
    expect(packed.open.column(field('cosine'))).toEqual(packed.rows.map(({ values }) => values[field('cosine')]));
    expect(packed.open.column(field('question'))).toEqual([]);
  });

  it('are fewer where they are long, and long texts are cut', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => ({ question: `${i} ${'x'.repeat(3000)}` }));
    const page = opened(browseRows(sampleOf(long), { fields: fields.slice(0, 1) }));
    expect(JSON.stringify(page.rows).length).toBeLessThan(30_500_000);
    expect(page.rows.length).toBeGreaterThan(12_000);
    expect(String(page.rows[0].values[1])).toMatch(/x … \(3,00\d characters\)$/);
  });
});

describe('the ledger on the page', () => {
  it('is in the order of the file, filtered by step and rule', () => {
    const sample = createRowSample<{ line: number; row: LedgerRow }>({ most: 9, random: createRandom(1) });
    const drops: LedgerRow[] = ['b', 'a', 'b'].map((rule, i) => ({ step: 's', rule, ids: [`${i}`], value: i }));
    for (const [i, row] of drops.entries()) sample.add(row.rule, { line: i + 1, row });
    const page = opened(browseLedger(sample));
    expect(page.rows.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(page.fields.filter(({ filter }) => filter).map(({ name }) => name)).toEqual(['rule']);
    expect(page.fields.find(({ name }) => name === 'value')?.sort).toBe(true);
  });
});
