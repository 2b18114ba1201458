/** Captions with CoreNLP 3.6's parses, as the trainers read them: ../shared's file and the lines that oracles/spice/ParseCaptions.java writes. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface ParsedCaption {
  words: string[];
  tags: string[];
  lemmas: string[];
  /** 0-based; the root's head is the number of words. */
  heads: number[];
  relations: string[];
}

interface Sentence {
  tokens: [word: string, tag: string, lemma: string][];
  basic: [relation: string, governor: number, dependent: number][];
}

const PUNCTUATION = /^(,|\.|:|``|''|#|\$|-[LR]RB-)$/;
const LONGEST = 40;

/** Captions with punctuation are left out: coco tokens have none. */
export function readParses(path: string): ParsedCaption[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.split('\n');
  // A file that is still being written ends in half a line.
  return lines.slice(0, -1).flatMap((line) => {
    const row = JSON.parse(line) as (Sentence & { sentences?: Sentence[] }) | null;
    const sentences = row?.sentences ?? (row === null ? [] : [row]);
    return sentences.length === 1 ? toCaption(sentences[0]) : [];
  });
}

function toCaption({ tokens, basic }: Sentence): ParsedCaption[] {
  const length = tokens.length;
  if (length === 0 || length > LONGEST || basic.length !== length) return [];
  if (tokens.some(([, tag]) => PUNCTUATION.test(tag))) return [];
  const heads = new Array<number>(length).fill(-1);
  const relations = new Array<string>(length).fill('');
  for (const [relation, governor, dependent] of basic) {
    heads[dependent - 1] = governor === 0 ? length : governor - 1;
    relations[dependent - 1] = relation;
  }
  if (heads.includes(-1)) return [];
  return [
    {
      words: tokens.map(([word]) => word),
      tags: tokens.map(([, tag]) => tag),
      lemmas: tokens.map(([, , lemma]) => lemma),
      heads,
      relations,
    },
  ];
}
