/** Existing predictions (`file:predictions.jsonl`), read like those of `score`. */

import { basename } from 'node:path';
import { type Benchmark, defineRunner, InputError, type Item, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { FILE_FORMATS, type FileFormat, noteOtherLabels, readPredictionRows } from '../files/formats/index.ts';
import { hashFile } from '../files/index.ts';

export interface FileRunnerOptions {
  path: string;
  /** All items of the dataset in order. Without them, every row must name its item. */
  items?: readonly Item[];
  format?: FileFormat;
  benchmark?: Pick<Benchmark, 'parse' | 'choices'>;
  /** Receives messages for the user. */
  warn?(line: string): void;
}

/** A `prediction` is used as it is, whereas an `output` is parsed like the text of any model. */
export async function createFileRunner({ path, items, format, benchmark, warn }: FileRunnerOptions): Promise<Runner> {
  const { rows, notes } = await readPredictionRows(path, { items, format, benchmark });
  const taken = (items ?? []).filter(({ id }) => rows.get(id)?.raw === false);
  const texts = taken.map(({ id }) => rows.get(id)?.text ?? '');
  for (const note of [...notes, ...noteOtherLabels(texts, taken, path, benchmark)]) warn?.(note);
  return {
    // The content is part of the id, because a changed file is another system.
    id: `file:${basename(path)}#${(await hashFile(path)).slice(0, 8)}`,
    ...(format ? { settings: { format } } : {}),
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

export const file = defineRunner({
  name: 'file',
  summary: 'existing predictions, made by another program',
  target: { grammar: 'FILE', path: true },
  options: z.object({ format: z.enum(FILE_FORMATS).optional().describe('format of the file (default: recognized by ending and content)') }),
  examples: ['file:predictions.jsonl', 'file:answers.txt(format=text)'],
  create: ({ target, options }, { items, benchmark, warn }) =>
    createFileRunner({ path: target, items: items.length > 0 ? items : undefined, format: options.format, benchmark, warn }),
});
