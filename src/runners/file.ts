/** Predictions that somebody has made already: `file:predictions.jsonl`. */
import { basename } from 'node:path';
import { InputError, type Runner } from '../core/index.ts';
import { readPredictionRows } from '../files/formats/index.ts';
import { hashFile } from '../files/index.ts';

/** A `prediction` is taken as it is; an `output` is what a model said, and is read like any model's. */
export async function createFileRunner({ path }: { path: string }): Promise<Runner> {
  const rows = await readPredictionRows(path);
  return {
    // The content is part of the name: a changed file is another system.
    id: `file:${basename(path)}#${(await hashFile(path)).slice(0, 8)}`,
    withoutPrompt: true,
    async predict({ item }) {
      const row = rows.get(item.id);
      if (row === undefined) throw new InputError(`has no prediction for "${item.id}"`, { file: path });
      return row.raw ? { text: row.text } : { text: row.text, prediction: row.sentences ?? row.text };
    },
    async close() {
      rows.clear();
    },
  };
}
