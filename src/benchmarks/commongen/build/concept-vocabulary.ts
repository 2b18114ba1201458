/** The words that are concepts: ConceptNet's English words (Lin et al. 2020, section 3.1), or WordNet's nouns and verbs. */
import type { ConceptEdge, WordNet } from '../../../core/index.ts';
import { readLines } from '../../../files/index.ts';

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

/** Whom writers add by themselves to complete a scene ("a/an man/woman/girl/boy/adult/teenager/group of guys"); captions name them all the time. */
const AGENTS = ['adult', 'baby', 'boy', 'child', 'girl', 'group', 'guy', 'man', 'people', 'person', 'teenager', 'woman'];
/** Verbs that carry tense, voice or aspect. */
const LIGHT_VERBS = ['be', 'become', 'do', 'get', 'go', 'have', 'keep', 'let', 'make', 'need', 'see', 'seem', 'start', 'try', 'want'];
/** Pronouns that taggers and WordNet call nouns, and captions' "another", "the other one". */
const PRONOUNS = [
  ...['anybody', 'anyone', 'anything', 'everybody', 'everyone', 'everything', 'nobody', 'none', 'nothing', 'somebody', 'someone'],
  ...['another', 'each', 'one', 'other', 'something', 'thing'],
];

export const STOP_CONCEPTS: ReadonlySet<string> = new Set([...AGENTS, ...LIGHT_VERBS, ...PRONOUNS]);

/** A list of one's own, one word a line; an empty file leaves nothing out. */
export async function readStopConcepts(path: string): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for await (const { text } of readLines(path)) if (text.trim() !== '') words.add(text.trim().toLowerCase());
  return words;
}
