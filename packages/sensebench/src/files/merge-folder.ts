/** Moves the files of a new folder into an existing one. It replaces or removes only listed files whose content is as listed. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { hashFile } from './hash.ts';
import { listFiles } from './list-files.ts';

export interface MergeFolderOptions {
  /** This file is moved last, so that it never describes missing files. It is replaced without a check. */
  last: string;
  /** Content hashes of the files that may be replaced or removed, by path. */
  listed: ReadonlyMap<string, string>;
  /** Names at the top level of the folder that are not reported. */
  ignore?(name: string): boolean;
}

export interface MergeResult {
  /** Paths that were left alone; folders without new files are listed as a whole, with a slash. */
  others: string[];
  /** Files that someone had edited, and their new names. */
  edited: { file: string; kept: string }[];
}

export async function mergeFolder(from: string, into: string, { last, listed, ignore }: MergeFolderOptions): Promise<MergeResult> {
  const files = await listFiles(from);
  const folders = new Set(files.flatMap(foldersOf));
  for (const folder of folders) {
    demand(join(into, folder), 'folder');
    demandSameDisk(join(into, folder), into);
  }
  for (const file of files) demand(join(into, file), 'file');
  for (const folder of folders) await mkdir(join(into, folder), { recursive: true });
  const edited: MergeResult['edited'] = [];
  const keep = async (file: string, known: readonly (string | undefined)[]) => {
    if (known.includes(await hashFile(join(into, file)))) return false;
    const kept = freeName(join(into, file));
    await rename(join(into, file), kept);
    edited.push({ file, kept: basename(kept) });
    return true;
  };
  for (const file of files) {
    if (file === last) continue;
    if (isFile(join(into, file))) await keep(file, [listed.get(file), await hashFile(join(from, file))]);
    await rename(join(from, file), join(into, file));
  }
  for (const [file, hash] of listed) {
    if (files.includes(file) || file === last || !isFile(join(into, file))) continue;
    if (!(await keep(file, [hash]))) await rm(join(into, file));
    // Remove folders that are empty now; others stay.
    for (const folder of foldersOf(file).reverse()) await rmdir(join(into, folder)).catch(() => undefined);
  }
  if (files.includes(last)) await rename(join(from, last), join(into, last));
  const written = new Set([...files, ...edited.map(({ file, kept }) => join(dirname(file), kept))]);
  const others = await listOthers(into, { files: written, folders: new Set([...written].flatMap(foldersOf)) });
  return { others: others.filter((path) => path.replace(/\/$/, '') !== basename(from) && !ignore?.(path)), edited };
}

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersOf(folder), folder];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** `name.kept`, or `name.kept-2` if that exists. */
function freeName(path: string): string {
  let name = `${path}.kept`;
  for (let i = 2; existsSync(name); i++) name = `${path}.kept-${i}`;
  return name;
}

/** Refuses before anything is moved. */
function demand(path: string, kind: 'file' | 'folder'): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && there.isDirectory() !== (kind === 'folder'))
    throw new InputError(`is a ${kind === 'file' ? 'folder' : 'file'}`, { file: path, expected: `a ${kind} to write` });
}

/** A linked folder may be on another disk, to which files cannot be moved atomically. */
function demandSameDisk(folder: string, into: string): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there && there.dev !== statSync(into).dev) throw new InputError(`is on another disk than ${into}`, { file: folder });
}

async function listOthers(
  root: string,
  written: { files: ReadonlySet<string>; folders: ReadonlySet<string> },
  folder = '',
): Promise<string[]> {
  const others: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (written.files.has(path)) continue;
    if (written.folders.has(path)) for (const other of await listOthers(root, written, path)) others.push(other);
    else others.push(entry.isDirectory() ? `${path}/` : path);
  }
  return others.sort();
}
