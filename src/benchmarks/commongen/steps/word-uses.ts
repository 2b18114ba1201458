/** How often each word is a noun, a verb and an adjective in all captions, and which of these uses are concepts. */

export const KINDS = ['noun', 'verb', 'adjective'] as const;
export type WordKind = (typeof KINDS)[number];

export interface WordUses {
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
