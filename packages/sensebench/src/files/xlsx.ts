/** Reads and writes spreadsheets (XLSX) of bounded size. The packages load slowly, so they are loaded with the first file. */
import { InputError } from '@sensebench/metrics/internal/core';
import { readBytes } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';
import { unpackZip } from './zip-entry.ts';

export type Cell = string | number | boolean | Date | null;

export interface Sheet {
  sheet: string;
  rows: Cell[][];
}

/** A column whose cells offer these values in a drop-down. They accept no other values, but may be empty. */
export interface DropDown {
  /** From 0. */
  column: number;
  values: readonly (string | number)[];
  /** Shown when a cell is selected and when another value is refused. */
  hint: string;
}

export interface WrittenSheet extends Sheet {
  /** They apply to all rows below the first, which has the column names. */
  dropDowns?: readonly DropDown[];
}

/** The size limit of all parts of a workbook together. */
const MOST_BYTES = 32 * 1024 * 1024;
/** The reader allocates all cells up to the last row and column, including empty ones. */
const MOST_CELLS = 2_000_000;
const PARTS = /\.xml(\.rels)?$/;

/** The parts of a workbook, by their names, as text. */
export async function readXlsxParts(path: string): Promise<Map<string, string>> {
  const bytes = await readBytes(path, { bytes: MOST_BYTES });
  const parts = await unpackZip(bytes, { file: path, wanted: PARTS, mostBytes: MOST_BYTES }).catch((error: unknown) => {
    throw error instanceof InputError && /not a zip/.test(error.message) ? notSpreadsheet(path, 'it is not a zip archive') : error;
  });
  const decoder = new TextDecoder();
  return new Map(Array.from(parts, ([name, part]) => [name, decoder.decode(part)]));
}

export async function readXlsx(path: string): Promise<Sheet[]> {
  const parts = await readXlsxParts(path);
  let cells = 0;
  for (const xml of parts.values()) cells += countCells(xml);
  if (cells > MOST_CELLS) throw new InputError(`has more than ${MOST_CELLS} cells up to its last row and column`, { file: path });
  // Repacked, so that the reader sees exactly the parts that were counted.
  const encoder = new TextEncoder();
  const { zipSync } = await import('fflate');
  const packed = zipSync(Object.fromEntries(Array.from(parts, ([name, xml]) => [name, encoder.encode(xml)])), { level: 0 });
  const { default: readExcelFile } = await import('read-excel-file/node');
  try {
    const sheets = await readExcelFile(Buffer.from(packed));
    return sheets.map(({ sheet, data }) => ({ sheet, rows: data as Cell[][] }));
  } catch (error) {
    throw notSpreadsheet(path, error instanceof Error ? error.message.split('\n')[0] : String(error));
  }
}

function notSpreadsheet(file: string, why: string): InputError {
  return new InputError(`is not a spreadsheet: ${why}`, { file, expected: 'XLSX' });
}

export async function writeXlsx(path: string, sheets: readonly WrittenSheet[]): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const transform = (xml: string, _: unknown, { sheetIndex }: { sheetIndex: number }) => withDropDowns(xml, sheets[sheetIndex]);
  const features = [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }];
  const file = writeExcelFile(
    sheets.map(({ sheet, rows }) => ({ sheet, data: rows })),
    { features },
  );
  await writeFileAtomic(path, await file.toBuffer());
}

/** ECMA-376, 18.3.1.32: the rules come after the cells, merged cells and formats, and before links and margins. */
function withDropDowns(xml: string, { rows, dropDowns = [] }: WrittenSheet): string {
  if (dropDowns.length === 0 || rows.length < 2) return xml;
  const rules = dropDowns.map(({ column, values, hint }) => {
    const letter = String.fromCharCode(65 + column);
    const text = escapeXml(hint);
    return `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" error="${text}" prompt="${text}" sqref="${letter}2:${letter}${rows.length}"><formula1>${escapeXml(`"${values.join(',')}"`)}</formula1></dataValidation>`;
  });
  const element = `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
  return xml.replace(/(?=<(?:hyperlinks|printOptions|pageMargins|pageSetup|drawing)\b|<\/worksheet>)/, () => element);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Tags of rows and cells. A quoted value may hold a `>`. */
const TAGS = /<(?:[\w-]+:)?(row|c)((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>/g;
const PLACE = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/**
 * The number of cells in a sheet up to the last row and column with a value, counted in its XML without allocating them.
 * Infinity if a position cannot be determined.
 */
function countCells(xml: string): number {
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
      // The reader allocates empty rows, too.
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

/** The last row that spreadsheet programs support. */
const MOST_ROWS = 1_048_576;

function parseAddress(place: string): { column: number; row: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(place) ?? [];
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return { column, row: Number(digits) };
}
