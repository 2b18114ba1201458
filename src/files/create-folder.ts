/** Makes a dataset folder, whole or not at all; with `force`, files that its manifest lists are replaced, others stay. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../core/index.ts';
import { checkDatasetFormat, listedFiles, readDatasetManifest } from './dataset-folder.ts';
import { checkLease, type Lease, takeLease } from './lease.ts';
import { mergeFolder } from './merge-folder.ts';
import { fileError } from './open-file.ts';
import { removeLeftovers, temporaryName } from './temporary-name.ts';

/** The file that marks a folder as ours: without it nothing is replaced. */
const MARK = 'dataset.json';
/** How many names a line lists. */
const NAMES = 5;
const TEMPORARY = '.sensebench';
/** The lock, and what a killed process leaves in a folder that was empty. */
const OURS = /^\.sensebench\.(lock|partial-)/;

export interface CreateFolderOptions {
  force?: boolean;
  /** Called with messages about other files that stay in the folder and edited files that were kept under another name. */
  say?(line: string): void;
}

export async function createFolder(
  out: string,
  { force = false, say }: CreateFolderOptions,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await checkFolder(out, { force });
  let lease: Lease | undefined;
  let temporary: string | undefined;
  try {
    await mkdir(dirname(out), { recursive: true });
    lease = await takeLease(lockOf(out), { of: out, say });
    const existed = existsSync(out);
    // Inside a folder that exists: a symbolic link or a mount point has another disk beside it.
    temporary = temporaryName(existed ? join(out, TEMPORARY) : out);
    await removeLeftovers(dirname(temporary));
    await mkdir(temporary);
    await fill(temporary);
    if (!existed && (await renameUnlessThere(temporary, out))) return;
    // Somebody else may have written into it meanwhile.
    await checkContent(out, { force });
    const listed = existsSync(join(out, MARK)) ? listedFiles(await readDatasetManifest(out)) : new Map<string, string>();
    const { others, edited } = await mergeFolder(temporary, out, { last: MARK, listed, ignore: (name) => OURS.test(name) });
    for (const { file, kept } of edited) say?.(`${join(out, file)}: not as sensebench wrote it, so kept as ${kept}`);
    if (others.length > 0) say?.(`${out}: not written by this command, so left alone: ${shorten(others)}`);
  } catch (error) {
    throw fileError(error, out);
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true });
    await lease?.release();
  }
}

/** Says no before long work begins, not after it. */
export async function checkFolder(out: string, { force = false }: Pick<CreateFolderOptions, 'force'>): Promise<void> {
  await checkLease(lockOf(out), { of: out });
  await checkContent(out, { force });
}

async function checkContent(out: string, { force = false }: Pick<CreateFolderOptions, 'force'>): Promise<void> {
  if (!existsSync(out)) return;
  if (!(await stat(out)).isDirectory()) throw new InputError('is a file', { file: out, expected: 'a folder to write' });
  const content = (await readdir(out)).filter((name) => !OURS.test(name));
  if (content.length === 0) return;
  if (!force) throw new InputError('exists already; choose another folder, or replace the dataset in it with --force', { file: out });
  checkDatasetFormat(out);
  // A file of this name may be somebody else's.
  const ours = content.includes(MARK) && (await readDatasetManifest(out).catch(() => null));
  if (!ours) throw new InputError('exists and was not made by sensebench, so --force does not replace it', { file: out });
}

/** Inside a folder that exists, else beside it. */
function lockOf(out: string): string {
  return existsSync(out) ? join(out, `${TEMPORARY}.lock`) : `${out.replace(/(?<!\/)\/+$/, '')}.lock`;
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
