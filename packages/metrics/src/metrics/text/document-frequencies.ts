/** Number of items whose references have an n-gram (CIDEr, Vedantam et al. 2015, section 4), of the corpus or from a file. */
import { InputError, type Item, widened } from '../../core/index.ts';
import { tokenizeCocoLines } from '../../nlp/tokens/index.ts';
import { createNgramIndex, MAX_ORDER, type NgramIndex } from './ngrams.ts';

const KIND = 'sensebench document frequencies';

/** The file that `--save-idf` writes. */
export interface FrozenFrequencies {
  kind: typeof KIND;
  tokenizer: 'coco';
  order: typeof MAX_ORDER;
  /** Number of items. */
  documents: number;
  frequencies: Readonly<Record<string, number>>;
}

export function readFrequencies(value: unknown): FrozenFrequencies {
  if (isFrozen(value)) return value;
  throw new InputError('idf holds no document frequencies for CIDEr', { expected: 'what score --save-idf writes' });
}

function isFrozen(value: unknown): value is FrozenFrequencies {
  if (typeof value !== 'object' || value === null || !('documents' in value && 'frequencies' in value)) return false;
  const { documents, frequencies } = value;
  const header = 'kind' in value && value.kind === KIND && 'order' in value && value.order === MAX_ORDER;
  if (!header || !isCount(documents) || typeof frequencies !== 'object' || frequencies === null) return false;
  return Object.values(frequencies).every(isCount);
}

const isCount = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value > 0;

export interface DocumentFrequencies {
  documents: number;
  /** By gram; further grams occur in none. */
  frequency: Int32Array;
}

/** `items` are the tokens of each item's references. */
export function countDocuments(items: Iterable<readonly string[][]>, index: NgramIndex): DocumentFrequencies {
  let counts = new Int32Array(Math.max(1, index.size()));
  /** By gram: the number of the last item that had it, counted from 1. */
  let last = new Int32Array(counts.length);
  let documents = 0;
  for (const references of items) {
    documents++;
    for (const tokens of references) {
      const { grams } = index.count(tokens);
      if (index.size() > counts.length) {
        counts = widened(counts, Math.ceil(1.5 * index.size()));
        last = widened(last, counts.length);
      }
      for (let i = 0; i < grams.length; i++) {
        if (last[grams[i]] === documents) continue;
        last[grams[i]] = documents;
        counts[grams[i]]++;
      }
    }
  }
  return { documents, frequency: counts.slice(0, index.size()) };
}

export function thawFrequencies(frozen: FrozenFrequencies, index: NgramIndex): DocumentFrequencies {
  const rows = Object.entries(frozen.frequencies).map(([text, count]) => [index.number(text.split(' ')), count]);
  const frequency = new Int32Array(index.size());
  for (const [gram, count] of rows) frequency[gram] = count;
  return { documents: frozen.documents, frequency };
}

export function freezeFrequencies(items: readonly Pick<Item, 'references'>[]): FrozenFrequencies {
  const tokens = tokenizeCocoLines(items.flatMap(({ references }) => references));
  let next = 0;
  const references = items.map((item) => item.references.map(() => tokens[next++]));
  const index = createNgramIndex();
  const { documents, frequency } = countDocuments(references, index);
  const rows: [string, number][] = [];
  for (const [gram, count] of frequency.entries()) if (count > 0) rows.push([index.text(gram), count]);
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: KIND,
    tokenizer: 'coco',
    order: MAX_ORDER,
    documents,
    frequencies: Object.fromEntries(rows),
  };
}

/** Eight hexadecimal digits that tell one set of frequencies from another, whatever the order of the items. */
export function frequenciesId({ documents, frequency }: DocumentFrequencies, index: NgramIndex): string {
  let sum = documents;
  for (let gram = 0; gram < frequency.length; gram++)
    if (frequency[gram] > 0) sum = (sum + Math.imul(index.hash(gram), 2 * frequency[gram] + 1)) | 0;
  return (sum >>> 0).toString(16).padStart(8, '0');
}
