/** The run folder: run.json describes the run, and predictions.jsonl grows by whole lines, so that a rerun resumes. */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, type RunPrediction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJson, readJsonl, stableJson, writeJson } from './json.ts';
import { type LeaseOptions, takeLease } from './lease.ts';
import { fileError, missingFile } from './open-file.ts';

export const runManifestSchema = z.looseObject({
  benchmark: z.string(),
  runner: z.string(),
  prompt: z.object({ name: z.string(), sha256: z.string() }),
  dataset: z.object({ name: z.string(), split: z.string().optional(), sha256: z.string(), items: z.number().int().nonnegative() }),
  /** All other options that change the requests: shots, orders, repeats, retrieval, decoding, sample. */
  options: z.record(z.string(), z.unknown()),
  /** Hashes and addresses of the data that the answers depend on. */
  depends: z.record(z.string(), z.string()).optional(),
  seed: z.number().int(),
  versions: z.record(z.string(), z.string()),
  /** The user's notes on the run. They have no effect and may change. */
  tags: z.array(z.string()).optional(),
  note: z.string().optional(),
});

export type RunManifest = z.infer<typeof runManifestSchema>;

export interface RunFolder {
  manifest: RunManifest;
  /** Keys (see predictionKey) of existing predictions. */
  done: Set<string>;
  /** Cost of all answers in the folder, in dollars. */
  readonly cost: number;
  append(prediction: RunPrediction): void;
  close(): Promise<void>;
}

export function predictionKey({ id, repeat, order }: Pick<RunPrediction, 'id' | 'repeat' | 'order'>): string {
  return `${repeat}/${order}/${id}`;
}

/** Creates the folder, or resumes the run in it; a run with another dataset, prompt or model is refused. One process at a time. */
export async function openRun(folder: string, manifest: RunManifest, { say }: Pick<LeaseOptions, 'say'> = {}): Promise<RunFolder> {
  const file = join(folder, 'run.json');
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, folder);
  }
  const { release } = await takeLease(join(folder, 'run.lock'), { of: folder, say });
  try {
    if (existsSync(file)) {
      const existing = await readRunManifest(folder);
      refuseOther(folder, existing, manifest);
      const { tags = existing.tags, note = existing.note } = manifest;
      if (stableJson([tags, note]) !== stableJson([existing.tags, existing.note])) await writeJson(file, { ...existing, tags, note });
    } else if (existsSync(join(folder, 'predictions.jsonl')))
      throw new InputError('has predictions but no run.json, so their dataset and model are unknown', { file: folder });
    else await writeJson(file, manifest);
    const predictions = join(folder, 'predictions.jsonl');
    await cutTornLine(predictions);
    const done = new Set<string>();
    let cost = 0;
    if (existsSync(predictions)) {
      for await (const prediction of readPredictions(folder)) {
        done.add(predictionKey(prediction));
        cost += prediction.usage?.cost ?? 0;
      }
    }
    const descriptor = openSync(predictions, 'a');
    return {
      manifest,
      done,
      get cost() {
        return cost;
      },
      // Synchronous and in one call: a killed process leaves at most one torn line, and lines never interleave.
      append(prediction) {
        try {
          writeSync(descriptor, `${JSON.stringify(prediction)}\n`);
        } catch (error) {
          throw fileError(error, predictions);
        }
        done.add(predictionKey(prediction));
        cost += prediction.usage?.cost ?? 0;
      },
      async close() {
        closeSync(descriptor);
        done.clear();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw fileError(error, join(folder, 'predictions.jsonl'));
  }
}

export async function readRunManifest(folder: string): Promise<RunManifest> {
  if (!existsSync(folder)) throw missingFile(folder, { expected: 'a run folder' });
  if (!existsSync(join(folder, 'run.json'))) throw new InputError('is not a run folder: it has no run.json', { file: folder });
  return readJson(join(folder, 'run.json'), runManifestSchema);
}

export async function* readPredictions(folder: string): AsyncGenerator<RunPrediction> {
  for await (const { value } of readJsonl(join(folder, 'predictions.jsonl'), runPredictionSchema)) yield value;
}

/** Versions may differ between two sessions; model, prompt and data may not. */
function refuseOther(folder: string, existing: RunManifest, wanted: RunManifest): void {
  for (const field of ['benchmark', 'runner', 'prompt', 'dataset', 'options', 'depends', 'seed'] as const) {
    if (field === 'depends' && existing.depends === undefined) continue;
    const [before, now] = [stableJson(existing[field]), stableJson(wanted[field])];
    if (before !== now)
      throw new InputError(`holds a run with another ${field}: ${before}, not ${now}; choose another folder`, { file: folder });
  }
}

const NEWLINE = 0x0a;

/** Cuts the torn last line off a file that grows by whole lines: a killed process or a power cut leaves one at most. */
export async function cutTornLine(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const block = Buffer.alloc(1 << 16);
    let end = size;
    while (end > 0) {
      const start = Math.max(0, end - block.length);
      const { bytesRead } = await file.read(block, 0, end - start, start);
      const newline = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (newline >= 0) {
        end = start + newline + 1;
        break;
      }
      end = start;
    }
    if (end < size) await file.truncate(end);
  } finally {
    await file.close();
  }
}

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
  cost: z.number().nonnegative().optional(),
  estimated: z.boolean().optional(),
});

export const endedSchema = z.enum(['stop', 'length', 'refused']);

export const predictionSchema = z.object({ id: z.string(), prediction: z.string() });

export const nbestSchema = z.array(
  z.object({ text: z.string(), score: z.number(), features: z.record(z.string(), z.number()).optional() }),
);

export const runPredictionSchema = predictionSchema.extend({
  sentences: z.array(z.string()).optional(),
  raw: z.string(),
  repeat: z.number().int().nonnegative().default(0),
  order: z.number().int().nonnegative().default(0),
  examples: z.array(z.string()).default([]),
  ms: z.number().nonnegative(),
  usage: usageSchema.optional(),
  choices: z.object({ by: z.enum(['label', 'text']), logprobs: z.record(z.string(), z.number()) }).optional(),
  nbest: nbestSchema.optional(),
  reasoning: z.string().optional(),
  ended: endedSchema.optional(),
  error: z.string().optional(),
});

const value = z.number().nullable();
const intervals = z.record(z.string(), z.tuple([z.number(), z.number()]));

/** The schema of scores in files. */
export const scoresSchema = z.object({
  benchmark: z.string(),
  items: z.number().int().nonnegative(),
  empty: z.number().int().positive().optional(),
  corpus: z.record(z.string(), value),
  undefined: z.record(z.string(), z.number().int().positive()).optional(),
  signatures: z.record(z.string(), z.string()),
  intervals: intervals.optional(),
  resampling: z
    .object({
      unit: z.string(),
      units: z.number().int(),
      method: z.enum(['jackknife', 'cluster-robust', 'dyadic-robust', 'bootstrap', 'permutation', 'exact-permutation', 'none']),
      resamples: z.number().int().nonnegative(),
      seed: z.union([z.number(), z.string()]),
    })
    .optional(),
  breakdowns: z
    .record(
      z.string(),
      z.record(z.string(), z.object({ items: z.number().int(), corpus: z.record(z.string(), value), intervals: intervals.optional() })),
    )
    .optional(),
  chance: z.record(z.string(), z.number()).optional(),
  perItem: z.array(z.looseObject({ id: z.string() })),
});
