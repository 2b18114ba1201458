/** A short hash of the shipped weights of one tool: it changes when any of its files does. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  return sha256(files.map((file) => sha256(readFileSync(file))).join('\n')).slice(0, 16);
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
