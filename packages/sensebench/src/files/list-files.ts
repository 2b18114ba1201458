/** The paths of all files in a folder and its subfolders, sorted; links are not followed. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
