/** Temporary folders for databases of tests: in memory where there is room, because a disk makes initdb take seconds. */
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM = 2e9;

/** Others may enter it: as root, PostgreSQL runs as nobody. */
export function makeStoreFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `sensebench-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
