/** Reads captions with CoreNLP 3.6's parses: ../shared's file, or the lines of oracles/spice/ParseCaptions.java. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
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

/** Files that are called held… are to test on, the others to train on; silver… holds the trees of a former model (self-parses.ts). */
export function splitParses(paths: readonly string[]) {
  const files = paths.map((path) => ({ name: basename(path), captions: readParses(path) }));
  const isHeld = ({ name }: { name: string }) => name.startsWith('held');
  const isSilver = ({ name }: { name: string }) => name.startsWith('silver');
  const captionsOf = (chosen: typeof files) => chosen.flatMap(({ captions }) => captions);
  return {
    train: captionsOf(files.filter((file) => !isHeld(file) && !isSilver(file))),
    silver: captionsOf(files.filter(isSilver)),
    tests: files.filter(isHeld),
  };
}
