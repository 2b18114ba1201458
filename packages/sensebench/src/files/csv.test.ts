import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CsvOptions, formatCsv, readCsv } from './csv.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, options?: CsvOptions) {
  const path = join(folder, 'table.csv');
  writeFileSync(path, text);
  const rows = [];
  for await (const row of readCsv(path, options)) rows.push(row);
  return rows;
}

describe('CSV', () => {
  it('gives rows by the names of the header, with the line where each ends', async () => {
    expect(await read('a,b\n1,2\n\n"x\ny",4\n')).toEqual([
      { line: 2, record: { a: '1', b: '2' } },
      { line: 5, record: { a: 'x\ny', b: '4' } },
    ]);
  });
  it('takes a byte-order mark, quotes and commas inside them', async () => {
    expect(await read('\uFEFFa\n"say ""hi"", you"\n')).toEqual([{ line: 2, record: { a: 'say "hi", you' } }]);
  });
  it('takes given names for a file without a header, and tabs with plain quotes', async () => {
    expect(await read('1\tsay "hi"\n', { header: ['n', 'text'], delimiter: '\t' })).toEqual([
      { line: 1, record: { n: '1', text: 'say "hi"' } },
    ]);
  });
  it.each([
    ['two columns of one name', 'a,a\n1,2\n', 'table.csv:1: has two columns named "a"'],
    ['a row of another length', 'a,b\n1,2\n1\n', 'table.csv:3: is not CSV'],
    ['a header alone', 'a,b\n', 'has no rows'],
  ])('refuses %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
  it('keeps no listener for each time that a long file had to wait', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    const rows = await read(`a\n${'some words\n'.repeat(100_000)}`);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(rows).toHaveLength(100_000);
    expect(warnings).toEqual([]);
  });
  it('is written with a header, in the order of the given columns', async () => {
    expect(await formatCsv([{ a: 1, b: 'x,"y"' }], ['b', 'a'])).toBe('b,a\n"x,""y""",1\n');
  });
});
