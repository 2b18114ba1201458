/** Spreadsheets (XLSX) at the edges: every tab with its rows of cells. The packages are loaded with the first file: they take long. */
import { InputError } from '../core/index.ts';
import { readBytes } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';

export type Cell = string | number | boolean | Date | null;

export interface Sheet {
  sheet: string;
  rows: Cell[][];
}

export async function readXlsx(path: string): Promise<Sheet[]> {
  const bytes = await readBytes(path);
  const { default: readExcelFile } = await import('read-excel-file/node');
  try {
    const sheets = await readExcelFile(bytes);
    return sheets.map(({ sheet, data }) => ({ sheet, rows: data as Cell[][] }));
  } catch (error) {
    throw new InputError(`is not a spreadsheet: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, {
      file: path,
      expected: 'XLSX',
    });
  }
}

export async function writeXlsx(path: string, sheets: readonly Sheet[]): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const file = writeExcelFile(sheets.map(({ sheet, rows }) => ({ sheet, data: rows })));
  await writeFileAtomic(path, await file.toBuffer());
}
