/** Which words are concepts: ConceptNet's English unigrams (paper 003, section 3.1), or WordNet's nouns and verbs where ConceptNet is not given. */
import { z } from 'zod';
import { InputError, type WordNet } from '../../../core/index.ts';
import { nameOf, readLines } from '../../../files/index.ts';

export interface ConceptVocabulary {
  /** Stands in the statistics. */
  name: string;
  has(lemma: string, kind: 'noun' | 'verb'): boolean;
}

/** An edge between two English words of ConceptNet. */
export interface ConceptEdge {
  relation: string;
  start: string;
  end: string;
  weight: number;
}

const FIELDS = 5;
const detailsSchema = z.looseObject({ weight: z.number().optional() });

/** English edges of the official assertions file: URI, relation, start, end and details, divided by tabs. */
export async function* readConceptNet(path: string): AsyncGenerator<ConceptEdge> {
  for await (const { line, text } of readLines(path)) {
    const fields = text.split('\t');
    if (fields.length !== FIELDS || !fields[1].startsWith('/r/')) {
      throw new InputError('is no ConceptNet assertion', {
        file: nameOf(path),
        line,
        expected: 'five fields divided by tabs, the second a relation like /r/IsA',
      });
    }
    const [, relation, start, end, details] = fields;
    if (!start.startsWith('/c/en/') || !end.startsWith('/c/en/')) continue;
    yield { relation: relation.slice('/r/'.length), start: wordOf(start), end: wordOf(end), weight: weightOf(details) };
  }
}

/** `/c/en/ice_cream/n/wn/food` is `ice_cream`. */
function wordOf(uri: string): string {
  return uri.split('/')[3];
}

function weightOf(details: string): number {
  try {
    return detailsSchema.parse(JSON.parse(details)).weight ?? 1;
  } catch {
    return 1;
  }
}

/** Words without an underscore: a concept of CommonGen is one word. */
export function conceptNetVocabulary(edges: Iterable<Pick<ConceptEdge, 'start' | 'end'>>): ConceptVocabulary {
  const words = new Set<string>();
  for (const { start, end } of edges) for (const word of [start, end]) if (!word.includes('_')) words.add(word);
  return { name: `ConceptNet (${words.size} English unigrams)`, has: (lemma) => words.has(lemma) };
}

export function wordNetVocabulary(wordnet: WordNet): ConceptVocabulary {
  return { name: 'WordNet 3.0', has: (lemma, kind) => wordnet.synsets(lemma, kind === 'noun' ? 'n' : 'v').length > 0 };
}
