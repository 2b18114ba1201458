/** The SLURM engine: shards are the tasks of a job array, started by `sbatch`. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OwnCommand, SetupError } from '@sensebench/metrics/internal/core';
import { demandPlainPath, type Engine, type EngineWork, shellWords } from './engine.ts';

const run = promisify(execFile);

export interface SlurmOptions {
  command: OwnCommand;
}

/** A task costs about a second of scheduling, so that shards are packed into at most this many tasks per array. */
const MOST_TASKS = 200;
const LEAST_SHARDS = 4;
const POLL_MS = 2000;

export function slurmEngine({ command }: SlurmOptions): Engine {
  const jobs = new Set<string>();
  const cancel = async () => {
    if (jobs.size > 0) await run('scancel', [...jobs]).catch(() => undefined);
    jobs.clear();
  };
  return {
    name: 'SLURM',
    fewest: 1,
    async run(work) {
      const { script, tasks, folder } = await writeJob(command, work);
      const words = ['--parsable', `--array=0-${tasks - 1}`, '--job-name=sensebench', `--output=${join(folder, '%A_%a.txt')}`];
      const { stdout } = await run('sbatch', [...words, script]).catch((error: unknown) => {
        throw new SetupError(`sbatch failed: ${lastLine(error)}`, 'run the build where jobs can be submitted');
      });
      const job = stdout.trim().split(';')[0];
      jobs.add(job);
      const stop = () => void cancel();
      work.signal.addEventListener('abort', stop, { once: true });
      try {
        await untilGone(job, work, folder);
      } finally {
        work.signal.removeEventListener('abort', stop);
        jobs.delete(job);
      }
    },
    close: cancel,
  };
}

async function writeJob(command: OwnCommand, { plan, stage, units, store }: EngineWork) {
  for (const path of [plan, store]) demandPlainPath(path);
  const size = Math.max(Math.min(LEAST_SHARDS, Math.ceil(units / 8)), Math.ceil(units / MOST_TASKS));
  const folder = join(store, 'slurm', plan.split('/').at(-2) ?? 'job');
  await mkdir(folder, { recursive: true });
  const script = join(folder, 'job.sh');
  const own = shellWords([command.program, ...command.words, 'work', plan, stage]);
  const lines = [
    '#!/bin/sh',
    `first=$((SLURM_ARRAY_TASK_ID * ${size}))`,
    `exec ${own} "$first-$((first + ${size - 1}))" ${shellWords([store])}`,
  ];
  await writeFile(script, `${lines.join('\n')}\n`);
  return { script, tasks: Math.ceil(units / size), folder };
}

/** Waits until the job has left the queue. Finished shards are counted in the output of the tasks. */
async function untilGone(job: string, { signal, done }: EngineWork, folder: string): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    // For a job that ended long ago, squeue fails.
    const { stdout } = await run('squeue', ['--noheader', '--jobs', job, '--format=%i']).catch((error: unknown) => {
      if (/Invalid job id/i.test(lastLine(error))) return { stdout: '' };
      throw new SetupError(`squeue failed: ${lastLine(error)}`);
    });
    for (const index of await countLines(folder, job)) done(index);
    if (stdout.trim() === '') return;
  }
}

async function countLines(folder: string, job: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${job}_`));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.flatMap((text) => [...text.matchAll(/^(\d+)\t(?:done|cached)$/gm)].map((match) => Number(match[1])));
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
