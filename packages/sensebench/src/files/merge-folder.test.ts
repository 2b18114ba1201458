import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from './hash.ts';
import { mergeFolder } from './merge-folder.ts';
import { writeFileAtomic } from './write-file.ts';

vi.mock('node:fs/promises', async (original) => {
  const module = await original<typeof import('node:fs/promises')>();
  return { ...module, rename: vi.fn(module.rename) };
});

const FILES = ['a/b.jsonl', 'dataset.json', 'test.jsonl', 'zzz.jsonl'];
/** Every file that is there is listed as it is. */
const options = { last: 'dataset.json', listed: new Map(FILES.map((file) => [file, sha256('old')])) };
let folder: string;
let from: string;
let into: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-merge-'));
  [from, into] = [join(folder, 'from'), join(folder, 'into')];
  for (const file of FILES) await writeFileAtomic(join(from, file), 'new');
  for (const file of FILES) await writeFileAtomic(join(into, file), 'old');
  vi.mocked(rename).mockClear();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const contentOf = (file: string) => readFileSync(join(into, file), 'utf8');

describe('mergeFolder', () => {
  it.each([0, 1, 2, 3])('has the old dataset.json after a crash behind %i files, and ends well the second time', async (moved) => {
    const real = vi.mocked(rename).getMockImplementation();
    for (let i = 0; i < moved; i++) vi.mocked(rename).mockImplementationOnce(real!);
    vi.mocked(rename).mockRejectedValueOnce(new Error('crash'));
    await expect(mergeFolder(from, into, options)).rejects.toThrow('crash');
    expect(FILES.filter((file) => contentOf(file) === 'new')).toHaveLength(moved);
    expect(contentOf('dataset.json')).toBe('old');
    for (const file of FILES) await writeFileAtomic(join(from, file), 'new');
    expect(await mergeFolder(from, into, options)).toEqual({ others: [], edited: [] });
    expect(FILES.map(contentOf)).toEqual(FILES.map(() => 'new'));
  });

  it('replaces a link to a file, not the file behind it', async () => {
    await writeFileAtomic(join(folder, 'theirs.jsonl'), 'theirs');
    await rm(join(into, 'test.jsonl'));
    await symlink('../theirs.jsonl', join(into, 'test.jsonl'));
    await mergeFolder(from, into, options);
    expect(lstatSync(join(into, 'test.jsonl')).isFile()).toBe(true);
    expect(lstatSync(join(into, 'test.jsonl.kept')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'theirs.jsonl'), 'utf8')).toBe('theirs');
  });

  const other = '/dev/shm';
  it.runIf(existsSync(other) && lstatSync(other).dev !== lstatSync(tmpdir()).dev)(
    'moves nothing where a part is on another disk',
    async () => {
      await rm(join(into, 'a'), { recursive: true });
      await symlink(other, join(into, 'a'));
      await expect(mergeFolder(from, into, options)).rejects.toThrow(/a: is on another disk/);
      expect(contentOf('test.jsonl')).toBe('old');
    },
  );

  it('makes the folders that are missing', async () => {
    await rm(into, { recursive: true });
    await mkdir(into);
    await mergeFolder(from, into, options);
    expect(FILES.map(contentOf)).toEqual(FILES.map(() => 'new'));
  });
});
