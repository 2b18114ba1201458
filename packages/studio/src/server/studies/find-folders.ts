/** Finds folders under a root that contain a file of a given name (dataset.json, run.json). Links are not followed. */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const DEEPEST = 6;
/** Enough folders for a lab, and few enough to respond quickly. */
const MOST_LOOKED = 20_000;
const SKIPPED = new Set(['node_modules', '.git', 'pgdata']);

export interface FoundFolders {
  /** Relative to the root, with slashes; `.` is the root itself. */
  folders: string[];
  /** There are more folders than were looked into. */
  cut: boolean;
}

export async function findFolders(root: string, mark: string, { except = [] }: { except?: readonly string[] } = {}): Promise<FoundFolders> {
  const folders: string[] = [];
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (looked++ >= MOST_LOOKED) return { folders: folders.sort(), cut: true };
      // Folders that are unreadable or have just been deleted are skipped.
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const isMatch = entries.some((entry) => entry.name === mark && entry.isFile());
      if (isMatch) {
        folders.push(relative(root, folder).split(sep).join('/') || '.');
        continue;
      }
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name) && !except.includes(path)) next.push(path);
      }
    }
    level = next;
  }
  return { folders: folders.sort(), cut: level.length > 0 };
}
