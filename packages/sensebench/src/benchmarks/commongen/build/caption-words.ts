/** The words of a caption that can be concepts (Lin et al. 2020, section 3.1): nouns, verbs and adjectives, as lemmas with their kind. */

import { defineStep, type Shard, type StepTools, type Token } from '@sensebench/metrics/internal/core';
import { z } from 'zod';

export interface CaptionWords {
  caption: string;
  lemmas: string[];
  /** A letter of KIND_OF for each lemma; a short string, because there are millions of them. */
  kinds: string;
}

/** Capital letters mark content words: nouns, names and verbs in any script, including those of another language that the tagger takes for English. */
export const KIND_OF: Readonly<Record<string, WordKind | null>> = {
  N: 'noun',
  n: 'noun',
  V: 'verb',
  v: 'verb',
  a: 'adjective',
  X: null,
};

/** The number of captions that are analysed together. */
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

/** Empty for words that are neither concepts nor content words. */
function letterOf({ tag, text }: Token): string {
  const content = /^(NN|VB|FW)/.test(tag) && /^\p{L}{2,}/u.test(text);
  if (tag === 'NN' || tag === 'NNS') return content ? 'N' : 'n';
  if (tag.startsWith('VB')) return content ? 'V' : 'v';
  if (tag.startsWith('JJ')) return 'a';
  return content ? 'X' : '';
}

/** Does not depend on the vocabulary, so that captions are analysed once for all vocabularies. */
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

/** Counts each word's uses as a noun, a verb and an adjective over all captions, and decides which of these uses are concepts. */
interface WordUses {
  /** The number of a use; each word and kind has its own. */
  add(word: string, kind: WordKind): number;
  count(word: string, kind: WordKind): number;
  /** The concept of each use; null where the use is not a concept. */
  conceptsOfUses(options: { baseVerbs?(word: string): readonly string[] }): (string | null)[];
}

/** Taggers err on single words, but counts over the whole corpus show the usual part of speech. */
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
      /** Tells mistaken nouns: "orange" in "orange shirt", a word that is mostly an adjective, and "leaping", where "leap" is more frequent. */
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
