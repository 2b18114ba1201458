import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readZipEntry } from './zip-entry.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A zip archive of two files, the second one packed by the given method. */
function archive(method: number, comment = ''): string {
  const files = [
    { name: 'first.txt', text: 'first', method: 0 },
    { name: 'data/second.gz', text: 'second '.repeat(50), method },
  ];
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, method: packing } of files) {
    const data = packing === 8 ? deflateRawSync(text) : Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(packing, 4);
    fields.writeUInt32LE(crc32(text), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(text.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x00\x00', 'latin1'), fields, place, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  const path = join(folder, 'archive.whl');
  writeFileSync(path, Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06', 'latin1'), end, Buffer.from(comment)]));
  return path;
}

describe('readZipEntry', () => {
  it.each([
    ['stored', 0],
    ['deflated', 8],
  ])('reads a %s file out of an archive', async (_, method) => {
    const bytes = await readZipEntry(archive(method, 'a comment'), /second\.gz$/);
    expect(Buffer.from(bytes ?? []).toString()).toBe('second '.repeat(50));
  });

  it('gives null when no name fits', async () => {
    expect(await readZipEntry(archive(0), /third/)).toBeNull();
  });

  it('refuses another packing, another kind of file, and no file', async () => {
    await expect(readZipEntry(archive(12), /second/)).rejects.toThrow('compression method (12)');
    const text = join(folder, 'text');
    writeFileSync(text, 'x'.repeat(100));
    await expect(readZipEntry(text, /x/)).rejects.toThrow('is not a zip archive');
    await expect(readZipEntry(join(folder, 'nowhere'), /x/)).rejects.toThrow('no such file');
  });
});
