/** A cache of responses for any runner, keyed by everything that changes an answer: model, settings, prompt, choices, seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, type Runner, type RunnerAnswer, type RunnerRequest } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { endedSchema, nbestSchema, readJson, sha256, stableJson, usageSchema, writeJson } from '../files/index.ts';

const answerSchema = z.object({
  text: z.string(),
  prediction: z.union([z.string(), z.array(z.string())]).optional(),
  choices: z.object({ by: z.enum(['label', 'text']), logprobs: z.array(z.number()) }).optional(),
  nbest: nbestSchema.optional(),
  reasoning: z.string().optional(),
  ended: endedSchema.optional(),
  usage: usageSchema.optional(),
  /** The time that the model took, which is reported again for cached answers. */
  ms: z.number(),
});

/** `sha256` covers the key and the answer, so that changed or misplaced entries are not used. */
const entrySchema = z.object({ sha256: z.string(), answer: answerSchema });

export interface CachedRunnerOptions {
  folder: string;
  /** Receives one message if an entry cannot be read, and one if none can be written. */
  warn?(line: string): void;
}

/** A failing cache never fails a run: answers that cannot be read are asked again, and those that cannot be written are left out. */
export function createCachedRunner(runner: Runner, { folder, warn }: CachedRunnerOptions): Runner {
  let [readable, writable] = [true, true];
  return {
    ...runner,
    async predict(request) {
      const key = cacheKey(runner, request);
      const file = join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
      const known = await readAnswer(file, key);
      if (known) {
        const { usage, ...answer } = known;
        // Cached answers cost nothing, because they are already paid for.
        return { ...answer, ...(usage ? { usage: { ...usage, ...(usage.cost === undefined ? {} : { cost: 0 }) } } : {}) };
      }
      const started = performance.now();
      const answer = await runner.predict(request);
      if (writable) await writeAnswer(file, key, { ...answer, ms: answer.ms ?? performance.now() - started });
      return answer;
    },
  };

  async function readAnswer(file: string, key: string): Promise<z.infer<typeof answerSchema> | undefined> {
    if (!existsSync(file)) return undefined;
    try {
      const { sha256: sum, answer } = await readJson(file, entrySchema);
      if (sum !== checksum(key, answer)) throw new InputError('is damaged', { file });
      return answer;
    } catch (error) {
      if (readable) warn?.(`the cache has answers that cannot be read; they are asked again: ${messageOf(error)}`);
      readable = false;
      return undefined;
    }
  }

  async function writeAnswer(file: string, key: string, answer: RunnerAnswer): Promise<void> {
    try {
      const known = answerSchema.parse(answer);
      await writeJson(file, { sha256: checksum(key, known), answer: known });
    } catch (error) {
      // Several requests run at once; only the first failure is reported.
      if (writable) warn?.(`answers are no longer written to the cache: ${messageOf(error)}`);
      writable = false;
    }
  }
}

function checksum(key: string, answer: z.infer<typeof answerSchema>): string {
  return sha256(stableJson({ key, answer }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function cacheKey(
  { id, settings = {}, depends = {}, withoutPrompt }: Runner,
  { prompt, choices = [], stop = [], seed, item }: RunnerRequest,
): string {
  return sha256(stableJson({ id, settings, depends, prompt: withoutPrompt ? item : prompt, choices, stop, seed }));
}
