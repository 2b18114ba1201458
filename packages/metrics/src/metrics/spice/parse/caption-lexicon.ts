/** Which states of the grammar a word can have, and how well they fit: by the word, or by its ending if it is unknown. */
import { categoryOf, PARTS } from './caption-grammar.ts';
import type { Leaf } from './chart-parser.ts';

const BE = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being', 'am', "'s", "'re", "'m"]);
const HAVE = new Set(['has', 'have', 'had', 'having', "'ve"]);
const isVerb = (tag: string) => /^(VB|MD)/.test(tag);
const LONGEST_ENDING = 4;

/** All digits count as one. */
export const plainWord = (word: string): string => word.replace(/[0-9]/g, '0');

/** What tells words with the same tag apart in the grammar: forms of be and have, but. */
export function tagMark(tag: string, word: string): string {
  if (isVerb(tag)) return BE.has(word) ? '-BE' : HAVE.has(word) ? '-HV' : '';
  if (tag === 'CC') return word === 'but' ? '-B' : word === 'and' || word === 'or' ? '' : '-O';
  return '';
}

/** The endings by which unknown words are told apart, the shortest first. */
export function endingsOf(word: string): string[] {
  const kind = (word.includes('0') ? '0' : '') + (word.includes('-') ? '-' : '');
  const longest = Math.min(LONGEST_ENDING, word.length - 1);
  return [`${kind}|`, ...Array.from({ length: Math.max(0, longest) }, (_, i) => `${kind}|${word.slice(-1 - i)}`)];
}

/** Scores by tag, and by state where a state's is its own. */
export interface WordScores {
  tags: readonly (readonly [tag: string, score: number])[];
  states: readonly (readonly [state: number, score: number])[];
}

/** An entry is parsed when it is looked up: captions use few of the twenty thousand words. */
type WordTable = Pick<ReadonlyMap<string, WordScores>, 'get' | 'has' | 'keys'>;

export interface LexiconLookup {
  words: WordTable;
  endings: WordTable;
  /** Added to the scores of unknown words: by their last three letters. */
  corrections: WordTable;
}

export class CaptionLexicon {
  private readonly tables: LexiconLookup;
  /** The states of each tag with its mark. */
  private readonly states = new Map<string, number[]>();
  private readonly made = new Map<string, Leaf>();

  constructor(tables: LexiconLookup, symbols: readonly string[]) {
    this.tables = tables;
    symbols.forEach((symbol, i) => {
      if (symbol.startsWith('@') || symbol === 'ROOT') return;
      const key = `${categoryOf(symbol)}${/-(BE|HV|B|O)(?=\^|-U\^)/.exec(symbol)?.[0] ?? ''}`;
      this.states.set(key, [...(this.states.get(key) ?? []), i]);
    });
  }

  leaf(form: string): Leaf {
    const word = plainWord(form);
    const known = this.made.get(word);
    if (known !== undefined) return known;
    const { tags, states } = this.tables.words.get(word) ?? this.unknown(word);
    const own = new Map(states);
    const leaf = { symbols: [] as number[], scores: [] as number[] };
    for (const [tag, score] of tags) {
      for (const state of this.states.get(`${tag}${tagMark(tag, word)}`) ?? []) {
        leaf.symbols.push(state);
        leaf.scores.push(own.get(state) ?? score);
      }
    }
    this.made.set(word, leaf);
    return leaf;
  }

  private unknown(word: string): WordScores {
    const ending = endingsOf(word).findLast((each) => this.tables.endings.has(each)) ?? '|';
    const tags = this.tables.endings.get(ending)?.tags ?? [['NN', 0] as const];
    const corrections = new Map(this.tables.corrections.get(word.slice(-3))?.tags);
    return { tags: tags.map(([tag, score]) => [tag, score + (corrections.get(tag) ?? 0)] as const), states: [] };
  }
}

/** Three parts with a blank line between them, an entry a line: `word tag score …` and, after a tab, `state score …`. */
export function readLexicon(text: string): LexiconLookup {
  const [words, endings, corrections] = text.split('\n\n').map(readEntries);
  return { words, endings, corrections };
}

function readEntries(part: string): WordTable {
  /** By word, the rest of its line. */
  const lines = new Map<string, string>();
  for (let at = 0; at < part.length; ) {
    const end = part.indexOf('\n', at);
    const to = end < 0 ? part.length : end;
    const blank = part.indexOf(' ', at);
    const wordEnd = blank < 0 || blank > to ? to : blank;
    if (to > at) lines.set(part.slice(at, wordEnd), part.slice(wordEnd + 1, to));
    at = to + 1;
  }
  return {
    has: (word) => lines.has(word),
    keys: () => lines.keys(),
    get(word) {
      const line = lines.get(word);
      if (line === undefined) return undefined;
      const [tags, states = []] = line.split('\t').map((fields) => (fields === '' ? [] : fields.split(' ')));
      return { tags: pairs(tags, String), states: pairs(states, Number) };
    },
  };
}

function pairs<T>(fields: readonly string[], name: (text: string) => T): [T, number][] {
  return Array.from({ length: fields.length >> 1 }, (_, i) => [name(fields[2 * i]), Number(fields[2 * i + 1]) / PARTS]);
}
