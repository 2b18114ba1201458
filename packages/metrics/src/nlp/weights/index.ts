/** Shipped models and tables: where they are, how Node reads them, and an id that changes when they do. */

import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SetupError } from '../../core/index.ts';

/** In a clone, tools of one package read weights of another. */
const PLACES = ['weights', 'metrics/weights', 'sensebench/weights'];

/** The path of a file under weights/, for example `weightsPath('wordnet/wordnet.bin.gz')`. */
export function weightsPath(file: string): string {
  const path = findWeights(file);
  if (path === undefined) throw new SetupError(`weights/${file} is missing`, 'install the package again');
  return path;
}

/** A file or folder of weights/: of the package that the code runs from, or in a clone of one beside it. */
function findWeights(name: string): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const path = PLACES.map((place) => join(folder, place, name)).find((place) => existsSync(place));
    const parent = dirname(folder);
    if (path !== undefined || parent === folder) return path;
    folder = parent;
  }
}

/**
 * Shipped models and tables, read at once: for Node. The metrics read theirs through data-files.ts, which browsers have too.
 * The content of a file under weights/, unpacked where it is gzipped.
 */
export function readWeights(file: string): Buffer {
  const bytes = readFileSync(weightsPath(file));
  return file.endsWith('.gz') ? unpack(bytes) : bytes;
}

/** Unpacks gzip in one piece: its last four bytes are the size of what is packed, so that nothing is copied. */
export function unpack(packed: Buffer): Buffer {
  return gunzipSync(packed, { chunkSize: packed.readUInt32LE(packed.length - 4) + 64 });
}

const LINEAR_PARTS = ['tagger', 'entities', 'lemmatizer', 'parser', 'lexicon'];

/** Folders of weights/ that each tool reads. */
const FOLDERS = {
  analyser: LINEAR_PARTS,
  deepAnalyser: [...LINEAR_PARTS, 'deep'],
  wordnet: ['wordnet'],
  truecaser: ['truecase'],
} as const satisfies Record<string, readonly string[]>;

/** A short hash of the shipped weights of one tool: it changes when any of its files does. */
export function weightsId(tool: keyof typeof FOLDERS): string {
  const files = FOLDERS[tool].flatMap((part) => {
    const folder = findWeights(part);
    return folder
      ? readdirSync(folder)
          .filter((name) => /\.(bin|bin\.gz|tsv\.gz|safetensors)$/.test(name))
          .sort()
          .map((name) => join(folder, name))
      : [];
  });
  return createHash('sha256').update(files.map(hashOf).join('\n')).digest('hex').slice(0, 16);
}

/** In pieces: whole files would stay in memory beside the models that are read from them. */
function hashOf(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const handle = openSync(file, 'r');
  for (let length = readSync(handle, piece); length > 0; length = readSync(handle, piece)) hash.update(piece.subarray(0, length));
  closeSync(handle);
  return hash.digest('hex');
}
