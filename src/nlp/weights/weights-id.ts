/** A short hash of the shipped weights of one tool: it changes when any of its files does. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { weightsPath } from './weights-path.ts';

const LINEAR_PARTS = ['tagger', 'entities', 'lemmatizer', 'parser', 'lexicon'];

/** Folders of weights/ that each tool reads. */
const FOLDERS = {
  analyser: LINEAR_PARTS,
  deepAnalyser: [...LINEAR_PARTS, 'deep'],
  wordnet: ['wordnet'],
  truecaser: ['truecase'],
} as const satisfies Record<string, readonly string[]>;

export function weightsId(tool: keyof typeof FOLDERS): string {
  const root = dirname(dirname(weightsPath('tagger/tagger.bin')));
  const files = FOLDERS[tool].flatMap((part) => {
    const folder = join(root, part);
    return existsSync(folder)
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
