/** Makes an output folder so that it is there whole or not at all; an existing one is refused, or with `force` replaced in one rename. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../core/index.ts';
import { fileError } from './open-file.ts';
import { temporaryName } from './write-file.ts';

/** Files that mark a folder as ours: only such a folder is ever replaced. */
const MARKS = ['dataset.json', 'run.json'];

export interface CreateFolderOptions {
  force?: boolean;
}

export async function createFolder(
  out: string,
  { force = false }: CreateFolderOptions,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await checkFolder(out, { force });
  const temporary = temporaryName(out);
  const old = temporaryName(`${out}.old`);
  try {
    await mkdir(dirname(out), { recursive: true });
    await mkdir(temporary);
    await fill(temporary);
    const replaced = existsSync(out);
    if (replaced) await rename(out, old);
    try {
      await rename(temporary, out);
    } catch (error) {
      if (replaced) await rename(old, out);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw fileError(error, out);
  }
}

/** Says no before long work begins, not after it. */
export async function checkFolder(out: string, { force = false }: CreateFolderOptions): Promise<void> {
  if (!existsSync(out)) return;
  if (!(await stat(out)).isDirectory()) throw new InputError('is a file', { file: out, expected: 'a folder to write' });
  const content = await readdir(out);
  if (content.length === 0) return;
  if (!force) throw new InputError('exists already; choose another folder, or replace it with --force', { file: out });
  if (!MARKS.some((mark) => existsSync(join(out, mark)))) {
    throw new InputError('exists and was not made by sensebench, so --force does not replace it', { file: out });
  }
}
