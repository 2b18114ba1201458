/** The rows of a workbook's tabs by the names in their first row. */
import { InputError } from '../../../core/index.ts';
import type { Cell, Sheet } from '../../../files/index.ts';

export interface PlacedRecord {
  line: number;
  record: Record<string, string>;
}

/** The rows of every tab by the names in its first row. */
export function sheetRecords(sheets: readonly Sheet[], file: string): PlacedRecord[] {
  return sheets.flatMap(({ sheet, rows }) => {
    const [header = [], ...body] = rows;
    const names = header.map((cell) => cellText(cell));
    if (new Set(names.filter(Boolean)).size !== names.filter(Boolean).length) {
      throw new InputError(`tab "${sheet}" names a column twice`, { file, line: 1 });
    }
    return body
      .map((cells, i) => ({
        line: i + 2,
        record: Object.fromEntries(names.map((name, column) => [name, cellText(cells[column] ?? null)])),
      }))
      .filter(({ record }) => Object.values(record).some((text) => text !== ''));
  });
}

export function cellText(cell: Cell): string {
  return cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString() : String(cell).trim();
}
