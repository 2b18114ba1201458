import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readTextFile, unquote } from './file-format.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const columns = { id: ['id'], text: ['prediction'] };

async function formatOf(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, content);
  return (await readTextFile(path, { columns, ids: new Set(['a', 'b']), accepted: '…' })).format;
}

it.each([
  ['x.txt', 'one\ntwo', 'text'],
  ['x.txt', 'a, one\nc, two', 'text'],
  ['x.txt', 'a,one\na,two', 'text'],
  ['x.txt', 'b,one\na,two', 'csv'],
  ['x.txt', 'a\tone\nb\ttwo', 'tsv'],
  ['x.txt', 'id,prediction\nc,one', 'csv'],
  ['x.txt', '"Go!" he said\n"No"', 'text'],
  ['x.txt', '{"id":1}\n\n{"id":2}', 'jsonl'],
  ['x.json', '{"id":1}\n{"id":2}', 'jsonl'],
  ['x.txt', '[\n1\n]', 'json'],
  ['x.csv', 'one', 'csv'],
  ['x.tsv', '{one', 'tsv'],
])('%s with %j is %s', async (name, content, expected) => {
  expect(await formatOf(name, content)).toBe(expected);
});

it('names the line of Python inside a JSON value, not of the same word inside a string', async () => {
  await expect(formatOf('x.json', '[\n"NaN",\n"None", \n NaN\n]')).rejects.toThrow("x.json:4: is not JSON: NaN is Python's");
});

it('takes only whole quotes away', () => {
  expect([unquote('"a ""b"""'), unquote('"a" b'), unquote('a')]).toEqual(['a "b"', '"a" b', 'a']);
});
