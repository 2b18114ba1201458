/** A cache of responses before any runner, keyed by all that changes an answer: model, settings, prompt, choices, seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, type Runner, type RunnerAnswer, type RunnerRequest } from '../core/index.ts';
import { endedSchema, nbestSchema, readJson, sha256, stableJson, usageSchema, writeJson } from '../files/index.ts';

const answerSchema = z.object({
  text: z.string(),
  prediction: z.union([z.string(), z.array(z.string())]).optional(),
  choices: z.object({ by: z.enum(['label', 'text']), logprobs: z.array(z.number()) }).optional(),
  nbest: nbestSchema.optional(),
  reasoning: z.string().optional(),
  ended: endedSchema.optional(),
  usage: usageSchema.optional(),
  /** How long the model took, for the runs that take the answer from here. */
  ms: z.number(),
});

/** `sha256` is of the key and the answer: an entry that was changed, or is in another's place, is not used. */
const entrySchema = z.object({ sha256: z.string(), answer: answerSchema });

export interface CachedRunnerOptions {
  folder: string;
  /** Told once when an entry cannot be read, and once when none can be written. */
  warn?(line: string): void;
}

/** A cache that fails costs a question, never a run: what cannot be read is asked again, what cannot be written is left out. */
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
        // A cached answer costs nothing: it is already paid.
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
      // Several requests are under way at once; only the first that fails speaks.
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
