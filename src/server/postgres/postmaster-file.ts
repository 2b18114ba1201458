/** Reads postmaster.pid, by which a running PostgreSQL is found, and tells a running one from what a crash left. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  port: number;
  /** The folder of its socket. */
  socket: string;
  /** PostgreSQL of exactly this folder runs under that number. */
  running: boolean;
}

/** null: no file, or one that is not whole yet. */
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

/** Numbers of processes are used again, in containers soon: a process with the number is not enough. */
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
