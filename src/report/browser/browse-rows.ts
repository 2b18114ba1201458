/** Rows of a dataset or of its ledger as a page holds them, and which of them are listed in which order. */
import { createBlockReader, lazyColumn } from './row-blocks.ts';
import type { SearchTexts } from './search-texts.ts';

export interface BrowseField {
  name: string;
  /** What it means, shown beside its name. */
  about?: string;
  /** Repeated texts once: a row then holds a place among them. */
  values?: string[];
  /** A box narrows the list to one of the values. */
  filter?: boolean;
  /** The list can be sorted by it. */
  sort?: boolean;
}

export type BrowseValue = string | number | boolean | null | string[];

/** The place of the file, the line (from 1), and a value for each field. */
export interface BrowseRow {
  file: number;
  line: number;
  values: BrowseValue[];
}

export interface BrowseRows {
  /** What the rows are called: rows, dropped. */
  noun: string;
  fields: BrowseField[];
  /** Places of the fields that the list shows: on the first line of a row, and on the second. */
  listed: number[];
  /** Files of the rows, with how many of theirs are on the page. */
  files: { name: string; rows: number }[];
  /** Number of rows. */
  count: number;
  /** The first block, a packed list of `BrowseRow`: it is shown while the browser reads the others. */
  first: string;
  /** By field: the packed values of one that rows are narrowed or sorted by, so that no block needs to be unpacked for it. */
  columns: (string | null)[];
  /** Packed: the address of each row. */
  names: string;
}

/** The rows of a page: unpacked block by block, columns when they are first asked for. */
export interface OpenRows {
  count: number;
  rowAt(place: number): BrowseRow;
  /** Empty for a field that rows are neither narrowed nor sorted by. */
  column(field: number): readonly BrowseValue[];
  names(): readonly string[];
}

/** `others` are the packed blocks behind the first. */
export function openRows({ count, first, columns, names }: BrowseRows, others: () => readonly string[]): OpenRows {
  const read = createBlockReader<BrowseRow[]>(first, others);
  const open = columns.map((packed) => (packed === null ? () => [] : lazyColumn<BrowseValue>(packed)));
  return {
    count,
    rowAt(place) {
      const { block, at } = read(place);
      return block[at];
    },
    column: (field) => open[field](),
    names: lazyColumn(names),
  };
}

/** File and line of a row. */
export function addressOf(files: BrowseRows['files'], { file, line }: BrowseRow): string {
  return `${files[file].name}:${line}`;
}

/** The value as text: lists with commas, repeated texts looked up. */
export function textOf({ values }: BrowseField, value: BrowseValue): string {
  if (value === null) return '';
  if (values && typeof value === 'number') return values[value];
  return Array.isArray(value) ? value.join(', ') : String(value);
}

export interface BrowseQuery {
  /** All must be in the row, in any case. */
  words: readonly string[];
  /** Values to which the rows are narrowed, by the places of fields and values. */
  filters: readonly { field: number; value: number }[];
  /** Default: in the order of the files. */
  sort?: { field: number; descending: boolean };
}

/** The places of the rows to list. */
export function createBrowseChooser(
  { count, column }: Pick<OpenRows, 'count' | 'column'>,
  texts: SearchTexts,
): (query: BrowseQuery) => number[] {
  return ({ words, filters, sort }) => {
    const wanted = words.map((word) => word.toLowerCase());
    const narrowed = filters.map(({ field, value }) => ({ values: column(field), value }));
    const kept: number[] = [];
    for (let place = 0; place < count; place++) {
      if (narrowed.some(({ values, value }) => values[place] !== value)) continue;
      if (wanted.length > 0 && !wanted.every((word) => texts.of(place).includes(word))) continue;
      kept.push(place);
    }
    if (!sort) return kept;
    const sign = sort.descending ? -1 : 1;
    const values = column(sort.field);
    // Rows without a number come last in either order.
    return kept.sort((a, b) => {
      const [x, y] = [values[a], values[b]];
      if (typeof x !== 'number' || typeof y !== 'number') return Number(typeof x !== 'number') - Number(typeof y !== 'number') || a - b;
      return sign * (x - y) || a - b;
    });
  };
}

/** All fields of a row, for search. */
export function searchTextOf(fields: readonly BrowseField[], { values }: BrowseRow): string {
  return values.map((value, f) => textOf(fields[f], value)).join('\n');
}
