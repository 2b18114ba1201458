/** Lets one process at a time write into a folder: a lock file that is created exclusively and names its process. */
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError } from '../core/index.ts';

const LOCK = '.sensebench.lock';

/** Inside a folder that exists, else beside it. */
export function lockFile(folder: string): string {
  return existsSync(folder) ? join(folder, LOCK) : `${folder.replace(/\/+$/, '')}.sensebench.lock`;
}

/** Gives back the function that unlocks. A lock whose process is gone is taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = lockFile(folder);
  await mkdir(dirname(file), { recursive: true });
  for (let attempt = 0; ; attempt++) {
    try {
      const lock = await open(file, 'wx');
      await lock.writeFile(`${process.pid} ${hostname()}\n`);
      await lock.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      await checkLock(folder, file);
      if (attempt > 2) throw refusal(folder, file);
      await rm(file, { force: true });
    }
  }
}

/** Refuses a folder that a living process writes into. */
export async function checkLock(folder: string, file = lockFile(folder)): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const [pid, host] = text.trim().split(' ');
  // A lock without a process id is being written at this moment.
  if (host !== hostname() || isAlive(Number(pid))) throw refusal(folder, file);
}

function refusal(folder: string, file: string): InputError {
  return new InputError(`another process is writing into this folder (if none is, delete ${file})`, { file: folder });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
