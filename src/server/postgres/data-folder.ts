/** The data folder of an embedded store: `db` is PostgreSQL's own, made under another name first; what is not ours is refused. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError, SetupError } from '../../core/index.ts';
import type { Binaries } from './find-binaries.ts';
import { isAlive } from './postmaster-file.ts';
import { commandAs, type RunAs } from './run-as.ts';

export const DATABASE_USER = 'sensebench';
/** Beside PostgreSQL's files: says that we made them. */
const MARK = 'sensebench.json';
const FORMAT = 1;

export interface DataFolder {
  folder: string;
  database: string;
  log: string;
  links: string;
}

export function placesIn(data: string): DataFolder {
  const folder = resolve(data);
  return { folder, database: join(folder, 'db'), log: join(folder, 'postgres.log'), links: join(folder, 'lib') };
}

/** Makes the folder where it is missing. Refuses what somebody else put there. */
export async function claimFolder({ folder, database }: DataFolder): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await checkMark(folder, database);
  } catch (error) {
    throw folderError(error, folder);
  }
}

async function checkMark(folder: string, database: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION')))
    throw new InputError('is a data folder of PostgreSQL that sensebench did not make; give another folder', { file: folder });
  if (!existsSync(database)) return;
  const mark = await readFile(join(database, MARK), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') throw error;
    return null;
  });
  if (mark === null) throw new InputError('was not made by sensebench; give another data folder', { file: database });
  let format: unknown;
  try {
    format = JSON.parse(mark).format;
  } catch {
    throw new InputError('is not whole', { file: join(database, MARK) });
  }
  if (format !== FORMAT)
    throw new SetupError(`${database} was made by another version of sensebench (format ${String(format)})`, 'use that version');
}

/** Does nothing where the database is there. Whoever is second to rename uses what the first one made. */
export async function initDatabase(
  { folder, database }: DataFolder,
  { binaries, runAs }: { binaries: Binaries; runAs?: RunAs },
): Promise<void> {
  await removeLeftovers(folder);
  if (existsSync(database)) return;
  const fresh = `${database}.new-${process.pid}`;
  try {
    await mkdir(fresh, { mode: 0o700 });
    if (runAs) await chown(fresh, runAs.uid, runAs.gid);
    const words = [
      '-D',
      fresh,
      '-U',
      DATABASE_USER,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ];
    await runInitdb(binaries, words, runAs);
    await writeFile(join(fresh, MARK), `${JSON.stringify({ format: FORMAT })}\n`);
    if (runAs) await chown(join(fresh, MARK), runAs.uid, runAs.gid);
    await rename(fresh, database).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw folderError(error, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Of starts that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^db\.new-(\d+)$/.exec(name)?.[1];
    if (pid && Number(pid) !== process.pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function runInitdb({ initdb, libraries }: Binaries, words: readonly string[], runAs: RunAs | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const { file, args, user } = commandAs(runAs, initdb, words);
    const child = spawn(file, args, { ...user, stdio: ['ignore', 'ignore', 'pipe'], env: programEnvironment(libraries), cwd: '/' });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    child.on('error', (error) => failed(new SetupError(`PostgreSQL's initdb cannot be run: ${error.message}`)));
    child.on('close', (code) => (code === 0 ? done() : failed(new SetupError(`PostgreSQL's initdb failed: ${lastLine(errors)}`))));
  });
}

export function programEnvironment(libraries: readonly string[]): NodeJS.ProcessEnv {
  const paths = libraries.join(':');
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LD_LIBRARY_PATH: paths, DYLD_LIBRARY_PATH: paths };
}

/** The line that says most: that of an error, else the last. */
export function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENAMETOOLONG: 'its path is too long',
};

export function folderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ? new SetupError(`the data folder ${folder} cannot be used: ${REASONS[code]}`) : error;
}
