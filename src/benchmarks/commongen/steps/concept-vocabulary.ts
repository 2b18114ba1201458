/** The words that are concepts: ConceptNet's English words (Lin et al. 2020, section 3.1), or WordNet's nouns and verbs. */
import { InputError, type WordNet } from '../../../core/index.ts';
import { nameOf, readLines } from '../../../files/index.ts';

export interface ConceptVocabulary {
  /** Stands in the statistics. */
  name: string;
  has(lemma: string, kind: 'noun' | 'verb'): boolean;
  /** All of them, where they come from a file and not from a tool. */
  words?: ReadonlySet<string>;
}

/** An edge between two English words of ConceptNet. */
export interface ConceptEdge {
  relation: string;
  start: string;
  end: string;
}

const FIELDS = 5;
const [RELATION, ENGLISH] = ['/r/', '/c/en/'];

/** English edges of the official assertions file: URI, relation, start, end and details, divided by tabs. */
export async function* readConceptNet(path: string): AsyncGenerator<ConceptEdge> {
  let any = false;
  for await (const { line, text } of readLines(path)) {
    const fields = text.split('\t');
    const [, relation = '', start = '', end = ''] = fields;
    if (fields.length !== FIELDS || !relation.startsWith(RELATION)) {
      throw new InputError('is not a ConceptNet assertion', {
        file: nameOf(path),
        line,
        expected: 'five fields divided by tabs, the second a relation like /r/IsA',
      });
    }
    if (!start.startsWith(ENGLISH) || !end.startsWith(ENGLISH)) continue;
    any = true;
    yield { relation: relation.slice(RELATION.length), start: wordOf(start), end: wordOf(end) };
  }
  if (!any) throw new InputError('has no English assertion', { file: nameOf(path), expected: 'ConceptNet with words like /c/en/dog' });
}

/** `/c/en/ice_cream/n/wn/food` is `ice_cream`. */
function wordOf(uri: string): string {
  return uri.split('/')[3];
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
