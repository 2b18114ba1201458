/** Makes an output folder, whole or not at all. One that exists is refused; with `force` the new files go into it and all others stay. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../core/index.ts';
import { mergeFolder } from './merge-folder.ts';
import { fileError } from './open-file.ts';
import { temporaryName } from './write-file.ts';

/** Files that mark a folder as ours: without one of them nothing is replaced. */
const MARKS = ['dataset.json', 'run.json'];
/** How many names a line lists. */
const NAMES = 5;
const TEMPORARY = '.sensebench';
/** What a killed process leaves in a folder that was empty. */
const LEFT_OVER = /^\.sensebench\.partial-\d+-[0-9a-f]+$/;

export interface CreateFolderOptions {
  force?: boolean;
  /** Told what else is in the folder, and stays. */
  say?(line: string): void;
}

export async function createFolder(
  out: string,
  { force = false, say }: CreateFolderOptions,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await checkFolder(out, { force });
  const existed = existsSync(out);
  // Inside a folder that exists: a symbolic link or a mount point has another disk beside it.
  const temporary = temporaryName(existed ? join(out, TEMPORARY) : out);
  try {
    await mkdir(dirname(out), { recursive: true });
    await mkdir(temporary);
    await fill(temporary);
    if (!existed && (await renameUnlessThere(temporary, out))) return;
    // Somebody else may have written into it meanwhile.
    await checkFolder(out, { force });
    const { kept } = await mergeFolder(temporary, out, { last: MARKS });
    if (kept.length > 0) say?.(`${out}: not written by this command, so left alone: ${shorten(kept)}`);
  } catch (error) {
    throw fileError(error, out);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Says no before long work begins, not after it. */
export async function checkFolder(out: string, { force = false }: Pick<CreateFolderOptions, 'force'>): Promise<void> {
  if (!existsSync(out)) return;
  if (!(await stat(out)).isDirectory()) throw new InputError('is a file', { file: out, expected: 'a folder to write' });
  const content = (await readdir(out)).filter((name) => !LEFT_OVER.test(name));
  if (content.length === 0) return;
  if (!force) throw new InputError('exists already; choose another folder, or replace the dataset in it with --force', { file: out });
  if (!MARKS.some((mark) => content.includes(mark))) {
    throw new InputError('exists and was not made by sensebench, so --force does not replace it', { file: out });
  }
}

/** In one step. A folder with files, a file and a link are not replaced by a rename. */
async function renameUnlessThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (existsSync(to)) return false;
    throw error;
  }
}

function shorten(names: readonly string[]): string {
  const more = names.length - NAMES;
  return more > 0 ? `${names.slice(0, NAMES).join(', ')} and ${more} more` : names.join(', ');
}
