/** Identifies a process by pid, host, boot, container and start time, and tells whether another process is gone. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessMark {
  pid: number;
  host: string;
  /** The kernel's id of this boot. Empty on systems without one, where `start` is a date. */
  boot: string;
  /** The PID namespace: in another container, the same pid is another process. */
  space: string;
  /** When the process started: clock ticks since boot on Linux, otherwise a date. Empty if unknown. */
  start: string;
}

/** `unknown`: the process cannot be seen from here, because it belongs to another machine or container. */
export type ProcessState = 'alive' | 'gone' | 'unknown';

/** Digits of a field in a mark that is part of a file name. */
const DIGITS = 6;
const FIELDS = ['host', 'boot', 'space', 'start'] as const;

let own: ProcessMark | undefined;

/** Computed once: it does not change, and outside Linux it needs an external command. */
export function ownMark(): ProcessMark {
  own ??= { pid: process.pid, host: hostname(), boot: bootId(), space: pidSpace(), start: startOf(process.pid) };
  return own;
}

export function stateOf(mark: ProcessMark, own: ProcessMark = ownMark()): ProcessState {
  return compare(mark, own, (value) => value);
}

/** A mark short enough for a file name: hexadecimal digits, without the pid. */
export function shortMark(mark: ProcessMark): string {
  return FIELDS.map((field) => shorten(mark[field])).join('');
}

/** Like stateOf, from the pid and the short mark. */
export function stateOfShort(pid: number, short: string, own: ProcessMark = ownMark()): ProcessState {
  const [host, boot, space, start] = FIELDS.map((_, i) => short.slice(i * DIGITS, (i + 1) * DIGITS));
  return compare({ pid, host, boot, space, start }, own, shorten);
}

function compare(mark: ProcessMark, own: ProcessMark, form: (value: string) => string): ProcessState {
  const same = (field: (typeof FIELDS)[number]) => mark[field] === form(own[field]);
  if (!same('boot')) return same('host') ? 'gone' : 'unknown';
  // Without a boot id, machines differ only in their names.
  if (!same('space') || (own.boot === '' && !same('host'))) return 'unknown';
  const start = startOf(mark.pid);
  return exists(mark.pid) && (start === '' || mark.start === form(start)) ? 'alive' : 'gone';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string {
  return readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function pidSpace(): string {
  return readOr(() => readlinkSync('/proc/self/ns/pid'));
}

/** Field 22 of /proc/<pid>/stat; the second field is a name that may hold spaces and brackets. Other users' processes may be hidden. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    return readOr(() => {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie keeps its pid until its parent reaps it, which may never happen in a container.
      return /[ZXx]/.test(fields[0]) ? 'ended' : fields[19];
    });
  }
  if (process.platform === 'win32') return '';
  return readOr(() =>
    execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
  );
}

function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function shorten(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, DIGITS);
}
