/** Runs a program and measures it: seconds from start to end, and the most memory that it had. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface MeasuredRun {
  seconds: number;
  /** Peak of resident memory; null where the system does not tell. */
  megabytes: number | null;
  output: string;
}

const POLL_MS = 20;

export function runMeasured(command: string, args: readonly string[]): Promise<MeasuredRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
      if (code === 0) resolve({ seconds, megabytes: peak, output: Buffer.concat(output).toString() });
      else reject(new Error(`${command} ended with code ${code}: ${errors.trim()}`));
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
