/** Rows of a dataset or of its ledger as a page holds them, and which of them are listed in which order. */

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

export interface BrowseRows {
  /** What the rows are called: rows, dropped. */
  noun: string;
  fields: BrowseField[];
  /** Places of the fields that the list shows: on the first line of a row, and on the second. */
  listed: number[];
  /** File and line of each row. */
  files: string[];
  /** The place of the file, the line (from 1), and a value for each field. */
  rows: { file: number; line: number; values: BrowseValue[] }[];
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

/** The places of the rows to list. What search looks through is made once per row, and only when somebody searches. */
export function createBrowseChooser({ fields, rows }: BrowseRows): (query: BrowseQuery) => number[] {
  const texts: (string | undefined)[] = new Array(rows.length);
  const searched = (place: number): string => {
    texts[place] ??= rows[place].values
      .map((value, f) => textOf(fields[f], value))
      .join('\n')
      .toLowerCase();
    return texts[place];
  };
  return ({ words, filters, sort }) => {
    const wanted = words.map((word) => word.toLowerCase());
    const kept: number[] = [];
    for (const [place, { values }] of rows.entries()) {
      if (filters.some(({ field, value }) => values[field] !== value)) continue;
      if (wanted.length > 0 && !wanted.every((word) => searched(place).includes(word))) continue;
      kept.push(place);
    }
    if (!sort) return kept;
    const sign = sort.descending ? -1 : 1;
    const number = (place: number) => {
      const value = rows[place].values[sort.field];
      return typeof value === 'number' ? value : null;
    };
    // Rows without a number come last in either order.
    return kept.sort((a, b) => {
      const [x, y] = [number(a), number(b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null) || a - b;
      return sign * (x - y) || a - b;
    });
  };
}
