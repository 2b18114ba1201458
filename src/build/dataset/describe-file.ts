/** What Croissant and the manifest say of a file: its size and content hash. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from '../../files/index.ts';
import type { CroissantFile } from './croissant.ts';

const FORMATS: Readonly<Record<string, string>> = {
  jsonl: 'application/jsonlines',
  json: 'application/json',
  jsonld: 'application/ld+json',
};

export async function describeFile(folder: string, path: string, description: string): Promise<CroissantFile> {
  const file = join(folder, path);
  const encodingFormat = FORMATS[path.split('.').at(-1) ?? ''] ?? 'text/plain';
  return { path, description, encodingFormat, bytes: (await stat(file)).size, sha256: await hashFile(file) };
}
