/** How often a word is a verb or an adjective, by the senses WordNet lists for it (Fellbaum, 1998). */
import type { WordNet } from '../../core/index.ts';
import type { WordSenses } from './score-predicate.ts';

const NOTHING_KNOWN: WordSenses = { verb: () => 0, adjective: () => 0, inflected: () => 0, participle: (word) => /ed$/.test(word) };

export function wordSenses(wordnet: WordNet | undefined): WordSenses {
  if (!wordnet) return NOTHING_KNOWN;
  const share = (word: string, pos: 'v' | 'a') => {
    const own = wordnet.synsets(word, pos).length;
    const all = wordnet.synsets(word).length;
    return all === 0 ? 0 : own / all;
  };
  return {
    verb: (word) => share(word, 'v'),
    adjective: (word) => share(word, 'a'),
    inflected: (word) => Math.max(0, ...wordnet.baseForms(word, 'v').map((base) => share(base, 'v'))),
    participle: (word) =>
      wordnet
        .baseForms(word, 'v')
        .some((base) => base !== word || /^(come|become|run|cut|put|set|hit|let|shut|cost|hurt|read)$/.test(base)),
  };
}
