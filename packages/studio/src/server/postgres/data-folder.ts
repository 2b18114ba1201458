/** The data folder of an embedded store. Its database folder `db` is created atomically; folders that are not ours are refused. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError, SetupError } from 'sensebench/internal/core';
import type { Binaries } from './find-binaries.ts';
import { isAlive } from './postmaster-file.ts';
import { commandAs, type RunAs } from './run-as.ts';

export const DATABASE_USER = 'sensebench';
/** Marks a database folder as created by sensebench. */
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

/** Creates the folder if necessary; refuses folders that were created by other programs. */
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
    throw new InputError('is a PostgreSQL data folder that sensebench did not create; choose another folder', { file: folder });
  if (!existsSync(database)) return;
  const mark = await readFile(join(database, MARK), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') throw error;
    return null;
  });
  if (mark === null) throw new InputError('was not created by sensebench; choose another data folder', { file: database });
  let format: unknown;
  try {
    format = JSON.parse(mark).format;
  } catch {
    throw new InputError('is damaged', { file: join(database, MARK) });
  }
  if (format !== FORMAT)
    throw new SetupError(`${database} was created by another version of sensebench (format ${String(format)})`, 'use that version');
}

/** Does nothing if the database exists. If two processes create it at once, both use the one renamed first. */
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

/** Removes what earlier starts left behind when they were killed. */
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
    child.on('error', (error) => failed(new SetupError(`PostgreSQL's initdb could not be started: ${error.message}`)));
    child.on('close', (code) => (code === 0 ? done() : failed(new SetupError(`PostgreSQL's initdb failed: ${lastLine(errors)}`))));
  });
}

export function programEnvironment(libraries: readonly string[]): NodeJS.ProcessEnv {
  const paths = libraries.join(':');
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LD_LIBRARY_PATH: paths, DYLD_LIBRARY_PATH: paths };
}

/** The most informative line: the last one that reports an error, or the last of all. */
export function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'there is a file of that name',
  EEXIST: 'there is a file of that name',
  ENAMETOOLONG: 'its path is too long',
};

export function folderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ? new SetupError(`the data folder ${folder} cannot be used: ${REASONS[code]}`) : error;
}
