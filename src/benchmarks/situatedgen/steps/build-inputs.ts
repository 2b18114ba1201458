/** What a build depends on besides its options: the content of its sources and the weights of our analyser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFile, sha256 } from '../../../files/index.ts';
import { weightsPath } from '../../../nlp/linear-models/index.ts';
import { type SourceSpec, starterFiles } from '../../../statements/sources/index.ts';

/** Of one file its SHA-256; of a folder the hash of its files' hashes. */
export async function sourceHash({ reader, path }: SourceSpec): Promise<string> {
  if (reader.name !== 'starter') return hashFile(path);
  const hashes = await Promise.all(starterFiles(path).map((file) => hashFile(file)));
  return hashes.length === 1 ? hashes[0] : sha256(hashes.join('\n'));
}

const PARTS = ['tagger', 'entities', 'lemmatizer', 'parser', 'lexicon'];

/** Changes when any of the analyser's weights does, and with the choice between the linear models and the deep one. */
export function analyserId({ deep }: { deep: boolean }): string {
  const root = dirname(dirname(weightsPath('tagger/tagger.bin')));
  const files = [...PARTS, ...(deep ? ['deep'] : [])].flatMap((part) => {
    const folder = join(root, part);
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /\.(bin|bin\.gz|safetensors)$/.test(name))
          .sort()
          .map((name) => join(folder, name))
      : [];
  });
  return sha256(files.map((file) => sha256(readFileSync(file))).join('\n')).slice(0, 16);
}
