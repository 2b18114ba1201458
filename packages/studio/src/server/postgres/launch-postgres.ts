/** Starts PostgreSQL in a data folder, on a Unix socket only, or adopts a running one; and stops it cleanly. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from 'sensebench/internal/core';
import { claimFolder, type DataFolder, folderError, initDatabase, lastLine, placesIn, programEnvironment } from './data-folder.ts';
import { findPackage, prepareBinaries } from './find-binaries.ts';
import { isPostmaster, type Postmaster, readPostmaster } from './postmaster-file.ts';
import { chooseUser, commandAs, openFolders, ownerOf, type RunAs } from './run-as.ts';

/** Only part of the socket's file name: the server does not listen on TCP. */
const PORT = 5432;
/** The longest path of a Unix socket. */
const LONGEST_SOCKET = process.platform === 'darwin' ? 103 : 107;
const SOCKET_PREFIX = 'sensebench-pg-';
const START_MS = 60_000;
const STOP_MS = 30_000;
const LARGEST_LOG = 5_000_000;

export interface Running {
  pid: number;
  socket: string;
  port: number;
  /** It was already running. */
  adopted: boolean;
}

/** Returns once the server has created its socket; it may still be recovering from a crash. */
export async function launchPostgres(data: string): Promise<Running> {
  const places = placesIn(data);
  await claimFolder(places);
  const running = findRunning(places);
  if (running) return { ...running, adopted: true };
  const root = findPackage();
  const folders = { 'the data folder': places.folder, "PostgreSQL's programs": join(root, 'native/bin') };
  const first = openFolders(chooseUser(places.folder), folders);
  const binaries = await prepareBinaries({ root, links: places.links }).catch((error: unknown) => {
    throw folderError(error, places.folder);
  });
  await initDatabase(places, { binaries, runAs: first });
  // The owner of the existing files: root may have created the folder and handed it over to nobody.
  const runAs = openFolders(ownerOf(places.database), folders);
  const deadline = performance.now() + START_MS;
  for (;;) {
    const running = findRunning(places);
    if (running) return { ...running, adopted: true };
    const tried = await tryStart(places, { postgres: binaries.postgres, libraries: binaries.libraries, runAs });
    if (tried.running) return { ...tried.running, adopted: false };
    // Another PostgreSQL is starting, or children of a killed one are still exiting; both are over soon.
    if (!/lock file|shared memory block|is starting up/.test(tried.log) || performance.now() > deadline)
      throw new SetupError(`PostgreSQL could not be started: ${lastLine(tried.log)} (see ${places.log})`);
    await wait(200);
  }
}

/** The running PostgreSQL of a data folder, or null. */
export function findRunning({ database }: DataFolder): Omit<Running, 'adopted'> | null {
  let postmaster: Postmaster | null;
  try {
    postmaster = readPostmaster(database);
  } catch (error) {
    throw new SetupError(`the data folder ${dirname(database)} belongs to another user (${error instanceof Error ? error.message : ''})`);
  }
  return postmaster?.running ? { pid: postmaster.pid, socket: postmaster.socket, port: postmaster.port } : null;
}

/** Waits until PostgreSQL has written its files. Open connections are closed at once. */
export async function stopPostgres(data: string, pid: number): Promise<void> {
  const { database } = placesIn(data);
  const postmaster = readPostmaster(database);
  for (const [signal, patience] of [
    ['SIGINT', STOP_MS],
    ['SIGQUIT', STOP_MS],
  ] as const) {
    if (!isPostmaster(pid, database)) break;
    process.kill(pid, signal);
    const deadline = performance.now() + patience;
    while (isPostmaster(pid, database) && performance.now() < deadline) await wait(20);
  }
  if (postmaster) await removeSocketFolder(postmaster.socket);
}

async function tryStart(
  { database, log }: DataFolder,
  { postgres, libraries, runAs }: { postgres: string; libraries: readonly string[]; runAs?: RunAs },
): Promise<{ running?: Omit<Running, 'adopted'>; log: string }> {
  await clearStale(database);
  const socket = await socketFolder(database, runAs);
  if (((await stat(log).catch(() => null))?.size ?? 0) > LARGEST_LOG) await rename(log, `${log}.1`);
  const file = await open(log, 'a', 0o600);
  const from = (await file.stat()).size;
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_messages: 'warning',
    // Logged statements would contain people's answers.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    logging_collector: 'off',
  };
  const words = ['-D', database, '-p', String(PORT), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Detached, so that Ctrl-C in the terminal reaches only this process, which stops PostgreSQL itself.
  const { file: program, args, user } = commandAs(runAs, postgres, words);
  const child = spawn(program, args, {
    ...user,
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
    env: programEnvironment(libraries),
    cwd: '/',
  });
  let ended = false;
  child.on('exit', () => {
    ended = true;
  });
  child.on('error', () => {
    ended = true;
  });
  child.unref();
  await file.close();
  const deadline = performance.now() + START_MS;
  while (!ended && performance.now() < deadline) {
    const postmaster = readPostmaster(database);
    if (postmaster && postmaster.pid === child.pid && postmaster.running)
      return { running: { pid: postmaster.pid, socket: postmaster.socket, port: postmaster.port }, log: '' };
    await wait(10);
  }
  if (!ended) child.kill('SIGQUIT');
  return { log: (await readFile(log)).subarray(from).toString() };
}

/** Removes a stale postmaster.pid. PostgreSQL would refuse to start if another process now has the recorded pid. */
async function clearStale(database: string): Promise<void> {
  const postmaster = readPostmaster(database);
  if (!postmaster || postmaster.running) return;
  await rm(join(database, 'postmaster.pid'), { force: true });
}

/**
 * The socket is in the database folder, which only its user may enter. If that path is too long, it is in a temporary folder named after
 * a hash of the path, so that clients find it again after a restart.
 */
async function socketFolder(database: string, user: RunAs | undefined): Promise<string> {
  if (Buffer.byteLength(join(database, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET) return database;
  const folder = join(tmpdir(), `${SOCKET_PREFIX}${createHash('sha256').update(database).digest('hex').slice(0, 16)}`);
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isNew && user) await chown(folder, user.uid, user.gid);
  const info = await lstat(folder);
  if (!info.isDirectory() || info.uid !== (user?.uid ?? process.getuid?.() ?? info.uid) || (info.mode & 0o077) !== 0)
    throw new SetupError(`${folder} belongs to another user`, 'remove it, or use a data folder with a shorter path');
  return folder;
}

async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(SOCKET_PREFIX)) await rm(folder, { recursive: true, force: true });
}
