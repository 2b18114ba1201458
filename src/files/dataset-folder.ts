/** The dataset folder: its manifest, and the paths of its parts. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../core/index.ts';
import { readJson } from './json.ts';

export const datasetManifestSchema = z.looseObject({
  benchmark: z.string(),
  config: z.record(z.string(), z.unknown()),
  seed: z.number().int(),
  versions: z.record(z.string(), z.string()),
  /** Content hash of every source, by the name it was given under. */
  sources: z.record(z.string(), z.string()),
  /** Rows and content hash of every split. */
  splits: z.record(z.string(), z.object({ rows: z.number().int().nonnegative(), sha256: z.string() })),
});

export type DatasetManifest = z.infer<typeof datasetManifestSchema>;

export function readDatasetManifest(folder: string): Promise<DatasetManifest> {
  return readJson(join(folder, 'dataset.json'), datasetManifestSchema);
}

/** The file that holds a split: the path itself when it is a file, else `split`.jsonl in the folder. */
export function splitFile(path: string, split = 'test'): string {
  if (path === '-' || !existsSync(path) || !statSync(path).isDirectory()) return path;
  const file = join(path, `${split}.jsonl`);
  if (!existsSync(file)) throw new InputError(`has no split "${split}"`, { file: path, expected: `${split}.jsonl in it` });
  return file;
}
