/** Reads captions with CoreNLP 3.6's parses: ../shared's file, or the lines of oracles/spice/ParseCaptions.java. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readTree, type Tree } from './split-trees.ts';

export interface ParsedCaption {
  words: string[];
  tags: string[];
  lemmas: string[];
  /** 0-based; the root's head is the number of words. */
  heads: number[];
  relations: string[];
  tree: Tree;
}

interface Sentence {
  tree: string;
  tokens: [word: string, tag: string, lemma: string][];
  basic: [relation: string, governor: number, dependent: number][];
}

const PUNCTUATION = /^(,|\.|:|``|''|#|\$|-[LR]RB-)$/;
const LONGEST = 40;
/** So many captions of each file, a tenth at most, are kept out of training. */
const HELD_OUT = 500;

/** Captions with punctuation are left out: coco tokens have none. */
function readParses(path: string): ParsedCaption[] {
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

function toCaption({ tokens, tree, basic }: Sentence): ParsedCaption[] {
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
      tree: readTree(tree),
    },
  ];
}

/** Splits each file: the first captions to test on, the others to train on. */
export function splitParses(paths: readonly string[]) {
  const train: ParsedCaption[] = [];
  const tests: { name: string; captions: ParsedCaption[] }[] = [];
  for (const path of paths) {
    const captions = readParses(path);
    const cut = Math.min(HELD_OUT, Math.floor(captions.length / 10));
    tests.push({ name: path.split('/').pop() ?? path, captions: captions.slice(0, cut) });
    train.push(...captions.slice(cut));
  }
  return { train, tests };
}
