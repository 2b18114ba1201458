/** The training corpora: Universal Dependencies' English Web Treebank (gold) and the silver sentences, read from the shared data folder. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SetupError } from '../src/core/index.ts';
import { decodeLexicon } from '../src/nlp/lexicon.ts';
import type { Lexicon } from '../src/nlp/word-info.ts';

export interface TreeToken {
  form: string;
  tag: string;
  lemma: string;
  /** 1-based, 0 for the root. */
  head: number;
  /** Without subtype. */
  relation: string;
  spaceAfter: boolean;
}

export interface TreeSentence {
  text: string;
  tokens: TreeToken[];
}

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
  return fileURLToPath(new URL(file, import.meta.url));
}

export function readLexicon(): Lexicon {
  return decodeLexicon(readFileSync(weightsPath('lexicon/lexicon.bin')));
}

export function readTreebank(split: 'train' | 'dev'): TreeSentence[] {
  return parseConllu(gunzipSync(readFileSync(dataPath(`ud-ewt/${split}.conllu.gz`))).toString('utf8'));
}

/** Multiword tokens and empty nodes are passed over: the words below them carry the tree. */
export function parseConllu(text: string): TreeSentence[] {
  const sentences: TreeSentence[] = [];
  for (const block of text.split(/\n\n+/)) {
    const tokens: TreeToken[] = [];
    let sentence = '';
    let insideUntil = 0;
    for (const line of block.split('\n')) {
      if (line.startsWith('# text = ')) sentence = line.slice(9);
      const columns = line.split('\t');
      if (columns.length < 10) continue;
      if (columns[0].includes('-')) insideUntil = Number(columns[0].split('-')[1]);
      if (!/^\d+$/.test(columns[0])) continue;
      tokens.push({
        form: columns[1],
        lemma: columns[2],
        tag: columns[4],
        head: Number(columns[6]),
        relation: columns[7].split(':')[0],
        spaceAfter: !(columns[9].includes('SpaceAfter=No') || Number(columns[0]) < insideUntil),
      });
    }
    if (tokens.length > 0) sentences.push({ text: sentence, tokens });
  }
  return sentences;
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
