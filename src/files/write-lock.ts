/** Lets one process at a time write into a folder: a lock file that is created exclusively and names its process. */
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { InputError } from '../core/index.ts';
import { fileError } from './open-file.ts';

export interface LockOptions {
  /** What is locked, for the message. */
  folder: string;
}

/** Gives back the function that unlocks. A lock whose process is gone is taken over. */
export async function takeLock(path: string, { folder }: LockOptions): Promise<() => Promise<void>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(`${process.pid} ${hostname()}`);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw fileError(error, path);
      await checkLock(path, { folder });
      if (attempt > 1) throw new InputError('is being written by another process', { file: folder });
      await rm(path, { force: true });
    }
  }
}

/** Refuses a folder that a living process writes into, or one of another machine, of which nobody here can say whether it lives. */
export async function checkLock(path: string, { folder }: LockOptions): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  // A lock without a process is being written at this moment.
  const [pid = '', host = hostname()] = text.trim().split(' ');
  if (host === hostname() && pid !== '' && !isAlive(Number(pid))) return;
  const where = host === hostname() ? '' : ` on ${host} (if there is none, delete ${path})`;
  throw new InputError(`is being written by process ${pid}${where}`, { file: folder });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
