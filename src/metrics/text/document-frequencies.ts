/** Number of items whose references have an n-gram (CIDEr, Vedantam et al. 2015, section 4), of the corpus or from a file. */
import { z } from 'zod';
import { type Item, widened } from '../../core/index.ts';
import { tokenizeCocoLines } from '../../nlp/tokens/index.ts';
import { createNgramIndex, MAX_ORDER, type NgramIndex } from './ngrams.ts';

/** The file that `--save-idf` writes and `--idf` reads. */
export const frozenFrequenciesSchema = z.object({
  kind: z.literal('sensebench document frequencies'),
  tokenizer: z.literal('coco'),
  order: z.literal(MAX_ORDER),
  /** Number of items. */
  documents: z.number().int().positive(),
  frequencies: z.record(z.string(), z.number().int().positive()),
});

export type FrozenFrequencies = z.infer<typeof frozenFrequenciesSchema>;

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
    kind: 'sensebench document frequencies',
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
