/** A cache of responses before any runner, keyed by everything that matters: model, settings, prompt, stop, seed; and the item for runners without prompts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Runner, RunnerRequest } from '../core/index.ts';
import { readJson, sha256, stableJson, usageSchema, writeJson } from '../files/index.ts';

const answerSchema = z.object({
  text: z.string(),
  raw: z.string(),
  usage: usageSchema.optional(),
  logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).optional(),
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
        // What was paid once costs nothing now.
        return { ...answer, ...(usage ? { usage: { ...usage, ...(usage.cost === undefined ? {} : { cost: 0 }) } } : {}) };
      }
      const answer = await runner.predict(request);
      await writeJson(file, answer);
      return answer;
    },
  };
}

function cacheKey({ id, settings, withoutPrompt }: Runner, { prompt, stop = [], seed, item }: RunnerRequest): string {
  return sha256(stableJson({ id, settings: settings ?? {}, prompt: withoutPrompt ? item : prompt, stop, seed }));
}
