import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolder } from './create-folder.ts';
import { ownMark, shortMark } from './process-mark.ts';
import { removeLeftovers, temporaryName } from './temporary-name.ts';
import { writeFileAtomic } from './write-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-leftovers-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const name = (of: string, change: object) => {
  const mark = { ...ownMark(), ...change };
  return `${of}.partial-${mark.pid}-${shortMark(mark)}0a1b2c3d`;
};

describe('what a killed command left', () => {
  it('is removed by the next one that writes a file there; what may still be written, and what is not ours, stays', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'close');
    const left = [name('a.json', { start: '1' }), name('b.json', { pid: gone.pid }), name('c.json', { boot: 'before' })];
    const old = name('e.json', { host: 'elsewhere', boot: 'another' });
    const stays = [
      basename(temporaryName('f.json')),
      name('g.json', { host: 'elsewhere', boot: 'another' }),
      'h.partial-1',
      'thesis.partial-7-draft',
      `i.partial-${gone.pid}-0a1b2c3d4e`,
    ];
    for (const file of [...left, old, ...stays]) await writeFile(join(folder, file), '');
    await utimes(join(folder, old), 1, 1);
    await writeFileAtomic(join(folder, 'new.json'), '{}');
    expect(await readdir(folder)).toEqual([...stays, 'new.json'].sort());
  });

  it('is removed, as a folder, by the next one that makes a folder there', async () => {
    await mkdir(join(folder, name('dataset', { start: '1' }), 'training'), { recursive: true });
    await createFolder(join(folder, 'dataset'), {}, (out) => writeFile(join(out, 'dataset.json'), '{}'));
    expect(await readdir(folder)).toEqual(['dataset']);
  });

  it('does not stop a command whose folder is not there', async () => {
    await expect(removeLeftovers(join(folder, 'nowhere'))).resolves.toBeUndefined();
  });
});
