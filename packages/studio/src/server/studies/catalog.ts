/** The dataset and run folders under the roots of `serve`, with their benchmarks: the material for studies and competitions. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { tasksOf } from 'sensebench/internal/annotate';
import { BENCHMARK_NAMES } from 'sensebench/internal/app';
import { type App, type Benchmark, InputError, type Task } from 'sensebench/internal/core';
import {
  type DatasetManifest,
  hashFile,
  isInside,
  type RunManifest,
  readDatasetManifest,
  readPredictions,
  readRunManifest,
} from 'sensebench/internal/files';
import { z } from 'zod';
import { findFolders } from './find-folders.ts';

export interface CatalogOptions {
  app: Pick<App, 'benchmark'>;
  /** Roots of datasets and runs. */
  datasets: string;
  runs: string;
  /** Benchmark modules named by the operator; no others are ever loaded. */
  modules?: readonly string[];
  /** Folders to skip, like the database. */
  except?: readonly string[];
}

const listedTaskSchema = z.object({
  name: z.string(),
  summary: z.string(),
  people: z.number(),
  /** Tasks that judge outputs need runs. */
  needsRuns: z.enum(['none', 'one', 'several']),
});
type ListedTask = z.infer<typeof listedTaskSchema>;

export const listedDatasetSchema = z.object({
  /** Relative to the dataset root; identifies the dataset in other routes. */
  folder: z.string(),
  name: z.string(),
  benchmark: z.string(),
  splits: z.array(z.object({ name: z.string(), rows: z.number() })),
  tasks: z.array(listedTaskSchema),
  /** Why the dataset cannot be used: its files have changed, or its benchmark is a module that was not named. */
  problem: z.string().optional(),
});
type ListedDataset = z.infer<typeof listedDatasetSchema>;

export const listedRunSchema = z.object({ folder: z.string(), name: z.string(), model: z.string(), predictions: z.number() });
type ListedRun = z.infer<typeof listedRunSchema>;

export interface OpenedDataset {
  /** Its path on this machine. */
  path: string;
  manifest: DatasetManifest;
  benchmark: Benchmark;
}

export interface OpenedRun {
  name: string;
  manifest: RunManifest;
  outputs: ReadonlyMap<string, string>;
}

export interface Catalog {
  root: string;
  listDatasets(): Promise<ListedDataset[]>;
  listRuns(benchmark: string): Promise<ListedRun[]>;
  /** Throws an InputError if the folder does not exist or its benchmark may not be loaded. */
  openDataset(folder: string): Promise<OpenedDataset>;
  openRuns(folders: readonly string[], benchmark: string): Promise<OpenedRun[]>;
  /** A built-in benchmark, or one from a module that the operator named. */
  benchmark(name: string): Promise<Benchmark>;
  task(benchmark: string, name: string): Promise<Task>;
  /** The current SHA-256 of a split; null if it no longer exists. */
  splitHash(folder: string, split: string): Promise<string | null>;
}

