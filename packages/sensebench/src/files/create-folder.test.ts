import { lstatSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFolder } from './create-folder.ts';
import { sha256 } from './hash.ts';
import { listFiles } from './list-files.ts';
import { ownMark } from './process-mark.ts';
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

/** A manifest that lists these files. */
function manifest(files: Record<string, string>, more: object = {}): string {
  const listed = Object.entries(files).map(([path, text]) => [path, { sha256: sha256(text), bytes: text.length }]);
  const fields = { benchmark: 'b', config: {}, seed: 1, versions: { sensebench: '0.0.0' }, sources: [], splits: {} };
  return JSON.stringify({ format: 2, ...fields, files: Object.fromEntries(listed), ...more });
}

/** A folder with its manifest. */
function dataset(files: Record<string, string>): Record<string, string> {
  return { ...files, 'dataset.json': manifest(files) };
}

describe('createFolder', () => {
  it('makes a new folder, with those above it', async () => {
    await createFolder(join(out, 'a', 'b'), {}, fill({ 'dataset.json': '1', 'training/t5.jsonl': '2' }));
    expect(await content()).toEqual({ 'a/b/dataset.json': '1', 'a/b/training/t5.jsonl': '2' });
  });

  it('refuses a folder with files, and leaves it as it was when the work fails', async () => {
    await createFolder(out, {}, fill(dataset({ 'a.jsonl': '1' })));
    const before = await content();
    await expect(createFolder(out, {}, fill(dataset({ 'a.jsonl': '2' })))).rejects.toThrow(/exists already/);
    const half = async (path: string) => {
      await fill(dataset({ 'a.jsonl': '3' }))(path);
      throw new Error('half way');
    };
    await expect(createFolder(out, { force: true }, half)).rejects.toThrow('half way');
    await expect(createFolder(join(folder, 'new'), {}, half)).rejects.toThrow('half way');
    expect(await content()).toEqual(before);
    expect(await readdir(folder)).toEqual(['out']);
  });

  it('writes into an empty folder, also into one where a killed process left its work', async () => {
    await mkdir(join(out, '.sensebench.partial-123-0a1b2c3d'), { recursive: true });
    const { ino } = lstatSync(out);
    await createFolder(out, {}, fill({ 'dataset.json': '1' }));
    expect(await content()).toEqual({ 'dataset.json': '1' });
    expect(lstatSync(out).ino).toBe(ino);
  });

  it.each([
    ['nothing of ours', { 'thesis.tex': 'years of work' }],
    ['a dataset.json of somebody else', { 'dataset.json': '{"rows": 3}' }],
    ['a run', { 'run.json': '{}' }],
  ])('refuses a folder with %s, with force too', async (_what, files) => {
    await write(files);
    await expect(createFolder(out, { force: true }, fill(dataset({})))).rejects.toThrow(/not made by sensebench/);
    expect(await content()).toEqual(files);
  });

  it('refuses a folder of a newer format, and says with which version to open it', async () => {
    await write({ 'dataset.json': manifest({}, { format: 9, versions: { sensebench: '7.1.0' } }) });
    await expect(createFolder(out, { force: true }, fill(dataset({})))).rejects.toThrow(
      /out: has format 9.*open it with sensebench 7\.1\.0 or later/,
    );
  });

  it('replaces its own files with force, keeps all others, and names them', async () => {
    await createFolder(out, {}, fill(dataset({ 'test.jsonl': '1', 'training/t5.jsonl': '1' })));
    const mine = {
      'notes.txt': 'mine',
      'runs/gpt/run.json': 'mine',
      'runs/gpt/predictions.jsonl': 'paid for',
      'training/mine.jsonl': 'mine',
    };
    await write(mine);
    await mkdir(join(out, 'empty'));
    const say = vi.fn();
    const second = dataset({ 'test.jsonl': '2', 'training/t5.jsonl': '2' });
    await createFolder(out, { force: true, say }, fill(second));
    expect(await content()).toEqual({ ...mine, ...second });
    expect(await readdir(folder)).toEqual(['out']);
    expect(await readdir(out)).toContain('empty');
    expect(say.mock.calls).toEqual([
      [`${out}: these were not written by this command and were left alone: empty/, notes.txt, runs/, training/mine.jsonl`],
    ]);
  });

  it('says nothing where nothing else is there, and shortens a long list', async () => {
    const say = vi.fn();
    await createFolder(out, { say }, fill(dataset({ a: '1' })));
    await createFolder(out, { force: true, say }, fill(dataset({ a: '2' })));
    expect(say).not.toHaveBeenCalled();
    await write(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.txt`, 'mine'])));
    await createFolder(out, { force: true, say }, fill(dataset({ a: '3' })));
    expect(say.mock.calls[0][0]).toMatch(/: 0\.txt, 1\.txt, 2\.txt, 3\.txt, 4\.txt and 3 more$/);
  });

  it('removes listed files that are no longer made; what somebody edited is kept under another name', async () => {
    const first = { 'old.jsonl': 'o', 'training/t5.jsonl': 't', 'edited.jsonl': 'e', 'README.md': 'r', 'same.json': 's' };
    await createFolder(out, {}, fill({ ...first, 'dataset.json': manifest({ ...first, '../out.jsonl': 'x' }) }));
    await write({ 'out.jsonl': 'x' }, folder);
    await write({ 'edited.jsonl': 'by hand', 'README.md': 'by hand', 'README.md.kept': 'earlier' });
    const say = vi.fn();
    const second = dataset({ 'README.md': 'r2', 'same.json': 's' });
    await createFolder(out, { force: true, say }, fill(second));
    expect(await content()).toEqual({
      ...second,
      'README.md.kept': 'earlier',
      'README.md.kept-2': 'by hand',
      'edited.jsonl.kept': 'by hand',
    });
    expect(await content(folder)).toHaveProperty(['out.jsonl'], 'x');
    expect(await readdir(out)).not.toContain('training');
    expect(say.mock.calls.map(([line]) => line)).toEqual([
      `${out}/README.md: was changed since sensebench wrote it, so it was kept as README.md.kept-2`,
      `${out}/edited.jsonl: was changed since sensebench wrote it, so it was kept as edited.jsonl.kept`,
      `${out}: these were not written by this command and were left alone: README.md.kept`,
    ]);
  });

  it('keeps what it would replace in a folder of format 1, which lists its splits alone', async () => {
    const { format: _format, files: _files, ...old } = JSON.parse(manifest({}, { splits: { test: { rows: 1, sha256: sha256('t') } } }));
    await write({
      'test.jsonl': 't',
      'README.md': 'r',
      'stats.json': 's',
      'dataset.json': JSON.stringify({ ...old, sources: { a: 'h' } }),
    });
    const second = dataset({ 'test.jsonl': 't2', 'README.md': 'r2', 'stats.json': 's' });
    await createFolder(out, { force: true }, fill(second));
    expect(await content()).toEqual({ ...second, 'README.md.kept': 'r' });
  });

  it('lets one process at a time write, and takes over from one that was killed', async () => {
    let second: Promise<void> | undefined;
    await createFolder(out, {}, async (path) => {
      await fill(dataset({ a: '1' }))(path);
      second = createFolder(out, { force: true }, fill(dataset({ a: '2' })));
      await expect(second).rejects.toThrow(`out: is being written by process ${process.pid}`);
    });
    await createFolder(out, { force: true }, async (path) => {
      await fill(dataset({ a: '3' }))(path);
      await expect(createFolder(out, { force: true }, fill(dataset({ a: '4' })))).rejects.toThrow(/is being written/);
    });
    expect(await content()).toEqual(dataset({ a: '3' }));
    // Processes have other start times today.
    await write({ '.sensebench.lock': JSON.stringify({ ...ownMark(), start: '1', token: 'theirs' }) });
    await createFolder(out, { force: true }, fill(dataset({ a: '5' })));
    expect(await content()).toEqual(dataset({ a: '5' }));
  });

  it('deletes nothing of a folder that appears while it works', async () => {
    const theirs = { ...dataset({ 'theirs.jsonl': 'theirs' }), 'theirs.txt': 'theirs' };
    const ours = dataset({ 'ours.jsonl': 'ours' });
    const meanwhile = async (path: string) => {
      await fill(ours)(path);
      await write(theirs);
    };
    await expect(createFolder(out, {}, meanwhile)).rejects.toThrow(/exists already/);
    expect(await content()).toEqual(theirs);
    rmSync(out, { recursive: true });
    await mkdir(out);
    await expect(createFolder(out, {}, meanwhile)).rejects.toThrow(/exists already/);
    expect(await content()).toEqual(theirs);
    rmSync(out, { recursive: true });
    await createFolder(out, { force: true }, meanwhile);
    expect(await content()).toEqual({ ...ours, 'theirs.txt': 'theirs' });
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
    await createFolder(out, {}, fill(dataset({ 'a/b.jsonl': '1' })));
    await createFolder(out, { force: true }, fill(dataset({ 'a/b.jsonl': '2' })));
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    expect(await content(real)).toEqual(dataset({ 'a/b.jsonl': '2' }));
  });

  it('moves nothing when a folder is where a file must go, or the other way round', async () => {
    await createFolder(out, {}, fill(dataset({ 'a.jsonl': '1' })));
    await write({ 'report.html/mine.txt': 'mine', training: 'mine' });
    const before = await content();
    await expect(createFolder(out, { force: true }, fill({ 'a.jsonl': '2', 'report.html': '2' }))).rejects.toThrow(
      /report\.html: is a folder/,
    );
    await expect(createFolder(out, { force: true }, fill({ 'a.jsonl': '2', 'training/t5': '2' }))).rejects.toThrow(/training: is a file/);
    expect(await content()).toEqual(before);
  });
});
