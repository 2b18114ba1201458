/** plan.json: what a worker needs to compute shards of one step: its name, version and options, and input shards with their hashes. */
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, sha256, writeFileAtomic } from '../../files/index.ts';

const FORMAT = 'sensebench-plan-1';
const key = z.string().regex(/^[a-z0-9-]+$/);

const planSchema = z.object({
  format: z.literal(FORMAT, { error: `a plan of this version begins with "${FORMAT}"` }),
  /** The version of sensebench: another version may compute something else. */
  version: z.string(),
  benchmark: z.string(),
  stages: z.record(
    z.string(),
    z.object({
      step: z.string(),
      version: z.number(),
      options: z.unknown(),
      /** Ids of the tools that the step needs. */
      tools: z.record(z.string(), z.string()),
      shards: z.array(z.object({ key, hash: z.string() })),
      /** `inputs` are places in `shards`; the result is stored under `key`. */
      units: z.array(z.object({ key, inputs: z.array(z.number().int().nonnegative()) })),
    }),
  ),
});

export type Plan = z.infer<typeof planSchema>;
export type Stage = Plan['stages'][string];

export async function readPlan(path: string): Promise<Plan> {
  return readJson(path, planSchema);
}

/** Under the hash of its content: a worker that still reads an earlier plan is not disturbed. Gives the path. */
export async function writePlan(store: string, plan: Omit<Plan, 'format'>): Promise<string> {
  const text = `${JSON.stringify({ format: FORMAT, ...plan })}\n`;
  const path = join(store, 'plans', sha256(text).slice(0, 32), 'plan.json');
  await writeFileAtomic(path, text);
  return path;
}
