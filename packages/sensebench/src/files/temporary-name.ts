/** Names of files and folders being written, `x.partial-…`, and the removal of those whose process is gone. */
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownMark, shortMark, stateOfShort } from './process-mark.ts';

/** The pid and the mark of the process, and random digits. */
const NAME = /\.partial-(\d+)-([0-9a-f]{24})[0-9a-f]{8}$/;
/** Processes on other machines and in other containers cannot be checked: their files count as leftovers after a day without changes. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000;

/** Folders that were checked already: once per process is enough, and once per file would be slow. */
const seen = new Set<string>();

/** A name beside `path` that no other process uses. */
export function temporaryName(path: string): string {
  return `${path.replace(/(?<!\/)\/+$/, '')}.partial-${process.pid}-${shortMark(ownMark())}${randomBytes(4).toString('hex')}`;
}

/** Removes the temporary files of killed processes from a folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const key = resolve(folder);
  if (seen.has(key)) return;
  seen.add(key);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    // A leftover that cannot be removed must not make the current command fail.
    if (NAME.test(name) && (await isLeft(path, name))) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(path: string, name: string): Promise<boolean> {
  const [, pid = '', mark = ''] = NAME.exec(name) ?? [];
  const state = stateOfShort(Number(pid), mark);
  if (state !== 'unknown') return state === 'gone';
  const there = await stat(path).catch(() => null);
  return there !== null && Date.now() - there.mtimeMs > LEFT_AFTER_MS;
}
