/** The training corpora: Universal Dependencies' English Web Treebank (gold) and the silver sentences, read from the shared data folder. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SetupError } from '../packages/metrics/src/core/index.ts';
import { decodeLexicon, type Lexicon } from '../packages/metrics/src/nlp/words/word-info.ts';
import { parseConllu, type TreeSentence } from './conllu.ts';

export interface SilverSentence {
  id: string;
  source: string;
  text: string;
  tokens: { form: string; start: number; end: number; tag: string; head: number; relation: string }[];
  entities: { start: number; end: number; type: string; teacher: string }[];
  both: boolean;
}

/** The data folder beside the repository, or the one that SENSEBENCH_DATA names. */
export function dataPath(file: string): string {
  const folder = process.env.SENSEBENCH_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  const path = `${folder}/${file}`;
  if (!existsSync(path)) throw new SetupError(`training data ${file} is not here`, 'set SENSEBENCH_DATA to the folder that holds it');
  return path;
}

export function weightsPath(file: string): string {
  const owner = /^(spice|wordnet)\//.test(file) ? 'metrics' : 'sensebench';
  return fileURLToPath(new URL(`../packages/${owner}/weights/${file}`, import.meta.url));
}

export function readLexicon(): Lexicon {
  return decodeLexicon(gunzipSync(readFileSync(weightsPath('lexicon/lexicon.bin.gz'))));
}

export function readTreebank(split: 'train' | 'dev'): TreeSentence[] {
  return parseConllu(gunzipSync(readFileSync(dataPath(`ud-ewt/${split}.conllu.gz`))).toString('utf8'));
}

type SilverRow = {
  id: string;
  source: string;
  text: string;
  tokens: [string, number, number, string, string, number, string][];
  entities: [number, number, string, string][];
  both: boolean;
};

export function readSilver(): SilverSentence[] {
  const lines = gunzipSync(readFileSync(dataPath('silver/sentences.jsonl.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const row = JSON.parse(line) as SilverRow;
    return {
      id: row.id,
      source: row.source,
      text: row.text,
      both: row.both,
      tokens: row.tokens.map(([form, start, end, tag, , head, relation]) => ({ form, start, end, tag, head, relation })),
      entities: row.entities.map(([start, end, type, teacher]) => ({ start, end, type, teacher })),
    };
  });
}
