import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readXlsx } from './xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-bounds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MEGABYTE = 1 << 20;

function file(name: string, content: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Gzip data is gzip data again when it is put together. */
function gzipBomb(unit: string, megabytes: number, head = ''): Buffer {
  const part = gzipSync(unit.repeat((16 * MEGABYTE) / unit.length));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: megabytes / 16 }, () => part)]);
}

function workbook(sheetData: string): Buffer {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zip([
    pack('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    pack('xl/workbook.xml', `<workbook xmlns:r="${relations}"><sheets><sheet name="Time" sheetId="1" r:id="rId1"/></sheets></workbook>`),
    pack(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    pack('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`),
  ]);
}

const cell = (place: string) => `<c r="${place}" t="inlineStr"><is><t>x</t></is></c>`;

interface Packed {
  name: string;
  data: Uint8Array;
  size: number;
}

const pack = (name: string, content: string | Uint8Array): Packed => ({
  name,
  data: deflateRawSync(content, { level: 1 }),
  size: Buffer.byteLength(content),
});

/** An archive of these; `once`: only the first is there, and all names lead to it. Made here because a library of JavaScript takes long for 300 MB. */
function zip(files: readonly Packed[], once = false): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size } of files) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(name.length, 22);
    entries.push(Buffer.from('PK\x01\x02\0\0', 'latin1'), head, Buffer.alloc(10), numbered(offset), Buffer.from(name));
    if (once && parts.length > 0) continue;
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), Buffer.from(data));
    if (!once) offset += 30 + name.length + data.length;
  }
  const [content, directory] = [Buffer.concat(parts), Buffer.concat(entries)];
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(content.length, 16);
  return Buffer.concat([content, directory, end]);
}

function numbered(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A directory that names one packed file a thousand times: each is small, all together are not. */
function overlapping(): Buffer {
  const one = pack('0.xml', Buffer.alloc(MEGABYTE));
  return zip(
    Array.from({ length: 1000 }, (_, i) => ({ ...one, name: `${i}.xml` })),
    true,
  );
}

/** Reads in a process of its own; its peak memory is in megabytes. */
function readApart(read: string, path: string): { error: string; memory: number; seconds: number } {
  const program = `
    import { readFileSync } from 'node:fs';
    import { z } from 'zod';
    import { readCsv, readJson, readLines, readParquet, readText, readXlsx, readYaml, readZipEntry } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const path = process.argv[1];
    const all = async (rows) => { for await (const row of rows); };
    const started = Date.now();
    const error = await (${read}).then(() => 'none', (error) => error.name + ': ' + error.message);
    // The kernel's count of a child begins with its parent's size; that of the program itself does not.
    const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
    const memory = Number(/VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024;
    console.log(JSON.stringify({ error, memory, seconds: (Date.now() - started) / 1000 }));`;
  const child = spawnSync(process.execPath, ['--max-old-space-size=1000', '--import', 'tsx', '--input-type=module', '-e', program, path], {
    cwd: join(import.meta.dirname, '../../../..'),
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(child.stderr.slice(0, 500));
  return JSON.parse(child.stdout);
}

describe('a small file that becomes a very large one is refused in one line, with little memory', () => {
  const cases: [string, string, () => Uint8Array, string, RegExp][] = [
    [
      'a cell at the far corner',
      'corner.xlsx',
      () => workbook(`<row r="1048576">${cell('XFD1048576')}</row>`),
      'readXlsx(path)',
      /has more than 2000000 cells/,
    ],
    [
      'a row far below',
      'row.xlsx',
      () => workbook(`<row r="999999999">${cell('A999999999')}</row>`),
      'readXlsx(path)',
      /has more than 2000000 cells/,
    ],
    [
      'a column far to the right',
      'column.xlsx',
      () => workbook(`<row r="1">${cell('ZZZZZZ1')}</row>`),
      'readXlsx(path)',
      /has more than 2000000 cells/,
    ],
    [
      'a sheet of 200 MB',
      'sheet.xlsx',
      () => workbook('<row/>'.repeat((200 * MEGABYTE) / 6)),
      'readXlsx(path)',
      /unpacks to more than 32 MB/,
    ],
    ['one part many times', 'overlap.xlsx', overlapping, 'readXlsx(path)', /unpacks to more than 32 MB/],
    ['a workbook in gzip', 'gzip.xlsx', () => gzipBomb('PK\x03\x04', 1024), 'readXlsx(path)', /unpacks to more than 32 MB/],
    [
      'a zip entry',
      'entry.zip',
      () => zip([pack('a.gz', Buffer.alloc(300 * MEGABYTE))]),
      'readZipEntry(path, /a.gz/)',
      /unpacks to more than 256 MB/,
    ],
    ['JSON', 'a.json', () => gzipBomb('1,', 1024, '['), 'readJson(path, z.unknown())', /a\.json: unpacks to more than 64 MB/],
    ['JSON of blanks', 'b.json', () => gzipBomb(' ', 1024), 'readJson(path, z.unknown())', /unpacks to more than 64 MB/],
    ['YAML', 'a.yaml', () => gzipBomb('- a\n', 64), 'readYaml(path, z.unknown())', /unpacks to more than 512 KB/],
    ['text', 'a.txt', () => gzipBomb('a\n', 1024), 'readText(path)', /unpacks to more than 64 MB/],
    ['Parquet', 'a.parquet', () => gzipBomb('PAR1', 1024), 'readParquet(path)', /unpacks to more than 64 MB/],
    ['one line', 'line.jsonl', () => gzipBomb('x', 1024), 'all(readLines(path))', /line\.jsonl:1: the line is longer than 64 MB/],
    ['a CSV cell', 'cell.csv', () => gzipBomb(`${'x'.repeat(1023)}\n`, 256, 'a,b\n"'), 'all(readCsv(path))', /cell\.csv.*Max Record Size/],
  ];
  it.each(cases)('%s', (_, name, make, read, message) => {
    const { error, memory, seconds } = readApart(read, file(name, make()));
    expect(error).toMatch(/^InputError: [^\n]*$/);
    expect(error).toMatch(message);
    expect(memory).toBeLessThan(500);
    expect(seconds).toBeLessThan(20);
  });
});

describe('what is only unusual is read', () => {
  it('formatted empty cells far away, rows and cells without a place, quotes in an attribute', async () => {
    const far = `<row r="1">${cell('A1')}<c r="XFD1" s="1"/></row><row r="1048576" s='>'><c r="A1048576" s="1"/></row>`;
    expect(await readXlsx(file('formatted.xlsx', workbook(far)))).toEqual([{ sheet: 'Time', rows: [['x']] }]);
  });

  it('lines without end, as long as each is short', () => {
    const { error, memory } = readApart('all(readLines(path))', file('lines.txt', gzipBomb(`${'x'.repeat(255)}\n`, 512)));
    expect(error).toBe('none');
    expect(memory).toBeLessThan(500);
  });
});
