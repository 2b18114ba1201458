import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InputError } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readCsv, writeCsv } from './csv.ts';
import { splitFile } from './dataset-folder.ts';
import { hashFile, sha256 } from './hash.ts';
import { readJson, readJsonl, readRows, stableJson, writeJson, writeJsonl } from './json.ts';
import { readParquet, writeParquet } from './parquet.ts';
import { readLines, readText } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';
import { readXlsx, readXlsxParts, writeXlsx } from './xlsx.ts';
import { readYaml } from './yaml.ts';

const row = z.object({ id: z.string(), n: z.number() });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of rows) list.push(value);
  return list;
}

describe('reading lines', () => {
  it('numbers lines, takes both newline styles, a byte-order mark and a missing last newline', async () => {
    const path = await file('lines.txt', '\uFEFFone\r\ntwo\n\nfour');
    expect(await all(readLines(path))).toEqual([
      { line: 1, text: 'one' },
      { line: 2, text: 'two' },
      { line: 3, text: '' },
      { line: 4, text: 'four' },
    ]);
  });

  it('reads gzip by its first bytes, whatever the name', async () => {
    const path = await file('named.txt', gzipSync('a\nb\n'));
    expect((await all(readLines(path))).map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('keeps lines whole that are longer than a chunk', async () => {
    const long = 'é'.repeat(400_000);
    const path = await file('long.txt', `${long}\nshort\n${long}`);
    expect((await all(readLines(path))).map(({ text }) => text.length)).toEqual([400_000, 5, 400_000]);
  });

  it('gives back any lines that were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n\uFEFF]/.test(text))), async (texts) => {
        const path = await file('property.txt', texts.map((text) => `${text}\n`).join(''));
        expect((await all(readLines(path))).map(({ text }) => text)).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it('stays flat in memory over a large file', async () => {
    const path = join(folder, 'large.jsonl');
    const line = `${JSON.stringify({ id: 'x'.repeat(200), n: 1 })}\n`;
    await writeFile(path, line.repeat(500_000));
    const before = process.memoryUsage().rss;
    let rows = 0;
    for await (const { value } of readJsonl(path, row)) rows += value.n;
    expect(rows).toBe(500_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

async function loop(name: string): Promise<string> {
  await symlink(name, join(folder, name));
  return join(folder, name);
}

describe('wrong input is one line that names file, line and field', () => {
  const cases: [string, () => Promise<string>, (path: string) => Promise<unknown>, RegExp][] = [
    ['a missing file', async () => join(folder, 'nowhere.jsonl'), (p) => all(readJsonl(p, row)), /nowhere\.jsonl: no such file/],
    ['a folder', async () => folder, (p) => all(readLines(p)), /is a folder/],
    ['a link to itself', () => loop('loop.jsonl'), (p) => all(readLines(p)), /loop\.jsonl: is a link that leads back to itself/],
    ['broken JSON', () => file('broken.jsonl', '{"id":"a","n":1}\n{"id":'), (p) => all(readJsonl(p, row)), /broken\.jsonl:2: is not JSON/],
    ['a wrong field', () => file('field.jsonl', '{"id":"a","n":"x"}'), (p) => all(readJsonl(p, row)), /field\.jsonl:1, field "n"/],
    ['an empty file', () => file('empty.jsonl', ''), (p) => readRows(p, row), /has no rows/],
    ['an empty JSON file', () => file('empty.json', ''), (p) => readJson(p, row), /is empty/],
    [
      'a truncated gzip',
      () => file('cut.gz', gzipSync('a\n'.repeat(9999)).subarray(0, 40)),
      (p) => all(readLines(p)),
      /gzip data is cut off/,
    ],
    [
      'invalid UTF-8',
      () => file('bad.txt', Buffer.from([97, 10, 98, 10, 0xff, 10])),
      (p) => all(readLines(p)),
      /bad\.txt:3: is not valid UTF-8/,
    ],
    ['broken YAML', () => file('bad.yaml', 'a: [1,\nb: 2'), (p) => readYaml(p, z.unknown()), /bad\.yaml:\d+: is not YAML/],
    ['CSV without rows', () => file('bad.csv', ''), (p) => all(readCsv(p)), /has no rows/],
    ['a quote inside a CSV field', () => file('quote.csv', 'a,b\n  "x": 1,2\n'), (p) => all(readCsv(p)), /quote\.csv:2: is not CSV/],
    [
      'two CSV columns of one name',
      () => file('twice.csv', 'a,b,a\n1,2,3\n'),
      (p) => all(readCsv(p)),
      /twice\.csv:1: has two columns named "a"/,
    ],
    ['ragged CSV', () => file('ragged.csv', 'a,b\n1,2\n1\n'), (p) => all(readCsv(p)), /ragged\.csv:3: is not CSV/],
    ['no spreadsheet', () => file('bad.xlsx', 'hello'), (p) => readXlsx(p), /is not a spreadsheet/],
    ['no Parquet', () => file('bad.parquet', 'hello'), (p) => readParquet(p), /is not Parquet/],
  ];
  it.each(cases)('%s', async (_name, make, read, message) => {
    const error = await read(await make()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
  });

  it('random bytes give rows or an InputError, nothing else', async () => {
    const readers: ((path: string) => Promise<unknown>)[] = [
      (p) => all(readLines(p)),
      (p) => all(readJsonl(p, row)),
      (p) => readJson(p, row),
      (p) => readText(p),
      (p) => all(readCsv(p)),
      (p) => readYaml(p, row),
      (p) => readXlsx(p),
      (p) => readParquet(p),
    ];
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', '\x1f\x8b', 'PK\x03\x04', 'PAR1'), async (bytes, magic) => {
        const path = await file('random.bin', Buffer.concat([Buffer.from(magic, 'latin1'), bytes]));
        for (const read of readers) {
          const error = await read(path).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          if (error !== null) expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('writing', () => {
  it('leaves the old file as it was when the new one cannot be made', async () => {
    const path = await file('kept.jsonl', 'old\n');
    const rows = (function* () {
      yield { a: 1 };
      throw new Error('no more');
    })();
    await expect(writeJsonl(path, rows)).rejects.toThrow('no more');
    expect(await readFile(path, 'utf8')).toBe('old\n');
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('says that the disk is full, in one line, and keeps what was there', async () => {
    const script = `
      import { writeFileAtomic } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
      await writeFileAtomic(process.argv[1], 'x'.repeat(5_000_000)).catch((error) => { console.log(error.name + ': ' + error.message); });`;
    const path = await file('full.txt', 'old');
    const output = await limited(script, path);
    expect(output).toMatch(/InputError: .*full\.txt: the file would be larger than is allowed here; nothing was changed/);
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it('round-trips JSON, CSV, XLSX and Parquet', async () => {
    const rows = [
      { id: 'a', n: 1, tags: ['x', 'y'] },
      { id: 'b "quoted", line\nbreak', n: 2.5, tags: [] },
    ];
    await writeJson(join(folder, 'r.json'), rows[0]);
    expect(await readJson(join(folder, 'r.json'), row)).toEqual({ id: 'a', n: 1 });
    await writeParquet(join(folder, 'r.parquet'), rows);
    expect(await readParquet(join(folder, 'r.parquet'))).toEqual(rows);
    await writeCsv(join(folder, 'r.csv'), rows, ['id', 'n']);
    expect((await all(readCsv(join(folder, 'r.csv')))).map(({ record }) => record)).toEqual([
      { id: 'a', n: '1' },
      { id: 'b "quoted", line\nbreak', n: '2.5' },
    ]);
    const sheets = [
      {
        sheet: 'Time',
        rows: [
          ['id', 'text'],
          [1, 'noon'],
        ],
      },
      { sheet: 'Space', rows: [['id'], [2]] },
    ];
    await writeXlsx(join(folder, 'r.xlsx'), sheets);
    expect(await readXlsx(join(folder, 'r.xlsx'))).toEqual(sheets);
  });

  it('writes a text that looks like a formula into a workbook as text', async () => {
    const path = join(folder, 'formula.xlsx');
    await writeXlsx(path, [{ sheet: 'Time', rows: [['=1+1', -0.5]] }]);
    expect(await readXlsx(path)).toEqual([{ sheet: 'Time', rows: [['=1+1', -0.5]] }]);
    expect([...(await readXlsxParts(path)).values()].join('')).not.toMatch(/<f[ >]/);
  });

  it('hashes content, and JSON without regard to key order', async () => {
    const path = await file('hash.txt', 'abc');
    expect(await hashFile(path)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('abc')).toBe(await hashFile(path));
    expect(stableJson({ b: [{ d: 1, c: 2 }], a: 1 })).toBe('{"a":1,"b":[{"c":2,"d":1}]}');
  });
});

describe('a dataset folder', () => {
  it('tells which split it lacks', async () => {
    await writeFileAtomic(join(folder, 'splits', 'dataset.json'), '{}');
    expect(() => splitFile(join(folder, 'splits'), 'dev')).toThrow(/unknown split "dev"/);
  });
});

/** Runs a module in a process that may write files of 1 MB at the most, as on a disk that is full. */
function limited(script: string, argument: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = `ulimit -f 1024; exec "$0" --import tsx --input-type=module -e "$1" "$2"`;
    const child = spawn('bash', ['-c', command, process.execPath, script, argument], { cwd: join(import.meta.dirname, '../../../..') });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
