/** Moves the files of a new folder into an existing one. All others stay, except splits that only the old dataset.json lists. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../core/index.ts';
import { readDatasetManifest } from './dataset-folder.ts';
import { hashFile } from './hash.ts';
import { listFiles } from './list-files.ts';

export interface MergeFolderOptions {
  /** Files that are moved after all others, so that they never describe files which are not there yet. */
  last: readonly string[];
}

/** `kept`: paths in the folder that were not touched; a folder with nothing new in it is one of them, with a slash. */
export async function mergeFolder(from: string, into: string, { last }: MergeFolderOptions): Promise<{ kept: string[] }> {
  const files = await listFiles(from);
  const folders = new Set(files.flatMap(foldersOf));
  for (const folder of folders) {
    demand(join(into, folder), 'folder');
    demandSameDisk(join(into, folder), into);
  }
  for (const file of files) demand(join(into, file), 'file');
  const stale = (await oldSplits(into)).filter((file) => !files.includes(file));
  for (const folder of folders) await mkdir(join(into, folder), { recursive: true });
  const move = (file: string) => rename(join(from, file), join(into, file));
  for (const file of files) if (!last.includes(file)) await move(file);
  for (const file of stale) await rm(join(into, file));
  for (const file of files) if (last.includes(file)) await move(file);
  return { kept: await listOthers(into, { files: new Set(files), folders, except: basename(from) }) };
}

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersOf(folder), folder];
}

/** Says no before anything is moved. */
function demand(path: string, kind: 'file' | 'folder'): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && there.isDirectory() !== (kind === 'folder'))
    throw new InputError(`is a ${kind === 'file' ? 'folder' : 'file'}`, { file: path, expected: `a ${kind} to write` });
}

/** A linked folder may be on another disk, where a file cannot be moved to in one step. */
function demandSameDisk(folder: string, into: string): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there && there.dev !== statSync(into).dev) throw new InputError(`is on another disk than ${into}`, { file: folder });
}

/** Files of the splits that the manifest lists, as far as nobody changed them since. */
async function oldSplits(folder: string): Promise<string[]> {
  const manifest = await readDatasetManifest(folder).catch(() => null);
  const found: string[] = [];
  for (const [split, { sha256 }] of Object.entries(manifest?.splits ?? {})) {
    const file = `${split}.jsonl`;
    const path = join(folder, file);
    if (file === basename(file) && existsSync(path) && statSync(path).isFile() && (await hashFile(path)) === sha256) found.push(file);
  }
  return found;
}

interface Written {
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  except: string;
}

async function listOthers(root: string, written: Written, folder = ''): Promise<string[]> {
  const others: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (written.files.has(path) || path === written.except) continue;
    if (written.folders.has(path)) others.push(...(await listOthers(root, written, path)));
    else others.push(entry.isDirectory() ? `${path}/` : path);
  }
  return others.sort();
}
