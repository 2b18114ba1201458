/** A cache of responses before any runner, keyed by all that changes an answer: model, settings, prompt, choices, seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Runner, RunnerRequest } from '../core/index.ts';
import { endedSchema, readJson, sha256, stableJson, usageSchema, writeJson } from '../files/index.ts';

const answerSchema = z.object({
  text: z.string(),
  prediction: z.string().optional(),
  choices: z.object({ by: z.enum(['label', 'text']), logprobs: z.array(z.number()) }).optional(),
  reasoning: z.string().optional(),
  ended: endedSchema.optional(),
  usage: usageSchema.optional(),
  /** How long the model took, for the runs that take the answer from here. */
  ms: z.number(),
});

export function createCachedRunner(runner: Runner, { folder }: { folder: string }): Runner {
  return {
    ...runner,
    async predict(request) {
      const key = cacheKey(runner, request);
      const file = join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
      if (existsSync(file)) {
        const { usage, ...answer } = await readJson(file, answerSchema);
        // A cached answer costs nothing: it is already paid.
        return { ...answer, ...(usage ? { usage: { ...usage, ...(usage.cost === undefined ? {} : { cost: 0 }) } } : {}) };
      }
      const started = performance.now();
      const answer = await runner.predict(request);
      await writeJson(file, { ...answer, ms: answer.ms ?? performance.now() - started });
      return answer;
    },
  };
}

function cacheKey(
  { id, settings = {}, depends = {}, withoutPrompt }: Runner,
  { prompt, choices = [], stop = [], seed, item }: RunnerRequest,
): string {
  return sha256(stableJson({ id, settings, depends, prompt: withoutPrompt ? item : prompt, choices, stop, seed }));
}
