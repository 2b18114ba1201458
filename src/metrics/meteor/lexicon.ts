/** What METEOR's matchers know of each word: a key of its form and of its stem, its synsets, its number in the paraphrase table, whether it is a function word. */
import { FUNCTION_WORDS } from './function-words.ts';
import type { ParaphraseTable } from './paraphrase-table.ts';

export interface Synonyms {
  /** Numbers of the synsets that hold the word, of any part of speech. */
  synsets(word: string): readonly number[];
  /** Base forms of an irregular form; none for a regular one. */
  exceptions(word: string): readonly string[];
}

export interface MeteorWord {
  form: number;
  stem: number;
  /** In rising order. */
  synsets: Int32Array;
  paraphrase: number;
  isFunction: boolean;
}

export interface MeteorTables {
  stem(word: string): string;
  synonyms?: Synonyms;
  paraphrases?: ParaphraseTable;
}

export type Lexicon = (word: string) => MeteorWord;

/** Each word is looked up once. */
export function createLexicon({ stem, synonyms, paraphrases }: MeteorTables): Lexicon {
  const known = new Map<string, MeteorWord>();
  return (word) => {
    const old = known.get(word);
    if (old) return old;
    const entry: MeteorWord = {
      form: javaHash(word),
      stem: javaHash(stem(word)),
      synsets: synonyms ? synsetsOf(word, synonyms) : new Int32Array(),
      paraphrase: paraphrases ? paraphrases.wordNumber(word) : -1,
      isFunction: FUNCTION_WORDS.has(word),
    };
    known.set(word, entry);
    return entry;
  };
}

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
  return Int32Array.from(found).sort();
}

const ENDINGS = [
  ['s', ''],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['men', 'man'],
  ['ies', 'y'],
  ['es', 'e'],
  ['es', ''],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
  ['er', ''],
  ['est', ''],
  ['er', 'e'],
  ['est', 'e'],
] as const;

/** The first detachment rule of WordNet's morphology that gives a known word, whatever its part of speech; a short word or one in -ss stays. */
function detached(word: string, synonyms: Synonyms): string {
  if (word.endsWith('ss') || word.length <= 2) return word;
  for (const [ending, replacement] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length) + replacement;
    if (synonyms.synsets(base).length > 0) return base;
  }
  return '';
}
