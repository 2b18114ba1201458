/** Creates a dataset folder atomically; with `force`, files listed in its manifest are replaced and others stay. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { checkDatasetFormat, listedFiles, readDatasetManifest } from './dataset-folder.ts';
import { checkLease, type Lease, takeLease } from './lease.ts';
import { mergeFolder } from './merge-folder.ts';
import { fileError } from './open-file.ts';
import { removeLeftovers, temporaryName } from './temporary-name.ts';

/** The file that marks a folder as ours; without it nothing is replaced. */
const MARK = 'dataset.json';
/** The maximum number of names in one message. */
const NAMES = 5;
const TEMPORARY = '.sensebench';
/** The lock, and leftovers of a killed process in a folder that was empty. */
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
    // Inside the folder if it exists: a symbolic link or a mount point may have another disk beside it.
    temporary = temporaryName(existed ? join(out, TEMPORARY) : out);
    await removeLeftovers(dirname(temporary));
    await mkdir(temporary);
    await fill(temporary);
    if (!existed && (await renameUnlessThere(temporary, out))) return;
    // Another process may have written into it in the meantime.
    await checkContent(out, { force });
    const listed = existsSync(join(out, MARK)) ? listedFiles(await readDatasetManifest(out)) : new Map<string, string>();
    const { others, edited } = await mergeFolder(temporary, out, { last: MARK, listed, ignore: (name) => OURS.test(name) });
    for (const { file, kept } of edited) say?.(`${join(out, file)}: was changed since sensebench wrote it, so it was kept as ${kept}`);
    if (others.length > 0) say?.(`${out}: these were not written by this command and were left alone: ${shorten(others)}`);
  } catch (error) {
    throw fileError(error, out);
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true });
    await lease?.release();
  }
}

/** Refuses before long work begins, instead of after it. */
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
  // A file of this name may come from another program.
  const ours = content.includes(MARK) && (await readDatasetManifest(out).catch(() => null));
  if (!ours) throw new InputError('exists and was not made by sensebench, so --force does not replace it', { file: out });
}

/** Inside the folder if it exists, otherwise beside it. */
function lockOf(out: string): string {
  return existsSync(out) ? join(out, `${TEMPORARY}.lock`) : `${out.replace(/(?<!\/)\/+$/, '')}.lock`;
}

/** Atomic. A rename replaces neither a folder with files nor a file nor a link. */
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
