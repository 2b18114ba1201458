/** How many cells a sheet of a workbook has up to its last row and column with a value, told from its XML without making them. */

/** Tags of rows and cells. A quoted value may hold a `>`. */
const TAGS = /<(?:[\w-]+:)?(row|c)((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>/g;
const PLACE = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** Infinity where a place cannot be told. */
export function countCells(xml: string): number {
  let row = 0;
  let column = 0;
  let rows = 0;
  let columns = 0;
  for (const [, tag, attributes] of xml.matchAll(TAGS)) {
    const [, double, single] = PLACE.exec(attributes) ?? [];
    const place = double ?? single;
    if (tag === 'row') {
      row = place === undefined ? row + 1 : Number(place);
      column = 0;
      // The reader makes empty rows, too.
      if (!(row <= MOST_ROWS)) return Number.POSITIVE_INFINITY;
      continue;
    }
    const address = place === undefined ? { column: column + 1, row } : parseAddress(place);
    if (!address) return Number.POSITIVE_INFINITY;
    column = address.column;
    if (attributes.endsWith('/')) continue;
    rows = Math.max(rows, row, address.row);
    columns = Math.max(columns, column);
  }
  return rows * columns;
}

/** The last row that a spreadsheet program knows. */
const MOST_ROWS = 1_048_576;

function parseAddress(place: string): { column: number; row: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(place) ?? [];
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return { column, row: Number(digits) };
}
