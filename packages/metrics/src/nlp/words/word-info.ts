/** Features that the models take from a word form alone, computed once: hashes of the word, its affixes, its shape and its cluster. */

import { SetupError } from '../../core/index.ts';
import { hashText } from '../linear-models/feature-key.ts';

export interface WordInfo {
  form: string;
  /** Hash of the form as written. */
  exact: number;
  /** Hash of the lower-cased form, its digits replaced by 0. */
  lower: number;
  suffix1: number;
  suffix2: number;
  suffix3: number;
  suffix4: number;
  prefix1: number;
  prefix2: number;
  prefix3: number;
  /** Hash of the collapsed shape: "Xx", "d:d", "x-x". */
  shape: number;
  /** Bits: 1 starts with a capital, 2 all capitals, 4 a digit, 8 a hyphen, 16 no letter or digit. */
  flags: number;
  /** Fine and coarse word cluster; 0 where the word is unknown. */
  cluster: number;
  coarse: number;
}

/** Clusters of the frequent words (packages/sensebench/weights/lexicon). */
export interface Lexicon {
  lookup(lower: string): { cluster: number; coarse: number } | undefined;
}

const EMPTY_LEXICON: Lexicon = { lookup: () => undefined };

/** Longer forms are hashed by their first characters: no word has more, and time stays linear. */
const LONGEST = 64;
const MOST_FORMS = 100_000;

export class WordInfos {
  private readonly known = new Map<string, WordInfo>();
  private readonly lexicon: Lexicon;

  constructor(lexicon: Lexicon = EMPTY_LEXICON) {
    this.lexicon = lexicon;
  }

  of(form: string): WordInfo {
    const known = this.known.get(form);
    if (known) return known;
    if (this.known.size >= MOST_FORMS) this.known.clear();
    const info = describe(form, this.lexicon);
    this.known.set(form, info);
    return info;
  }
}

const NUMBER = /\p{N}/gu;

function describe(form: string, lexicon: Lexicon): WordInfo {
  const text = straighten(form.length > LONGEST ? form.slice(0, LONGEST) : form);
  const lower = text.toLowerCase();
  const folded = lower.replace(NUMBER, '0');
  const shape = shapeOf(text);
  const entry = lexicon.lookup(lower);
  return {
    form,
    exact: hashText(text),
    lower: hashText(folded),
    suffix1: hashText(folded.slice(-1)),
    suffix2: hashText(folded.slice(-2)),
    suffix3: hashText(folded.slice(-3)),
    suffix4: hashText(folded.slice(-4)),
    prefix1: hashText(folded.slice(0, 1)),
    prefix2: hashText(folded.slice(0, 2)),
    prefix3: hashText(folded.slice(0, 3)),
    shape: hashText(shape),
    flags: flagsOf(text, shape),
    cluster: entry?.cluster ?? 0,
    coarse: entry?.coarse ?? 0,
  };
}

/** Curly quotes and dashes read as the plain ones that the treebanks have. */
function straighten(text: string): string {
  if (!/[^\x20-\x7e]/.test(text)) return text;
  return text
    .replace(/[‘’´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–]/g, '-');
}

/** Capitals X, small letters x, digits d, the rest as it is; runs longer than two are cut. */
export function shapeOf(text: string): string {
  let shape = '';
  let last = '';
  let run = 0;
  for (const char of text) {
    const kind = /\p{Lu}/u.test(char) ? 'X' : /\p{L}/u.test(char) ? 'x' : /\p{N}/u.test(char) ? 'd' : char;
    run = kind === last ? run + 1 : 1;
    last = kind;
    if (run <= (kind === 'd' ? 4 : 2)) shape += kind;
  }
  return shape;
}

function flagsOf(text: string, shape: string): number {
  const letters = /[Xx]/.test(shape);
  return (
    (shape[0] === 'X' ? 1 : 0) |
    (letters && !shape.includes('x') && text.length > 1 ? 2 : 0) |
    (shape.includes('d') ? 4 : 0) |
    (text.includes('-') && text.length > 1 ? 8 : 0) |
    (!letters && !shape.includes('d') ? 16 : 0)
  );
}

/**
 * The lexicon that the models share: word clusters (packages/sensebench/weights/lexicon).
 * Reads the words, which line breaks divide, and three bytes per word (cluster, coarse cluster) after them. One line of JSON before both has their sizes.
 */
export function decodeLexicon(bytes: Uint8Array): Lexicon {
  const end = bytes.indexOf(10);
  const header = end < 0 ? {} : JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  if (header.kind !== 'lexicon') throw new SetupError('the lexicon weights are not a sensebench lexicon');
  const words = new TextDecoder().decode(bytes.subarray(end + 1, end + 1 + header.words)).split('\n');
  const at = end + 1 + header.words;
  const positions = new Map(words.map((word, i) => [word, i]));
  return {
    lookup(lower) {
      const i = positions.get(lower);
      if (i === undefined) return undefined;
      return {
        cluster: bytes[at + 3 * i] | (bytes[at + 3 * i + 1] << 8),
        coarse: bytes[at + 3 * i + 2],
      };
    },
  };
}
