/** Reads the items of a study from a dataset folder, and records the source: task, split, runs and the hash of the file. */

import { type App, type Benchmark, InputError, type Item, type Task, type TaskItem } from 'sensebench/internal/core';
import { collectItems } from 'sensebench/internal/evaluate/predict';
import { hashFile, splitFile } from 'sensebench/internal/files';
import { z } from 'zod';
import type { Catalog } from './catalog.ts';
import { runsNeeded } from './catalog.ts';

export interface SourceOptions {
  dataset: string;
  split: string;
  task: string;
  runs: readonly string[];
  count?: number;
  seed: number;
}

/** The part of the source that is stored with a study. */
export const studySourceSchema = z.object({
  dataset: z.string(),
  /** The SHA-256 of the split's file when the items were read. */
  sha256: z.string(),
  split: z.string(),
  runs: z.array(z.object({ folder: z.string(), name: z.string() })),
  count: z.number().optional(),
  seed: z.number(),
});
export type StudySource = z.infer<typeof studySourceSchema>;

export interface ReadSource {
  benchmark: Benchmark;
  task: Task;
  items: readonly TaskItem[];
  source: StudySource;
  warnings: string[];
}

const MOST_SYSTEMS = 6;

export async function readSource(options: SourceOptions, { catalog, app }: { catalog: Catalog; app: App }): Promise<ReadSource> {
  const { dataset, split, runs, count, seed } = options;
  const { path, manifest, benchmark } = await catalog.openDataset(dataset);
  const task = await catalog.task(manifest.benchmark, options.task);
  const warnings: string[] = [];
  const file = splitFile(path, split);
  const sha256 = await hashFile(file);
  const recorded = manifest.splits[split]?.sha256;
  if (recorded !== undefined && recorded !== sha256) warnings.push(`${split}.jsonl has changed since the dataset was built`);
  checkRuns(task, runs.length);
  const openedRuns = await catalog.openRuns(runs, manifest.benchmark);
  for (const run of openedRuns) {
    if (run.manifest.dataset.sha256 !== sha256)
      warnings.push(`the run ${run.name} is of another version of the dataset, or of another one`);
  }
  const read = await collectItems(benchmark.read(path, { split }));
  const completed = task.complete ? await task.complete(read, app.tools) : read;
  const items = listItems(task, completed, { seed, count, runs: openedRuns });
  if (items.length === 0) throw new InputError(`the task ${task.name} finds nothing to do in ${dataset}, split "${split}"`);
  const sourceRuns = runs.map((folder, i) => ({ folder, name: openedRuns[i].name }));
  return { benchmark, task, items, warnings, source: { dataset, sha256, split, runs: sourceRuns, count, seed } };
}

function checkRuns(task: Task, count: number): void {
  const needed = runsNeeded(task);
  const expected = { none: 'no runs', one: 'one run', several: `two to ${MOST_SYSTEMS} runs` }[needed];
  const fits = needed === 'none' ? count === 0 : needed === 'one' ? count === 1 : count >= 2 && count <= MOST_SYSTEMS;
  if (!fits) throw new InputError(`${count} runs were given for the task ${task.name}`, { field: 'runs', expected });
}

function listItems(
  task: Task,
  items: readonly Item[],
  { seed, count, runs }: { seed: number; count?: number; runs: readonly { name: string; outputs: ReadonlyMap<string, string> }[] },
): readonly TaskItem[] {
  const listed = task.list({ items, seed, count, runs });
  const ids = new Set<string>();
  for (const { id } of listed) {
    if (ids.has(id)) throw new InputError(`two items have the id ${JSON.stringify(id)}; ids must be unique`);
    ids.add(id);
  }
  return listed;
}
