/** What METEOR's matchers know of each word: a key of its form and of its stem, its synsets, its number in the paraphrase table, whether it is a function word. */
import { widened } from '../../core/growing-list.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import type { ParaphraseTable } from './paraphrase-table.ts';

export interface Synonyms {
  /** Numbers of the synsets that hold the word, of any part of speech. */
  synsets(word: string): readonly number[];
  /** Base forms of an irregular form; none for a regular one. */
  exceptions(word: string): readonly string[];
}

export interface MeteorTables {
  stem(word: string): string;
  synonyms?: Synonyms;
  paraphrases?: ParaphraseTable;
}

/** Words as numbers, and what is known of each in lists by that number. A word is looked up once. */
export class Lexicon {
  forms = new Int32Array(1 << 12);
  stems = new Int32Array(1 << 12);
  /** Its number in the paraphrase table. */
  paraphrases = new Int32Array(1 << 12);
  isFunction = new Uint8Array(1 << 12);
  /** In rising order. */
  readonly synsets: Int32Array[] = [];
  /** A bit for each of its synsets; words without a common bit have no common synset. */
  synsetBits = new Int32Array(1 << 12);
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

  private add(word: string): number {
    const { stem, synonyms, paraphrases } = this.tables;
    const number = this.numbers.size;
    this.numbers.set(word, number);
    if (number === this.forms.length) this.grow();
    const synsets = synonyms ? synsetsOf(word, synonyms) : NO_SYNSETS;
    this.forms[number] = javaHash(word);
    this.stems[number] = javaHash(stem(word));
    this.paraphrases[number] = paraphrases ? paraphrases.wordNumber(word) : -1;
    this.isFunction[number] = FUNCTION_WORDS.has(word) ? 1 : 0;
    this.synsets.push(synsets);
    let bits = 0;
    for (let i = 0; i < synsets.length; i++) bits |= 1 << (Math.imul(synsets[i], 0x9e3779b1) >>> 27);
    this.synsetBits[number] = bits;
    return number;
  }

  private grow(): void {
    this.forms = widened(this.forms);
    this.stems = widened(this.stems);
    this.paraphrases = widened(this.paraphrases);
    this.synsetBits = widened(this.synsetBits);
    this.isFunction = widened(this.isFunction);
  }
}

const NO_SYNSETS = new Int32Array();

/** METEOR compares hash codes where it means words. */
function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

function synsetsOf(word: string, synonyms: Synonyms): Int32Array {
  const bases = synonyms.exceptions(word);
  const found = new Set(synonyms.synsets(word));
  for (const base of bases.length > 0 ? bases : [detached(word, synonyms)]) {
    if (base !== word && base !== '') for (const synset of synonyms.synsets(base)) found.add(synset);
  }
  return found.size === 0 ? NO_SYNSETS : new Int32Array([...found]).sort();
}

const ENDINGS = [
  { ending: 's', replacement: '' },
  { ending: 'ses', replacement: 's' },
  { ending: 'xes', replacement: 'x' },
  { ending: 'zes', replacement: 'z' },
  { ending: 'ches', replacement: 'ch' },
  { ending: 'shes', replacement: 'sh' },
  { ending: 'men', replacement: 'man' },
  { ending: 'ies', replacement: 'y' },
  { ending: 'es', replacement: 'e' },
  { ending: 'es', replacement: '' },
  { ending: 'ed', replacement: 'e' },
  { ending: 'ed', replacement: '' },
  { ending: 'ing', replacement: 'e' },
  { ending: 'ing', replacement: '' },
  { ending: 'er', replacement: '' },
  { ending: 'est', replacement: '' },
  { ending: 'er', replacement: 'e' },
  { ending: 'est', replacement: 'e' },
];

/** The first detachment rule of WordNet's morphology that gives a known word, whatever its part of speech; a short word or one in -ss stays. */
function detached(word: string, synonyms: Synonyms): string {
  if (word.endsWith('ss') || word.length <= 2) return word;
  for (const { ending, replacement } of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length) + replacement;
    if (synonyms.synsets(base).length > 0) return base;
  }
  return '';
}
