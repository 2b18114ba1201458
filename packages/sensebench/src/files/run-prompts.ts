/** prompts.jsonl of a run folder: the prompt of each item. Lines of text that prompts share are stored once. */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatMessage, InputError, type RenderedPrompt, type RunPrediction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJsonl } from './json.ts';
import { fileError } from './open-file.ts';
import { cutTornLine, predictionKey } from './run-folder.ts';

const FILE = 'prompts.jsonl';

/** The maximum number of remembered lines. Beyond it, lines are stored in full, so that memory stays constant for any number of items. */
const MOST_LINES = 20_000;

export type PromptPlace = Pick<RunPrediction, 'id' | 'repeat' | 'order'>;

export interface PromptLog {
  /** Does nothing if the prompt is already stored. */
  append(place: PromptPlace, prompt: RenderedPrompt): void;
  close(): void;
}

/** A part is the number of a line of text, or the text itself. */
const partsSchema = z.array(z.union([z.number().int().nonnegative(), z.string()]));

const rowSchema = z.object({
  id: z.string(),
  repeat: z.number().int().nonnegative().default(0),
  order: z.number().int().nonnegative().default(0),
  /** New lines, numbered consecutively over all rows. */
  lines: z.array(z.string()).default([]),
  prompt: z.union([
    z.object({ parts: partsSchema }),
    z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), parts: partsSchema })),
  ]),
});

type Parts = z.infer<typeof partsSchema>;

/** Only the holder of the lease on the run folder may open it. */
export async function openPromptLog(folder: string): Promise<PromptLog> {
  const path = join(folder, FILE);
  await cutTornLine(path);
  const places = new Map<string, number>();
  let count = 0;
  const done = new Set<string>();
  for await (const { value } of readPromptRows(folder)) {
    done.add(predictionKey(value));
    for (const line of value.lines) places.set(line, count++);
  }
  const descriptor = openSync(path, 'a');
  const partsOf = (text: string, fresh: string[]): Parts =>
    text.split('\n').map((line) => {
      const known = places.get(line);
      if (known !== undefined) return known;
      if (count >= MOST_LINES) return line;
      fresh.push(line);
      places.set(line, count);
      return count++;
    });
  return {
    append(place, prompt) {
      const key = predictionKey(place);
      if (done.has(key)) return;
      const fresh: string[] = [];
      const stored =
        typeof prompt === 'string'
          ? { parts: partsOf(prompt, fresh) }
          : prompt.map(({ role, content }) => ({ role, parts: partsOf(content, fresh) }));
      const row = { ...place, ...(fresh.length > 0 ? { lines: fresh } : {}), prompt: stored };
      try {
        writeSync(descriptor, `${JSON.stringify(row)}\n`);
      } catch (error) {
        throw fileError(error, path);
      }
      done.add(key);
    },
    close: () => closeSync(descriptor),
  };
}

export interface StoredMessage {
  /** Absent if the prompt is one text. */
  role?: ChatMessage['role'];
  /** Equal lines share one string, so that many prompts take little memory. */
  lines: string[];
}

/** Every prompt of the run, in the order of the requests; none for models without prompts. */
export async function* readRunPrompts(folder: string): AsyncGenerator<PromptPlace & { messages: StoredMessage[] }> {
  const table: string[] = [];
  for await (const { line, value } of readPromptRows(folder)) {
    for (const text of value.lines) table.push(text);
    const linesOf = (parts: Parts) =>
      parts.map((part) => {
        const text = typeof part === 'string' ? part : table[part];
        if (text === undefined)
          throw new InputError(`there is no line of text ${part}`, { file: join(folder, FILE), line, field: 'prompt' });
        return text;
      });
    const { id, repeat, order, prompt } = value;
    const messages =
      'parts' in prompt ? [{ lines: linesOf(prompt.parts) }] : prompt.map(({ role, parts }) => ({ role, lines: linesOf(parts) }));
    yield { id, repeat, order, messages };
  }
}

async function* readPromptRows(folder: string): AsyncGenerator<{ line: number; value: z.infer<typeof rowSchema> }> {
  const path = join(folder, FILE);
  if (existsSync(path)) yield* readJsonl(path, rowSchema);
}
