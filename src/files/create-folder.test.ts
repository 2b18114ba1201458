import { lstatSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFolder } from './create-folder.ts';
import { sha256 } from './hash.ts';
import { listFiles } from './list-files.ts';
import { writeFileAtomic } from './write-file.ts';

let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-create-'));
  out = join(folder, 'out');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string>, into = out): Promise<void> {
  for (const [path, text] of Object.entries(files)) await writeFileAtomic(join(into, path), text);
}

const fill = (files: Record<string, string>) => (path: string) => write(files, path);

async function content(of = out): Promise<Record<string, string>> {
  const files = await listFiles(of);
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(join(of, file), 'utf8')])));
}

/** As far as a dataset folder is told by it. */
function manifest(splits: Record<string, string>): string {
  const listed = Object.entries(splits).map(([split, text]) => [split, { rows: 1, sha256: sha256(text) }]);
  return JSON.stringify({ benchmark: 'b', config: {}, seed: 1, versions: {}, sources: {}, splits: Object.fromEntries(listed) });
}

describe('createFolder', () => {
  it('makes a new folder, with those above it', async () => {
    await createFolder(join(out, 'a', 'b'), {}, fill({ 'dataset.json': '1', 'training/t5.jsonl': '2' }));
    expect(await content()).toEqual({ 'a/b/dataset.json': '1', 'a/b/training/t5.jsonl': '2' });
  });

  it('refuses a folder with files, and leaves it as it was when the work fails', async () => {
    await createFolder(out, {}, fill({ 'dataset.json': '1' }));
    await expect(createFolder(out, {}, fill({ 'dataset.json': '2' }))).rejects.toThrow(/exists already/);
    const half = async (path: string) => {
      await fill({ 'dataset.json': '3' })(path);
      throw new Error('half way');
    };
    await expect(createFolder(out, { force: true }, half)).rejects.toThrow('half way');
    await expect(createFolder(join(folder, 'new'), {}, half)).rejects.toThrow('half way');
    expect(await content(folder)).toEqual({ 'out/dataset.json': '1' });
  });

  it('writes into an empty folder, also into one where a killed process left its work', async () => {
    await mkdir(join(out, '.sensebench.partial-123-0a1b2c3d'), { recursive: true });
    const { ino } = lstatSync(out);
    await createFolder(out, {}, fill({ 'dataset.json': '1' }));
    expect(await content()).toEqual({ 'dataset.json': '1' });
    expect(lstatSync(out).ino).toBe(ino);
  });

  it('refuses a folder that is not ours, with force too', async () => {
    await write({ 'thesis.tex': 'years of work' });
    await expect(createFolder(out, { force: true }, fill({ 'dataset.json': '1' }))).rejects.toThrow(/not made by sensebench/);
    expect(await content()).toEqual({ 'thesis.tex': 'years of work' });
  });

  it('replaces its own files with force, keeps all others, and names them', async () => {
    await createFolder(out, {}, fill({ 'dataset.json': '1', 'test.jsonl': '1', 'training/t5.jsonl': '1' }));
    await write({
      'notes.txt': 'mine',
      'runs/gpt/run.json': 'mine',
      'runs/gpt/predictions.jsonl': 'paid for',
      'training/mine.jsonl': 'mine',
    });
    await mkdir(join(out, 'empty'));
    const say = vi.fn();
    await createFolder(out, { force: true, say }, fill({ 'dataset.json': '2', 'test.jsonl': '2', 'training/t5.jsonl': '2' }));
    expect(await content()).toEqual({
      'dataset.json': '2',
      'notes.txt': 'mine',
      'runs/gpt/predictions.jsonl': 'paid for',
      'runs/gpt/run.json': 'mine',
      'test.jsonl': '2',
      'training/mine.jsonl': 'mine',
      'training/t5.jsonl': '2',
    });
    expect(await readdir(folder)).toEqual(['out']);
    expect(await readdir(out)).toContain('empty');
    expect(say.mock.calls).toEqual([[`${out}: not written by this command, so left alone: empty/, notes.txt, runs/, training/mine.jsonl`]]);
  });

  it('says nothing where nothing else is there, and shortens a long list', async () => {
    const say = vi.fn();
    await createFolder(out, { say }, fill({ 'dataset.json': '1' }));
    await createFolder(out, { force: true, say }, fill({ 'dataset.json': '2' }));
    expect(say).not.toHaveBeenCalled();
    await write(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.txt`, 'mine'])));
    await createFolder(out, { force: true, say }, fill({ 'dataset.json': '3' }));
    expect(say.mock.calls[0][0]).toMatch(/: 0\.txt, 1\.txt, 2\.txt, 3\.txt, 4\.txt and 3 more$/);
  });

  it('removes a split that only the old dataset.json lists, unless somebody changed it', async () => {
    await createFolder(
      out,
      {},
      fill({ 'dataset.json': manifest({ old: 'o', edited: 'e', '../out': 'x' }), 'old.jsonl': 'o', 'edited.jsonl': 'e' }),
    );
    await write({ 'out.jsonl': 'x' }, folder);
    await write({ 'edited.jsonl': 'by hand' });
    await createFolder(out, { force: true }, fill({ 'dataset.json': manifest({ new: 'n' }), 'new.jsonl': 'n' }));
    expect(Object.keys(await content(folder))).toEqual(['out.jsonl', 'out/dataset.json', 'out/edited.jsonl', 'out/new.jsonl']);
  });

  it('deletes nothing of a folder that appears while it works', async () => {
    const meanwhile = async (path: string) => {
      await fill({ 'dataset.json': 'new' })(path);
      await write({ 'dataset.json': 'theirs', 'theirs.txt': 'theirs' });
    };
    await expect(createFolder(out, {}, meanwhile)).rejects.toThrow(/exists already/);
    expect(await content(folder)).toEqual({ 'out/dataset.json': 'theirs', 'out/theirs.txt': 'theirs' });
    rmSync(out, { recursive: true });
    await mkdir(out);
    await expect(createFolder(out, {}, meanwhile)).rejects.toThrow(/exists already/);
    expect(await content(folder)).toEqual({ 'out/dataset.json': 'theirs', 'out/theirs.txt': 'theirs' });
    rmSync(out, { recursive: true });
    await createFolder(out, { force: true }, meanwhile);
    expect(await content(folder)).toEqual({ 'out/dataset.json': 'new', 'out/theirs.txt': 'theirs' });
  });

  it('deletes nothing of a file or a link that appears while it works', async () => {
    const meanwhile = (appear: () => Promise<void>) => async (path: string) => {
      await fill({ 'dataset.json': 'new' })(path);
      await appear();
    };
    await expect(
      createFolder(
        out,
        { force: true },
        meanwhile(() => writeFile(out, 'theirs')),
      ),
    ).rejects.toThrow(/is a file/);
    await mkdir(join(folder, 'real'));
    await write({ 'theirs.txt': 'theirs' }, join(folder, 'real'));
    await rm(out);
    await expect(
      createFolder(
        out,
        {},
        meanwhile(() => symlink('real', out)),
      ),
    ).rejects.toThrow(/exists already/);
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    expect(await content(join(folder, 'real'))).toEqual({ 'theirs.txt': 'theirs' });
  });

  it('leaves a link to a folder a link', async () => {
    const real = join(folder, 'elsewhere', 'real');
    await mkdir(real, { recursive: true });
    await symlink(real, out);
    await createFolder(out, {}, fill({ 'dataset.json': '1', 'a/b.jsonl': '1' }));
    await createFolder(out, { force: true }, fill({ 'dataset.json': '2', 'a/b.jsonl': '2' }));
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    expect(await content(dirname(real))).toEqual({ 'real/a/b.jsonl': '2', 'real/dataset.json': '2' });
  });

  it('moves nothing when a folder is where a file must go, or the other way round', async () => {
    await createFolder(out, {}, fill({ 'dataset.json': '1', 'a.jsonl': '1' }));
    await write({ 'report.html/mine.txt': 'mine', training: 'mine' });
    const before = await content();
    await expect(createFolder(out, { force: true }, fill({ 'a.jsonl': '2', 'report.html': '2' }))).rejects.toThrow(
      /report\.html: is a folder/,
    );
    await expect(createFolder(out, { force: true }, fill({ 'a.jsonl': '2', 'training/t5': '2' }))).rejects.toThrow(/training: is a file/);
    expect(await content()).toEqual(before);
  });
});
