/** Runs a program and measures it: seconds from start to end, processor time of all its processes, and the most memory that it had. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface MeasuredRun {
  seconds: number;
  /** User and system time, also of the processes that it started and waited for; null where the shell does not tell. */
  processorSeconds: number | null;
  /** Peak of resident memory; null where the system does not tell. */
  megabytes: number | null;
  output: string;
}

const POLL_MS = 20;
/** `times` of the shell prints its own time, then that of its children. */
const TIMED = '"$@"; code=$?; times >&2; exit $code';

export function runMeasured(command: string, args: readonly string[]): Promise<MeasuredRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn('sh', ['-c', TIMED, 'sh', command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let errors = '';
    let peak: number | null = null;
    const watch = setInterval(() => {
      peak = memoryOf(child.pid) ?? peak;
    }, POLL_MS);
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1000;
      if (code === 0)
        resolve({ seconds, processorSeconds: childrenTime(errors), megabytes: peak, output: Buffer.concat(output).toString() });
      else reject(new Error(`${command} ended with code ${code}: ${errors.trim()}`));
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
