import { describe, expect, it } from 'vitest';
import { createRowChooser, type RowQuery, searchText } from './choose-rows.ts';
import type { Found, ItemRow } from './report-rows.ts';
import { createSearchTexts } from './search-texts.ts';

const row = (id: string, scores: (number | null)[], more: Partial<ItemRow> & { found?: Found } = {}): ItemRow => ({
  id,
  input: `input ${id}`,
  references: [`Reference of ${id}`],
  answers: scores.map((score, r) => ({
    text: `answer ${r} of ${id}`,
    scores: [score],
    ...(more.found ? { sought: [{ text: 0, found: more.found }] } : {}),
  })),
  groups: more.groups ?? [0],
  ...(more.choices ? { choices: more.choices } : {}),
});

const items = [
  row('a', [0.5, 0.9], { found: 'first' }),
  row('b', [null, 0.1], { found: 'missing', groups: [1] }),
  row('c', [0.9, 0.8], { groups: [1] }),
  row('d', [0.5, null], { choices: [{ label: 'A', text: 'Elephants' }] }),
];
const asked: RowQuery = { words: [], output: 0, run: 0, order: 'given', groups: [], onlyMissing: false, onlyDiffering: false };

function chooserOf(rows: readonly ItemRow[]) {
  const column =
    <Value>(of: (row: ItemRow) => Value) =>
    () =>
      rows.map(of);
  const columns = {
    ids: column(({ id }) => id),
    groups: [column(({ groups }) => groups?.[0] ?? null)],
    scores: [0, 1].map((run) => [column(({ answers }) => answers[run].scores[0])]),
    missing: [0, 1].map((run) => column(({ answers }) => (answers[run].sought?.some(({ found }) => found === 'missing') ? 1 : 0))),
  };
  const texts = createSearchTexts(rows.length, (place) => searchText(rows[place]));
  return createRowChooser({ count: rows.length, columns }, texts);
}
const ids = (query: Partial<RowQuery>) => chooserOf(items)({ ...asked, ...query }).map((place) => items[place].id);

describe('the rows of the item browser', () => {
  it('are all, in the order of the dataset', () => {
    expect(ids({})).toEqual(['a', 'b', 'c', 'd']);
  });

  it('hold every word that is searched, in any case: in id, input, choices, answers, references', () => {
    expect(ids({ words: ['INPUT', 'b'] })).toEqual(['b']);
    expect(ids({ words: ['1', 'answer'] })).toEqual(['a', 'b', 'c', 'd']);
    expect(ids({ words: ['elephants'] })).toEqual(['d']);
    expect(ids({ words: ['reference', 'nowhere'] })).toEqual([]);
  });

  it('are of one group, or have something missing in the chosen run', () => {
    expect(ids({ groups: [{ group: 0, value: 1 }] })).toEqual(['b', 'c']);
    expect(ids({ onlyMissing: true })).toEqual(['b']);
  });

  it('are those on which the systems differ', () => {
    const same = [row('same', [0.5, 0.5]), row('both without', [null, null]), row('other', [0.5, null])];
    const places = chooserOf(same)({ ...asked, onlyDiffering: true });
    expect(places.map((place) => same[place].id)).toEqual(['other']);
  });

  it('are sorted by score, undefined ones last, equal ones as they came', () => {
    expect(ids({ order: 'low' })).toEqual(['a', 'd', 'c', 'b']);
    expect(ids({ order: 'high' })).toEqual(['c', 'a', 'd', 'b']);
    expect(ids({ order: 'high', run: 1 })).toEqual(['a', 'c', 'b', 'd']);
  });

  it('are sorted by how far the systems are apart', () => {
    expect(ids({ order: 'apart' })).toEqual(['a', 'c', 'b', 'd']);
  });
});
