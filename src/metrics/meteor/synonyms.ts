/** Synonyms as METEOR 1.5 looks them up: by WordNet's file offsets, which are not unique over parts of speech. */
import type { WordNet, WordNetPos } from '../../core/index.ts';
import type { Synonyms } from './lexicon.ts';
import shared from './shared-offsets.json' with { type: 'json' };

const NONE: readonly string[] = [];
const POS: readonly WordNetPos[] = ['n', 'v', 'a', 'r'];

/** "standing" and "down" are synonyms for METEOR, because two of their synsets start at the same byte of two files: a quirk that is kept. */
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
