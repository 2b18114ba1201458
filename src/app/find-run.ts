/** Finds again what a run folder is of: its benchmark and its items, from what run.json says or from where the user says they are now. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { withHumanAnswers } from '../annotate/index.ts';
import { loadBenchmark } from '../benchmarks/index.ts';
import { type Benchmark, InputError, type Item } from '../core/index.ts';
import { collectItems, selectItems } from '../evaluate/predict/index.ts';
import { hashFile, parseWith, type RunManifest, readRunManifest, sha256 as sha256Of, splitFile } from '../files/index.ts';

export interface FoundRun {
  folder: string;
  manifest: RunManifest;
  benchmark: Benchmark;
  items: Item[];
}

export interface FindRunOptions {
  /** Where the dataset is now. */
  dataset?: string;
  /** The module of a user's own benchmark. */
  benchmark?: string;
}

/** Options of the commands that read run folders. */
export const runOptions = {
  dataset: z.string().optional().describe('where the dataset is now, should it have moved'),
  benchmark: z.string().optional().describe('the module of your own benchmark, should it have moved'),
};

const recorded = z.object({
  source: z.object({ dataset: z.string().optional(), benchmark: z.string().optional(), human: z.string().optional() }).default({}),
  options: z.looseObject({ limit: z.number().optional(), sample: z.number().optional() }),
});

export async function findRun(folder: string, given: FindRunOptions = {}): Promise<FoundRun> {
  const manifest = await readRunManifest(folder);
  const { source, options } = parseWith(recorded, manifest, { file: folder });
  const module = given.benchmark ?? (source.benchmark ? resolve(folder, source.benchmark) : undefined);
  const benchmark = await loadBenchmark(module ?? manifest.benchmark);
  const dataset = given.dataset ?? (source.dataset && source.dataset !== '-' ? resolve(folder, source.dataset) : undefined);
  if (!dataset || !existsSync(dataset))
    throw new InputError(`the dataset ${manifest.dataset.name} of this run is not where it was; say where it is with --dataset`, {
      file: folder,
    });
  const { split, sha256, items: count } = manifest.dataset;
  const chosen = selectItems(await collectItems(benchmark.read(dataset, { split })), { ...options, seed: manifest.seed });
  const people = /^human(:|$)/.test(manifest.runner);
  const items = people ? await withHumanAnswers(benchmark, chosen, source.human && resolve(folder, source.human)) : chosen;
  const content = source.dataset === '-' ? sha256Of(JSON.stringify(items)) : await hashFile(splitFile(dataset, split));
  if (content !== sha256 || items.length !== count)
    throw new InputError(`is not the dataset that ${folder} is a run of: its content differs`, { file: dataset });
  return { folder, manifest, benchmark, items };
}
