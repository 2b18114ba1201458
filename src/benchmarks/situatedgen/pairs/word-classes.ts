/** What kind of thing a noun names, by WordNet: hypernyms of its commonest senses that are narrower than "activity" or "artifact". */
import type { WordNet } from '../../../core/index.ts';

/** Senses that are looked at. */
const SENSES = 3;
/** Steps below "entity" from which on a class says something: "activity" is five steps below. */
const DEPTH = 6;

export function wordClasses(noun: string, wordnet: WordNet): number[] {
  const senses = wordnet.synsets(noun, 'n').slice(0, SENSES);
  const seen = new Set(senses);
  for (const synset of seen) for (const wider of wordnet.hypernyms(synset)) seen.add(wider);
  return [...seen].filter((synset) => senses.includes(synset) || depth(synset, wordnet) >= DEPTH).sort((a, b) => a - b);
}

function depth(synset: number, wordnet: WordNet): number {
  const wider = wordnet.hypernyms(synset);
  return wider.length === 0 ? 0 : 1 + Math.min(...wider.map((one) => depth(one, wordnet)));
}
