/** The words of a caption that can be concepts (Lin et al. 2020, section 3.1): nouns, verbs and adjectives, as lemmas with their kind. */
import { z } from 'zod';
import { defineStep, type Shard, type StepTools, type Token } from '../../../core/index.ts';

export interface CaptionWords {
  caption: string;
  lemmas: string[];
  /** A letter of KIND_OF for each lemma: one short text, because there are millions. */
  kinds: string;
}

/** Capitals are content words: nouns, names and verbs in any script, also those of another language that the tagger takes for English. */
export const KIND_OF: Readonly<Record<string, WordKind | null>> = {
  N: 'noun',
  n: 'noun',
  V: 'verb',
  v: 'verb',
  a: 'adjective',
  X: null,
};

/** Captions that are analysed together. */
const BATCH = 512;

export async function captionWords(
  captions: readonly string[],
  { analyse, signal, progress }: Pick<StepTools, 'analyse'> & Partial<StepTools>,
): Promise<CaptionWords[]> {
  const rows: CaptionWords[] = [];
  for (let from = 0; from < captions.length; from += BATCH) {
    signal?.throwIfAborted();
    const batch = captions.slice(from, from + BATCH);
    for (const [i, { tokens }] of (await analyse(batch, { entities: false })).entries()) rows.push(wordsOf(batch[i], tokens));
    progress?.(rows.length);
  }
  return rows;
}

function wordsOf(caption: string, tokens: readonly Token[]): CaptionWords {
  const kept = tokens.map((token) => ({ lemma: token.lemma.toLowerCase(), kind: letterOf(token) })).filter(({ kind }) => kind !== '');
  return { caption, lemmas: kept.map(({ lemma }) => lemma), kinds: kept.map(({ kind }) => kind).join('') };
}

/** Empty for words that are neither a concept nor content. */
function letterOf({ tag, text }: Token): string {
  const content = /^(NN|VB|FW)/.test(tag) && /^\p{L}{2,}/u.test(text);
  if (tag === 'NN' || tag === 'NNS') return content ? 'N' : 'n';
  if (tag.startsWith('VB')) return content ? 'V' : 'v';
  if (tag.startsWith('JJ')) return 'a';
  return content ? 'X' : '';
}

/** Independent of the vocabulary: captions are analysed once for all of them. */
export const wordsStep = defineStep({
  name: 'words',
  version: 1,
  options: z.object({}),
  needs: { analyse: true },
  over: 'each',
  run: async ([{ rows }]: readonly Shard<string>[], _options, tools) => ({ rows: await captionWords(rows, tools), dropped: [] }),
});

const KINDS = ['noun', 'verb', 'adjective'] as const;
type WordKind = (typeof KINDS)[number];

/** How often each word is a noun, a verb and an adjective in all captions, and which of these uses are concepts. */
interface WordUses {
  /** The number of this use: one for each word and kind. */
  add(word: string, kind: WordKind): number;
  count(word: string, kind: WordKind): number;
  /** The concept of each use, or null where the use is none. */
  conceptsOfUses(options: { baseVerbs?(word: string): readonly string[] }): (string | null)[];
}

/** A tagger errs on single words; counts over the whole corpus show what a word usually is. */
export function createWordUses(): WordUses {
  const numbers = new Map<string, Partial<Record<WordKind, number>>>();
  const uses: { word: string; kind: WordKind; count: number }[] = [];
  const count = (word: string, kind: WordKind): number => {
    const number = numbers.get(word)?.[kind];
    return number === undefined ? 0 : uses[number].count;
  };
  return {
    add(word, kind) {
      const own = numbers.get(word) ?? {};
      if (own[kind] === undefined) {
        own[kind] = uses.push({ word, kind, count: 0 }) - 1;
        numbers.set(word, own);
      }
      const number = own[kind];
      uses[number].count++;
      return number;
    },
    count,
    conceptsOfUses({ baseVerbs }) {
      /** "orange shirt" has a noun only by mistake where the word is mostly an adjective; "leaping" where "leap" is the more frequent word. */
      const isThing = (word: string) =>
        count(word, 'noun') >= count(word, 'adjective') &&
        !(word.endsWith('ing') && (baseVerbs?.(word) ?? []).some((verb) => verb !== word && count(verb, 'verb') > count(word, 'noun')));
      const things = new Map<string, boolean>();
      return uses.map(({ word, kind }) => {
        if (kind === 'verb') return word;
        if (kind === 'adjective') return null;
        const thing = things.get(word) ?? isThing(word);
        things.set(word, thing);
        return thing ? word : null;
      });
    },
  };
}
