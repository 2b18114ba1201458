/** The broad WordNet classes of a noun, as the bits of a number: person, animal, food, holiday and so on. */
import type { WordNet } from '@sensebench/metrics/internal/core';

/** A word of each class, and which of its senses is meant, counted from 0. */
const CLASSES: readonly (readonly [word: string, sense: number])[] = [
  ['person', 0],
  ['animal', 0],
  ['plant', 1],
  ['food', 0],
  ['food', 1],
  ['beverage', 0],
  ['building', 0],
  ['structure', 0],
  ['vehicle', 0],
  ['clothing', 0],
  ['device', 0],
  ['artifact', 0],
  ['organization', 0],
  ['sport', 0],
  ['game', 0],
  ['language', 0],
  ['communication', 1],
  ['time period', 0],
  ['day', 3],
  ['ceremony', 0],
  ['event', 0],
  ['act', 1],
  ['weather', 0],
  ['atmospheric phenomenon', 0],
  ['body of water', 0],
  ['geological formation', 0],
  ['region', 2],
  ['medium of exchange', 0],
  ['law', 0],
  ['body part', 0],
  ['substance', 0],
  ['measure', 1],
  ['group', 0],
];

/** The commonest senses of a word that are looked at. */
const SENSES = 2;

export type NounClasses = (noun: string) => readonly number[];

/** Classes as places in the list above, remembered by noun. */
export function createNounClasses(wordnet: WordNet): NounClasses {
  const tops = CLASSES.map(([word, sense]) => wordnet.synsets(word, 'n')[sense]);
  const known = new Map<string, readonly number[]>();
  return (noun) => {
    const found = known.get(noun);
    if (found) return found;
    const seen = new Set(wordnet.synsets(noun, 'n').slice(0, SENSES));
    for (const synset of seen) for (const wider of wordnet.hypernyms(synset)) seen.add(wider);
    const classes = tops.flatMap((top, place) => (seen.has(top) ? [place] : []));
    known.set(noun, classes);
    return classes;
  };
}
