/** Names of files and folders that are being written, `x.partial-…`, and the removal of those whose process is gone. */
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownMark, shortMark, stateOfNumber, stateOfShort } from './process-mark.ts';

/** Number, mark of the process (not in names of the version before), random digits. */
const NAME = /\.partial-(\d+)-([0-9a-f]{24})?[0-9a-f]{8}$/;
/** Another machine's or container's process cannot be seen: its work counts as left when nobody touched it for a day. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000;

/** Looking into a folder for each of many thousand files would be slow: once in each process is enough. */
const seen = new Set<string>();

/** A name beside `path` that no other process takes. */
export function temporaryName(path: string): string {
  return `${path.replace(/\/+$/, '')}.partial-${process.pid}-${shortMark(ownMark())}${randomBytes(4).toString('hex')}`;
}

/** Removes what killed processes left in a folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const key = resolve(folder);
  if (seen.has(key)) return;
  seen.add(key);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    // Nobody's work fails because an old file cannot be removed.
    if (NAME.test(name) && (await isLeft(path, name))) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(path: string, name: string): Promise<boolean> {
  const [, pid, mark] = NAME.exec(name) ?? [];
  const state = mark ? stateOfShort(Number(pid), mark) : stateOfNumber(Number(pid));
  if (state !== 'unknown') return state === 'gone';
  const there = await stat(path).catch(() => null);
  return there !== null && Date.now() - there.mtimeMs > LEFT_AFTER_MS;
}