export function createCatalog({ app, datasets, runs, modules = [], except = [] }: CatalogOptions): Catalog {
  const benchmarks = new Map<string, Promise<Benchmark>>();
  /** Pages often check whether a split has changed; a file is hashed again only if its time or size differs. */
  const hashes = new Map<string, { state: string; sha256: string }>();
  /** Created once per benchmark, because every answer needs them. */
  const tasks = new Map<Benchmark, readonly Task[]>();
  const tasksFor = (benchmark: Benchmark): readonly Task[] => {
    const list = tasks.get(benchmark) ?? tasksOf(benchmark);
    tasks.set(benchmark, list);
    return list;
  };
  let loadedModules: Promise<void> | undefined;
  /** Modules are loaded once, when first needed; only then are their names known. */
  const loadModules = () => {
    loadedModules ??= (async () => {
      for (const spec of modules) {
        const loaded = await app.benchmark(spec);
        benchmarks.set(loaded.name, Promise.resolve(loaded));
      }
    })();
    return loadedModules;
  };
  const benchmark = async (name: string): Promise<Benchmark> => {
    await loadModules();
    const loaded = benchmarks.get(name) ?? (BENCHMARK_NAMES.includes(name) ? app.benchmark(name) : undefined);
    if (!loaded)
      throw new InputError(`the benchmark ${JSON.stringify(name)} is not built in; load its module with \`serve --benchmark module.js\``);
    benchmarks.set(name, loaded);
    return loaded;
  };
  const describeDataset = async (folder: string): Promise<ListedDataset> => {
    const listed = { folder, name: basename(resolve(datasets, folder)), benchmark: '', splits: [], tasks: [] };
    try {
      const path = join(datasets, folder);
      const manifest = await readDatasetManifest(path);
      const splits = Object.entries(manifest.splits).map(([name, { rows }]) => ({ name, rows }));
      const described = { ...listed, name: manifest.name ?? listed.name, benchmark: manifest.benchmark, splits };
      try {
        const loaded = await benchmark(manifest.benchmark);
        const problem = changedFile(path, manifest);
        return { ...described, tasks: tasksFor(loaded).map(describeTask), ...(problem ? { problem } : {}) };
      } catch (error) {
        return { ...described, problem: problemText(error) };
      }
    } catch (error) {
      return { ...listed, problem: problemText(error) };
    }
  };
  return {
    root: resolve(datasets),
    benchmark,
    async listDatasets() {
      const { folders } = await findFolders(datasets, 'dataset.json', { except });
      return Promise.all(folders.map(describeDataset));
    },
    async listRuns(benchmarkName) {
      const { folders } = await findFolders(runs, 'run.json', { except });
      const list = await Promise.all(folders.map((folder) => describeRun(join(runs, folder), folder, benchmarkName)));
      return list.filter((run) => run !== null);
    },
    async openDataset(folder) {
      const path = inside(datasets, folder, 'dataset.json');
      const manifest = await readDatasetManifest(path);
      return { path, manifest, benchmark: await benchmark(manifest.benchmark) };
    },
    async openRuns(folders, benchmarkName) {
      const sameNames = new Set(folders.map((folder) => basename(folder))).size < folders.length;
      return Promise.all(
        folders.map(async (folder) => {
          const path = inside(runs, folder, 'run.json');
          const manifest = await readRunManifest(path);
          if (manifest.benchmark !== benchmarkName)
            throw new InputError(`is a run of ${JSON.stringify(manifest.benchmark)}, not of ${benchmarkName}`, { file: folder });
          const outputs = new Map<string, string>();
          for await (const { id, prediction, repeat, order } of readPredictions(path)) {
            if (repeat === 0 && order === 0) outputs.set(id, prediction);
          }
          return { name: sameNames ? folder : basename(resolve(path)), manifest, outputs };
        }),
      );
    },
    async task(name, task) {
      const match = tasksFor(await benchmark(name)).find((one) => one.name === task);
      if (!match) throw new InputError(`${name} has no task ${JSON.stringify(task)}`);
      return match;
    },
    async splitHash(folder, split) {
      const file = join(datasets, folder, `${split}.jsonl`);
      const now = isInside(`${split}.jsonl`) ? statSync(file, { throwIfNoEntry: false }) : undefined;
      if (!now?.isFile()) return null;
      const state = `${now.mtimeMs}/${now.size}/${now.ino}`;
      const cached = hashes.get(file);
      if (cached?.state === state) return cached.sha256;
      const sha256 = await hashFile(file);
      hashes.set(file, { state, sha256 });
      return sha256;
    },
  };
}

function describeTask(task: Task): ListedTask {
  const { name, summary, people } = task;
  return { name, summary, people, needsRuns: runsNeeded(task) };
}

/** Null for a run of another benchmark, for one that has no answers, and for a folder that only looks like a run. */
async function describeRun(path: string, folder: string, benchmarkName: string): Promise<ListedRun | null> {
  try {
    const { benchmark, runner } = await readRunManifest(path);
    if (benchmark !== benchmarkName) return null;
    let predictions = 0;
    for await (const { repeat, order } of readPredictions(path)) if (repeat === 0 && order === 0) predictions++;
    return predictions > 0 ? { folder, name: basename(resolve(path)), model: runner, predictions } : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** The path of a folder under the root. Links that lead out of the root are refused. */
function inside(root: string, folder: string, mark: string): string {
  const path = folder === '.' ? root : join(root, folder);
  const missing = new InputError(`there is no such folder: ${JSON.stringify(folder)}`, { expected: `a folder with ${mark}` });
  if ((folder !== '.' && !isInside(folder)) || !existsSync(join(path, mark))) throw missing;
  const [real, top] = [realpathSync(path), realpathSync(root)];
  if (real !== top && !real.startsWith(top.endsWith(sep) ? top : top + sep)) throw missing;
  return path;
}

/** A quick check by file size. The hash is checked when a study is created. */
function changedFile(path: string, { splits, files }: DatasetManifest): string | undefined {
  for (const split of Object.keys(splits)) {
    const name = `${split}.jsonl`;
    if (!isInside(name) || !existsSync(join(path, name))) return `${name} is missing`;
    const expected = files?.[name]?.bytes;
    if (expected !== undefined && statSync(join(path, name)).size !== expected) return `${name} has changed since the dataset was built`;
  }
  return undefined;
}

function problemText(error: unknown): string {
  if (error instanceof InputError) return error.message;
  throw error;
}

export function runsNeeded(task: Pick<Task, 'list'>): 'none' | 'one' | 'several' {
  if (lists(task, 0)) return 'none';
  return lists(task, 1) ? 'one' : 'several';
}

/** A task that needs runs refuses a source without them, even if the source has no items. */
function lists(task: Pick<Task, 'list'>, count: number): boolean {
  const runs = Array.from({ length: count }, (_, i) => ({ name: `run ${i}`, outputs: new Map<string, string>() }));
  try {
    task.list({ items: [], seed: 0, runs });
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
