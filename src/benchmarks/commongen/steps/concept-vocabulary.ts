/** The words that are concepts: ConceptNet's English words (Lin et al. 2020, section 3.1), or WordNet's nouns and verbs. */
import type { ConceptEdge, WordNet } from '../../../core/index.ts';

export interface ConceptVocabulary {
  /** Stands in the statistics. */
  name: string;
  has(lemma: string, kind: 'noun' | 'verb'): boolean;
  /** All of them, where they come from a file and not from a tool. */
  words?: ReadonlySet<string>;
}

/** Words without an underscore: a concept of CommonGen is one word. */
export async function conceptNetVocabulary(
  edges: AsyncIterable<Pick<ConceptEdge, 'start' | 'end'>> | Iterable<Pick<ConceptEdge, 'start' | 'end'>>,
): Promise<ConceptVocabulary> {
  const words = new Set<string>();
  for await (const { start, end } of edges) for (const word of [start, end]) if (!word.includes('_')) words.add(word);
  return { name: `ConceptNet (${words.size} English unigrams)`, has: (lemma) => words.has(lemma), words };
}

export function wordNetVocabulary(wordnet: WordNet): ConceptVocabulary {
  return { name: 'WordNet 3.0', has: (lemma, kind) => wordnet.synsets(lemma, kind === 'noun' ? 'n' : 'v').length > 0 };
}
