import type { Item, PublishedRow } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { otherDataTables, systemsTable } from './systems-table.ts';

const row = (system: string, sizes?: Record<string, number>): PublishedRow => ({
  system,
  source: 'a paper',
  split: 'test',
  scores: { bleu4: 0.3 },
  ...(sizes ? { sizes } : {}),
});
const benchmark = {
  published: [row('same', { pairs: 2, sentences: 3 }), row('other', { pairs: 2, sentences: 4 }), row('unknown')],
  sizes: (items: readonly Item[]) => ({ pairs: items.length, sentences: 3 }),
};
const items = ['1', '2'].map((id): Item => ({ id, input: null, references: [], meta: {} }));
const ours = [{ name: 'mine', scores: { corpus: { bleu4: 0.25, rougeL: 0.5 }, intervals: { bleu4: [0.2, 0.3] as [number, number] } } }];
const systems = (options: Parameters<typeof systemsTable>[2]) => systemsTable(ours, benchmark, options).rows.map(({ system }) => system);

describe('published rows', () => {
  it('are beside ours only if all their sizes are those of the items', () => {
    expect(systems({ items })).toEqual(['mine', 'same']);
    expect(systems({ items: items.slice(1) })).toEqual(['mine']);
  });

  it('are left out when nothing is known of the items, or on request', () => {
    expect(systems({})).toEqual(['mine']);
    expect(systems({ items, published: 'none' })).toEqual(['mine']);
  });

  it('of other data have tables of their own that say which data it is', () => {
    const tables = otherDataTables(ours, benchmark, items);
    expect(tables.map(({ caption }) => caption)).toEqual([
      'Published on other data (test, 2 pairs, 4 sentences): not comparable with the rows above',
      'Published on other data (test): not comparable with the rows above',
    ]);
    expect(tables.flatMap(({ rows }) => rows.map(({ system }) => system))).toEqual(['other', 'unknown']);
  });
});

describe('the columns of a terminal', () => {
  it('are those of the benchmark, in its order; all where there is none of them', () => {
    const keys = (columns: string[]) => systemsTable(ours, undefined, { columns }).columns.map(({ key }) => key);
    expect(keys(['rougeL', 'meteor'])).toEqual(['system', 'rougeL']);
    expect(keys(['meteor'])).toEqual(['system', 'bleu4', 'rougeL']);
  });

  it('have intervals beside the scores when asked', () => {
    expect(systemsTable(ours, undefined, { intervals: true }).rows[0].bleu4).toBe('25.00 [20.00, 30.00]');
  });
});
