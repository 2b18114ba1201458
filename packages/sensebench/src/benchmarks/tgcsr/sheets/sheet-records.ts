/** The rows of a workbook's tabs by the names in their first row. */
import { InputError } from '@sensebench/metrics/internal/core';
import { type Cell, readXlsxParts, type Sheet } from '../../../files/index.ts';

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

/** Finds merged cells in a workbook. Readers give only the first of them a value, which would drop answers silently. */
interface MergedCells {
  sheet: string;
  /** Like A2:A4. */
  range: string;
}

export async function findMergedCells(path: string): Promise<MergedCells[]> {
  const parts = await readXlsxParts(path);
  const names = sheetNames(parts);
  return [...parts]
    .filter(([part]) => part.startsWith('xl/worksheets/'))
    .flatMap(([part, xml]) =>
      Array.from(xml.matchAll(/<(?:\w+:)?mergeCell\b[^<>]*\bref="([^"]+)"/g), ([, range]) => ({ sheet: names.get(part) ?? part, range })),
    );
}

function sheetNames(parts: ReadonlyMap<string, string>): Map<string, string> {
  const targets = new Map(
    tags(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(xl\/)?/, ''),
    ]),
  );
  return new Map(
    tags(parts.get('xl/workbook.xml') ?? '', 'sheet').map((tag) => [
      `xl/${targets.get(attribute(tag, 'r:id')) ?? ''}`,
      attribute(tag, 'name'),
    ]),
  );
}

function tags(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')), ([tag]) => tag);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
