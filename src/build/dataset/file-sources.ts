/** Source files as a dataset records them: base name and content hash, however their path was spelled. */
import { basename } from 'node:path';
import { hashFile } from '../../files/index.ts';
import type { DatasetSource } from './dataset-content.ts';

export async function fileSources(paths: readonly string[]): Promise<DatasetSource[]> {
  return Promise.all(paths.map(async (path) => ({ name: bareName(path), sha256: await hashFile(path) })));
}

/** `creak=data/train.jsonl` → `creak=train.jsonl`. */
export function bareName(path: string): string {
  const cut = path.indexOf('=');
  return cut < 0 ? basename(path) : `${path.slice(0, cut + 1)}${basename(path.slice(cut + 1))}`;
}
