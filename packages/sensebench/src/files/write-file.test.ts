import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryName } from './temporary-name.ts';
import { writeChunks, writeFileAtomic, writeLines } from './write-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writing a file', () => {
  it('makes the folders above it and replaces what was there', async () => {
    const path = join(folder, 'a/b/c.txt');
    await writeFileAtomic(path, 'old');
    await writeFileAtomic(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.txt']);
  });

  it('leaves the old file and nothing else when its lines end in an error', async () => {
    const path = join(folder, 'c.txt');
    writeFileSync(path, 'old');
    async function* failing() {
      yield 'first';
      throw new Error('the source broke');
    }
    await expect(writeLines(path, failing())).rejects.toThrow('the source broke');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['c.txt']);
  });

  it('ends each line, also of many blocks', async () => {
    const path = join(folder, 'lines.txt');
    const lines = Array.from({ length: 3000 }, (_, i) => `${i} ${'x'.repeat(200)}`);
    await writeLines(path, lines);
    expect(readFileSync(path, 'utf8')).toBe(`${lines.join('\n')}\n`);
    await writeLines(path, []);
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('names the file when it cannot be written', async () => {
    mkdirSync(join(folder, 'taken'));
    await expect(writeFileAtomic(join(folder, 'taken'), 'x')).rejects.toThrow(/taken: is a folder/);
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('writing a secret', () => {
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0);
  });
  afterEach(() => process.umask(umask));
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('lets nobody else read the file, its temporary file and the folders that are made for it', async () => {
    const path = join(folder, 'a/b/secret');
    const during: string[] = [];
    async function* chunks() {
      for (const name of readdirSync(join(folder, 'a/b'))) during.push(name.replace(/-.*/, ''), modeOf(join(folder, 'a/b', name)));
      yield new Uint8Array(3);
    }
    await writeChunks(path, chunks(), { secret: true });
    expect(during).toEqual(['secret.partial', '600']);
    expect(['a', 'a/b', 'a/b/secret'].map((name) => modeOf(join(folder, name)))).toEqual(['700', '700', '600']);
  });

  it('replaces a file that others could read by one that they cannot', async () => {
    const path = join(folder, 'secret');
    writeFileSync(path, 'old', { mode: 0o644 });
    await writeFileAtomic(path, 'new', { secret: true });
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual(['600', 'new']);
  });
});

describe('temporaryName', () => {
  it('is beside the file and never the same', () => {
    expect(temporaryName('/a/b/')).toMatch(/^\/a\/b\.partial-\d+-[0-9a-f]{32}$/);
    expect(temporaryName('/a/b')).not.toBe(temporaryName('/a/b'));
  });
});
