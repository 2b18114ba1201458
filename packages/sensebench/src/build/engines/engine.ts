/** The contract of an engine: it starts `sensebench work PLAN STAGE SHARDS STORE` somewhere. Only the store tells what was computed. */

import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJson, sha256, writeFileAtomic } from '../../files/index.ts';

const FORMAT = 'sensebench-plan-1';
const key = z.string().regex(/^[a-z0-9-]+$/);
const planSchema = z.object({
  format: z.literal(FORMAT, { error: `a plan of this version begins with "${FORMAT}"` }),
  /** The version of sensebench, because another version may compute different results. */
  version: z.string(),
  benchmark: z.string(),
  stages: z.record(
    z.string(),
    z.object({
      step: z.string(),
      version: z.number(),
      options: z.unknown(),
      /** The ids of the tools that the step needs. */
      tools: z.record(z.string(), z.string()),
      shards: z.array(z.object({ key, hash: z.string() })),
      /** `inputs` are indexes in `shards`; the result is stored under `key`. */
      units: z.array(z.object({ key, inputs: z.array(z.number().int().nonnegative()) })),
    }),
  ),
});

/** Numbers of units of one stage of a plan, from 0. */
export interface EngineWork {
  plan: string;
  stage: string;
  units: number;
  store: string;
  signal: AbortSignal;
  /** Called for each unit that a worker finished, for the progress bar. */
  done(index: number): void;
}

export interface Engine {
  name: string;
  /** The least number of units for which the engine is worthwhile. */
  fewest: number;
  /** Resolves when nothing runs any more. Failed units are missing in the store; a rejection means that the engine does not work at all. */
  run(work: EngineWork): Promise<void>;
  /** Ends everything that it started. */
  close(): Promise<void>;
}

/**
 * Paths and words that pass through SQL, a shell and a scheduler unchanged.
 * A blank, a quotation mark or ${x} would have a meaning for one of them.
 */
export function demandPlainPath(path: string): void {
  if (!/^\/[A-Za-z0-9_./-]*$/.test(path))
    throw new InputError(`"${path}" cannot be sent to an engine`, { expected: 'an absolute path of letters, digits and _ . / -' });
}

/** The words of a shell command, each of which must be plain. */
export function shellWords(words: readonly string[]): string {
  for (const word of words)
    if (!/^[A-Za-z0-9_./:=@,+-]+$/.test(word))
      throw new InputError(`"${word}" cannot be sent to an engine`, { expected: 'letters, digits and _ . / : = @ , + -' });
  return words.join(' ');
}

type Plan = z.infer<typeof planSchema>;

export type Stage = Plan['stages'][string];

/** plan.json: what a worker needs to compute shards of one step: its name, version and options, and input shards with their hashes. */
export async function readPlan(path: string): Promise<Plan> {
  return readJson(path, planSchema);
}

/** Writes the plan under the hash of its content, so that workers can still read an earlier plan. Returns the path. */
export async function writePlan(store: string, plan: Omit<Plan, 'format'>): Promise<string> {
  const text = `${JSON.stringify({ format: FORMAT, ...plan })}\n`;
  const path = join(store, 'plans', sha256(text).slice(0, 32), 'plan.json');
  await writeFileAtomic(path, text);
  return path;
}
