/** The rows of a dataset or its ledger on a page, and the selection and order of those in the list. */
import { createBlockReader, lazyColumn } from './row-blocks.ts';
import type { SearchTexts } from './search-texts.ts';

export interface BrowseField {
  name: string;
  /** A description, shown with the name. */
  about?: string;
  /** The distinct texts of the field; rows then contain their index. */
  values?: string[];
  /** Whether the list can be filtered by one of the values. */
  filter?: boolean;
  /** Whether the list can be sorted by it. */
  sort?: boolean;
}

export type BrowseValue = string | number | boolean | null | string[];

/** The index of the file, the line (from 1), and a value for each field. */
export interface BrowseRow {
  file: number;
  line: number;
  values: BrowseValue[];
}

export interface BrowseRows {
  /** The name of the rows: rows, dropped. */
  noun: string;
  fields: BrowseField[];
  /** Indexes of the fields in the list: on the first and the second line of a row. */
  listed: number[];
  /** The files of the rows, with the number of their rows on the page. */
  files: { name: string; rows: number }[];
  /** The number of rows. */
  count: number;
  /** The first block, a packed list of `BrowseRow`, which is shown while the browser reads the others. */
  first: string;
  /** By field: packed values, if rows are filtered or sorted by the field, so that no block needs to be unpacked for it. */
  columns: (string | null)[];
  /** The packed addresses of the rows. */
  names: string;
}

/** The rows of a page. Blocks and columns are unpacked when they are first needed. */
export interface OpenRows {
  count: number;
  rowAt(place: number): BrowseRow;
  /** Empty for fields by which rows are neither filtered nor sorted. */
  column(field: number): readonly BrowseValue[];
  names(): readonly string[];
}

/** `others` are the packed blocks after the first. */
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

/** The value as text, with lists joined by commas and indexes looked up. */
export function textOf({ values }: BrowseField, value: BrowseValue): string {
  if (value === null) return '';
  if (values && typeof value === 'number') return values[value];
  return Array.isArray(value) ? value.join(', ') : String(value);
}

export interface BrowseQuery {
  /** Words that must all occur in the row, ignoring case. */
  words: readonly string[];
  /** The values of filters, by indexes of fields and values. */
  filters: readonly { field: number; value: number }[];
  /** Default: the order of the files. */
  sort?: { field: number; descending: boolean };
}

/** Makes a function that selects and sorts the rows to list. */
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
