/** Predictions that somebody has made already: `file:predictions.jsonl`. */
import { basename } from 'node:path';
import { InputError, type Runner } from '../core/index.ts';
import { hashFile, predictionSchema, readJsonl } from '../files/index.ts';

export async function createFileRunner({ path }: { path: string }): Promise<Runner> {
  const texts = new Map<string, string>();
  for await (const { line, value } of readJsonl(path, predictionSchema)) {
    if (texts.has(value.id)) throw new InputError(`the id "${value.id}" is there twice`, { file: path, line, field: 'id' });
    texts.set(value.id, value.prediction);
  }
  return {
    // The content is part of the name: a changed file is another system.
    id: `file:${basename(path)}#${(await hashFile(path)).slice(0, 8)}`,
    withoutPrompt: true,
    async predict({ item }) {
      const text = texts.get(item.id);
      if (text === undefined) throw new InputError(`has no prediction for "${item.id}"`, { file: path });
      return { text, raw: text, ms: 0 };
    },
  };
}
