/** Where the shared data of the parity tests lies: beside the repository, or nowhere. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../shared/', import.meta.url));

/** The path of a shared file, or null (with a line that says so) where the folder is absent. */
export function sharedPath(file: string): string | null {
  const path = `${folder}${file}`;
  if (existsSync(path)) return path;
  console.log(`skipped: ../shared/${file} is not here`);
  return null;
}

/** The interpreter with the original tools, or null (with a line that says so) where they are not installed. */
export function oraclePython(): string | null {
  const path = fileURLToPath(new URL('../.oracles/venv/bin/python', import.meta.url));
  if (existsSync(path)) return path;
  console.log('skipped: the original tools are not here: oracles/setup.sh installs them');
  return null;
}
