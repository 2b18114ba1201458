import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readXlsx, writeXlsx } from './xlsx.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('gives back every tab with texts, numbers, truth values and empty cells', async () => {
  const sheets = [
    {
      sheet: 'ratings',
      rows: [
        ['item', 'A'],
        ['1', 4],
        [null, true],
      ],
    },
    { sheet: 'notes', rows: [['=1+1']] },
  ];
  await writeXlsx(join(folder, 'a.xlsx'), sheets);
  expect(await readXlsx(join(folder, 'a.xlsx'))).toEqual(sheets);
});

it('refuses a file that is not a spreadsheet', async () => {
  writeFileSync(join(folder, 'b.xlsx'), 'item,A\n');
  await expect(readXlsx(join(folder, 'b.xlsx'))).rejects.toThrow('is not a spreadsheet');
});
