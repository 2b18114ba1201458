/** The words of METEOR's matchers as numbers: form, stem, synsets, place in the paraphrase table, function word or not. */
import { type WordNet, type WordNetPos, widened } from '../../core/index.ts';
import type { ParaphraseTable } from './paraphrase-table.ts';
import shared from './shared-offsets.json' with { type: 'json' };

interface Synonyms {
  /** Numbers of the synsets that hold the word, of any part of speech. */
  synsets(word: string): readonly number[];
  /** Base forms of an irregular form; none for a regular one. */
  exceptions(word: string): readonly string[];
}

interface MeteorTables {
  stem(word: string): string;
  synonyms?: Synonyms;
  paraphrases?: ParaphraseTable;
}

/** Words as numbers, and their properties in arrays by that number. Each word is looked up once. */
export class Lexicon {
  forms = new Int32Array(1 << 12);
  stems = new Int32Array(1 << 12);
  /** Its number in the paraphrase table. */
  paraphrases = new Int32Array(1 << 12);
  isFunction = new Uint8Array(1 << 12);
  /** Synsets of all words; those of a word start at `synsetStarts[number]`, in ascending order, and may repeat. */
  synsets = new Int32Array(1 << 15);
  synsetStarts = new Int32Array(1 << 12);
  private readonly numbers = new Map<string, number>();
  private readonly tables: MeteorTables;

  constructor(tables: MeteorTables) {
    this.tables = tables;
  }

  numberOf(word: string): number {
    return this.numbers.get(word) ?? this.add(word);
  }

  /** The words of a text. */
  numbersOf(words: readonly string[]): Int32Array {
    const numbers = new Int32Array(words.length);
    for (let i = 0; i < words.length; i++) numbers[i] = this.numberOf(words[i]);
    return numbers;
  }

  /** The synsets of a word, each once. */
  synsetsOf(word: string): number[] {
    const number = this.numberOf(word);
    return [...new Set(this.synsets.subarray(this.synsetStarts[number], this.synsetStarts[number + 1]))];
  }

  private add(word: string): number {
    const { stem, synonyms, paraphrases } = this.tables;
    const number = this.numbers.size;
    this.numbers.set(word, number);
    if (number + 1 === this.forms.length) this.grow();
    this.forms[number] = javaHash(word);
    this.stems[number] = javaHash(stem(word));
    this.paraphrases[number] = paraphrases ? paraphrases.wordNumber(word) : -1;
    this.isFunction[number] = FUNCTION_WORDS.has(word) ? 1 : 0;
    this.synsetStarts[number + 1] = this.synsetStarts[number];
    if (synonyms) this.addSynsets(word, number, synonyms);
    return number;
  }

  /** Adds the synsets of the word and of its base forms. */
  private addSynsets(word: string, number: number, synonyms: Synonyms): void {
    this.insertSynsets(number, synonyms.synsets(word));
    const bases = synonyms.exceptions(word);
    if (bases.length === 0) this.insertSynsets(number, synonyms.synsets(detached(word, synonyms)));
    else for (const base of bases) if (base !== word) this.insertSynsets(number, synonyms.synsets(base));
  }

  private insertSynsets(number: number, synsets: readonly number[]): void {
    const start = this.synsetStarts[number];
    let end = this.synsetStarts[number + 1];
    if (end + synsets.length > this.synsets.length) this.synsets = widened(this.synsets, 2 * (end + synsets.length));
    const list = this.synsets;
    for (let i = 0; i < synsets.length; i++) {
      const synset = synsets[i];
      let place = end++;
      for (; place > start && list[place - 1] > synset; place--) list[place] = list[place - 1];
      list[place] = synset;
    }
    this.synsetStarts[number + 1] = end;
  }

  private grow(): void {
    this.forms = widened(this.forms);
    this.stems = widened(this.stems);
    this.paraphrases = widened(this.paraphrases);
    this.synsetStarts = widened(this.synsetStarts);
    this.isFunction = widened(this.isFunction);
  }
}

/** METEOR compares hash codes instead of words. */
function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** WordNet's rules of detachment in METEOR's order, each as `ending>replacement`, by the last letter of the ending. */
const ENDINGS: Readonly<Record<string, readonly string[][]>> = Object.fromEntries(
  ['s> ses>s xes>x zes>z ches>ch shes>sh ies>y es>e es>', 'men>man', 'ed>e ed>', 'ing>e ing>', 'er> er>e', 'est> est>e'].map((rules) => [
    rules[rules.indexOf('>') - 1],
    rules.split(' ').map((rule) => rule.split('>')),
  ]),
);

/** The base by the first detachment rule that yields a known word of any part of speech; empty for short words and words in -ss. */
function detached(word: string, synonyms: Synonyms): string {
  if (word.endsWith('ss') || word.length <= 2) return '';
  const last = word[word.length - 1];
  for (const [ending, replacement] of Object.hasOwn(ENDINGS, last) ? ENDINGS[last] : []) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length) + replacement;
    if (synonyms.synsets(base).length > 0) return base;
  }
  return '';
}

/** METEOR 1.5's English function words: more frequent than 1 in 1000 in news text (Denkowski and Lavie 2011, section 3). */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...'the to of and a in that for is on it with was as said at he by be from have has are his but an this not i will they who their had we which were'.split(
    ' ',
  ),
  ...'been more or s its would about new one after you also up when there than all out her people she year two can if last first over other into some what'.split(
    ' ',
  ),
  ...'so no time years could'.split(' '),
  ...[',', '.', '"', "'s", '\u2019', ')', '-rrb-', '(', '-lrb-', ':', '$', '-', '\u201C', '\u201D', '--', '?', "'t", '\u2014', "'"],
]);

const NONE: readonly string[] = [];
const POS: readonly WordNetPos[] = ['n', 'v', 'a', 'r'];

/**
 * Synonyms as METEOR 1.5 looks them up: by WordNet's file offsets, which are not unique over parts of speech.
 * "standing" and "down" are synonyms for METEOR, because two of their synsets start at the same byte of two files: a quirk that is kept.
 */
export function meteorSynonyms(wordnet: WordNet): Synonyms {
  const first = new Map(shared.flatMap((numbers) => numbers.map((number): [number, number] => [number, numbers[0]])));
  const looked = new Map<string, readonly number[]>();
  return {
    synsets(word) {
      const old = looked.get(word);
      if (old) return old;
      const found = wordnet.synsets(word).map((number) => first.get(number) ?? number);
      looked.set(word, found);
      return found;
    },
    exceptions(word) {
      let bases: readonly string[] = NONE;
      for (let i = 0; i < POS.length; i++) {
        const own = wordnet.exceptions(word, POS[i]);
        if (own.length > 0) bases = [...bases, ...own];
      }
      return bases;
    },
  };
}
