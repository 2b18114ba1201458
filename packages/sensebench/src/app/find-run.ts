/** Finds again what a run folder is of: its benchmark and its items, from what run.json or the user says. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ActionContext, type Benchmark, InputError, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { collectItems, selectItems } from '../evaluate/predict/index.ts';
import { hashFile, parseWith, type RunManifest, readRunManifest, sha256 as sha256Of, splitFile } from '../files/index.ts';
import { answersOf } from '../runners/models/index.ts';
import { findBenchmark } from './find-benchmark.ts';

export interface FoundRun {
  folder: string;
  manifest: RunManifest;
  benchmark: Benchmark;
  items: Item[];
}

export interface FindRunOptions {
  /** The current path of the dataset. */
  dataset?: string;
  /** The module of a user's own benchmark. */
  benchmark?: string;
}

/** Options of the commands that read run folders. */
export const runOptions = {
  dataset: z.string().optional().describe('where the dataset is now, should it have moved'),
  benchmark: z.string().optional().describe('the module of your own benchmark; it is only loaded when you name it'),
};

const recorded = z.object({
  source: z
    .object({
      dataset: z.string().optional(),
      module: z.object({ path: z.string(), sha256: z.string() }).optional(),
      /** The path of the module, in folders of earlier versions. */
      benchmark: z.string().optional(),
      human: z.string().optional(),
    })
    .default({}),
  options: z.looseObject({ limit: z.number().optional(), sample: z.number().optional(), sampled: z.literal('units').optional() }),
});

export async function findRun(
  folder: string,
  given: FindRunOptions,
  context: Pick<ActionContext, 'benchmark' | 'warn'>,
): Promise<FoundRun> {
  const manifest = await readRunManifest(folder);
  const { source, options } = parseWith(recorded, manifest, { file: folder });
  const module = source.module ?? (source.benchmark ? { path: source.benchmark } : undefined);
  const benchmark = await findBenchmark({ folder, name: manifest.benchmark, module }, given.benchmark, context);
  const dataset = given.dataset ?? (source.dataset && source.dataset !== '-' ? resolve(folder, source.dataset) : undefined);
  if (!dataset || !existsSync(dataset))
    throw new InputError(`the dataset ${manifest.dataset.name} of this run is not where it was; say where it is with --dataset`, {
      file: folder,
    });
  const { split, sha256, items: count } = manifest.dataset;
  const chosen = selectItems(await collectItems(benchmark.read(dataset, { split })), {
    ...options,
    seed: manifest.seed,
    units: options.sampled && benchmark.units,
  });
  const answers = await answersOf(manifest.runner);
  const path = source.human && resolve(folder, source.human);
  const items = answers ? [...(await answers(chosen, { benchmark, seed: manifest.seed, path }))] : chosen;
  const content = source.dataset === '-' ? sha256Of(JSON.stringify(items)) : await hashFile(splitFile(dataset, split));
  if (content !== sha256 || items.length !== count)
    throw new InputError(`is not the dataset that ${folder} is a run of: its content differs`, { file: dataset });
  if (items.every(({ references }) => references.length === 0))
    throw new InputError('is a run of items without references: there is nothing to score or compare', { file: folder });
  return { folder, manifest, benchmark, items };
}
