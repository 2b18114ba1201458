/** Runs a program and measures it: seconds from start to end, processor time of all its processes, and the most memory that it had. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface MeasuredRun {
  seconds: number;
  /** User and system time, also of the processes that it started and waited for; null where the shell does not tell. */
  processorSeconds: number | null;
  /** Peak of resident memory; null where the system does not tell. */
  megabytes: number | null;
  /** The same of it and all its children together. */
  treeMegabytes: number | null;
  /** The most that a single one of them had. */
  largestMegabytes: number | null;
  output: string;
  /** The last of standard error. */
  said: string;
}

const POLL_MS = 20;
/** `times` of the shell prints its own time, then that of its children. */
const TIMED = '"$@"; code=$?; times >&2; exit $code';

/** Looking through all processes takes longer than at one. */
const TREE_POLL_MS = 500;

export function runMeasured(command: string, args: readonly string[], environment: Record<string, string> = {}): Promise<MeasuredRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const env = { ...process.env, ...environment };
    const child = spawn('sh', ['-c', TIMED, 'sh', command, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    const output: Buffer[] = [];
    let errors = '';
    let peak: number | null = null;
    let treePeak: number | null = null;
    let largest: number | null = null;
    const watch = setInterval(() => {
      peak = memoryOf(child.pid) ?? peak;
    }, POLL_MS);
    const watchTree = setInterval(() => {
      const megabytes = treeMemory(child.pid);
      treePeak = Math.max(
        treePeak ?? 0,
        megabytes.reduce((sum, one) => sum + one, 0),
      );
      largest = Math.max(largest ?? 0, ...megabytes);
    }, TREE_POLL_MS);
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk).slice(-20_000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      clearInterval(watchTree);
      const seconds = (performance.now() - started) / 1000;
      const memory = { megabytes: peak, treeMegabytes: treePeak, largestMegabytes: largest };
      const said = { output: Buffer.concat(output).toString(), said: errors };
      if (code === 0) resolve({ seconds, processorSeconds: childrenTime(errors), ...memory, ...said });
      else reject(new Error(`${command} ended with code ${code}: ${errors.trim().slice(-2000)}`));
    });
  });
}

/** The last line of `times`: "0m1.25s 0m0.10s". */
function childrenTime(said: string): number | null {
  const found = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(said);
  if (!found) return null;
  const [userMinutes, user, systemMinutes, system] = found.slice(1).map(Number);
  return 60 * (userMinutes + systemMinutes) + user + system;
}

/** The most memory that the shell's child had so far: Linux keeps the peak. */
function memoryOf(shell: number | undefined): number | null {
  try {
    const [pid] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').split(' ');
    const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? Number(kilobytes) / 1000 : null;
  } catch {
    return null;
  }
}

/** Resident memory of a process and each of its children, now. Pages that they share count for each. */
function treeMemory(root: number | undefined): number[] {
  const parents = new Map<number, number>();
  const memory = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]));
      memory.set(Number(name), Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1000);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  return [...memory].filter(([pid]) => isOurs(pid)).map(([, megabytes]) => megabytes);
}
