/** Reads SPICE's models from a folder that holds them as packages/metrics/weights/spice does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReadModel } from '../../packages/metrics/src/metrics/spice/parse/stanford-annotator.ts';

export const modelIn =
  (folder: string): ReadModel =>
  async (file) => {
    const bytes = await readFile(join(folder, file));
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  };
