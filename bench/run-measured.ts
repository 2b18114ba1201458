/** Runs a program and measures it: seconds from start to end, and the most memory that it had. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface MeasuredRun {
  seconds: number;
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

/** Looking through all processes takes longer than at one. */
const TREE_POLL_MS = 500;

export function runMeasured(command: string, args: readonly string[], environment: Record<string, string> = {}): Promise<MeasuredRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
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
      if (code === 0)
        resolve({
          seconds,
          megabytes: peak,
          treeMegabytes: treePeak,
          largestMegabytes: largest,
          output: Buffer.concat(output).toString(),
          said: errors,
        });
      else reject(new Error(`${command} ended with code ${code}: ${errors.trim().slice(-2000)}`));
    });
  });
}

/** The most memory that a process had so far: Linux keeps the peak. */
function memoryOf(pid: number | undefined): number | null {
  try {
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
