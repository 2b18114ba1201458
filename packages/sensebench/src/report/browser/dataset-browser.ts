/** The script of a dataset's page: lists of its rows and its ledger, with search, filters and sorting. */
import { addressOf, type BrowseRows, type BrowseValue, createBrowseChooser, openRows, searchTextOf, textOf } from './browse-rows.ts';
import { addOption, make, makeFilter } from './make-element.ts';
import { firstPlaces, placeIn } from './row-blocks.ts';
import { createRowList } from './row-list.ts';
import { BEFORE_SEARCH_MS, createSearchTexts } from './search-texts.ts';
import { sortTables } from './sort-tables.ts';

function browse(id: string, address: string): void {
  const element = (name: string) => document.getElementById(`${id}-${name}`) as HTMLElement;
  const data = JSON.parse(element('data').textContent ?? '') as BrowseRows;
  const { noun, fields, files, listed, count } = data;
  const rows = openRows(data, () => JSON.parse(element('blocks').textContent ?? '') as string[]);
  const texts = createSearchTexts(count, (place) => searchTextOf(fields, rows.rowAt(place)));
  const search = element('search') as HTMLInputElement;
  const order = element('order') as HTMLSelectElement;
  const choose = createBrowseChooser(rows, texts);

  const filters = fields.flatMap(({ name, values = [], filter }, field) => {
    if (!filter) return [];
    const { label, box } = makeFilter(document, name, values);
    element('groups').append(label);
    return [{ field, box }];
  });
  for (const [field, { name, sort }] of fields.entries()) {
    if (!sort) continue;
    addOption(document, order, `-${field}`, `highest ${name} first`);
    addOption(document, order, `+${field}`, `lowest ${name} first`);
  }
  (order.parentElement as HTMLElement).hidden = order.options.length === 1;
  const [side] = fields.flatMap(({ sort }, field) => (sort ? [field] : []));

  const list = createRowList(document, {
    id,
    noun,
    address,
    total: count,
    first: firstPlaces(count),
    nameOf: (place) => addressOf(files, rows.rowAt(place)),
    placeOf: (name) => placeIn(rows.names(), name),
    choose: () =>
      choose({
        words: search.value.split(/\s+/).filter(Boolean),
        filters: filters.filter(({ box }) => box.value !== '').map(({ field, box }) => ({ field, value: Number(box.value) })),
        ...(order.value ? { sort: { field: Number(order.value.slice(1)), descending: order.value.startsWith('-') } } : {}),
      }),
    line: (place) => {
      const { values } = rows.rowAt(place);
      const [head, text] = listed.map((field) => textOf(fields[field], values[field]));
      return { head, text: text ?? '', side: sideText(place) };
    },
    describe: (place) => describe(place),
    clear: () => {
      search.value = '';
      for (const { box } of filters) box.value = '';
    },
  });

  /** The number by which rows can be sorted, or else their file. */
  function sideText(place: number): string {
    const { file, values } = rows.rowAt(place);
    if (side === undefined) return files.length > 1 ? files[file].name : '';
    const value = values[order.value ? Number(order.value.slice(1)) : side];
    return typeof value === 'number' ? String(value) : '';
  }

  function describe(place: number): Node[] {
    const { file, line, values } = rows.rowAt(place);
    const shown = make(document, 'dl');
    // Fields with filters come last, because they are in the boxes above.
    const order = [...fields.keys()].sort((a, b) => Number(fields[a].filter ?? false) - Number(fields[b].filter ?? false));
    for (const f of order) {
      const { name, about } = fields[f];
      const value = values[f];
      if (value === null || (Array.isArray(value) && value.length === 0)) continue;
      const title = make(document, 'dt', name);
      if (about) title.title = about;
      const cell = make(document, 'dd');
      cell.append(...valueParts(value, textOf(fields[f], value)));
      shown.append(title, cell);
    }
    return [make(document, 'h3', `${files[file].name}, line ${line.toLocaleString('en')}`), shown];
  }

  search.addEventListener('input', list.refresh);
  window.addEventListener('load', () => setTimeout(texts.prepare, BEFORE_SEARCH_MS));
  for (const box of [order, ...filters.map((filter) => filter.box)]) box.addEventListener('change', list.refresh);
}

/** Shows sentences as a list, words as chips, and everything else as text. */
function valueParts(value: BrowseValue, text: string): Node[] {
  if (!Array.isArray(value)) return [make(document, 'span', text)];
  const sentences = value.some((each) => each.length > 40);
  const list = make(document, 'ul', undefined, sentences ? 'sentences' : 'chips');
  for (const each of value) list.append(make(document, 'li', each, sentences ? undefined : 'chip'));
  return [list];
}

for (const [id, address] of [
  ['rows', 'row'],
  ['ledger', 'dropped'],
])
  if (document.getElementById(`${id}-data`)) browse(id, address);
sortTables(document);
