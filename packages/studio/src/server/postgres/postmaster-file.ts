/** Reads postmaster.pid to find a running PostgreSQL, and detects files that a crash left behind. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  port: number;
  /** The folder of the socket. */
  socket: string;
  /** The process is a PostgreSQL of exactly this folder. */
  running: boolean;
}

/** null if the file does not exist or is not complete yet. */
export function readPostmaster(database: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(database, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
  const [pid, , , port, socket] = lines;
  if (!socket) return null;
  return { pid: Number(pid), port: Number(port), socket: socket.trim(), running: isPostmaster(Number(pid), database) };
}

/** Process ids are reused, in containers especially soon, so a live process with this id is not enough. */
export function isPostmaster(pid: number, database: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(database);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
