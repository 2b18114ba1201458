/** Number of items whose references have an n-gram (CIDEr, Vedantam et al. 2015, section 4), of the corpus or from a file. */
import { z } from 'zod';
import type { Item } from '../../core/index.ts';
import { tokenizeCocoLines } from '../../nlp/tokens/index.ts';
import { createGramTable, createNgramIndex, type GramTable, MAX_ORDER, type NgramIndex } from './ngrams.ts';

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
  frequency: GramTable;
  /** N-grams with a frequency above 0. */
  grams: readonly number[];
}

/** `items` are the tokens of each item's references. */
export function countDocuments(items: readonly (readonly string[][])[], index: NgramIndex): DocumentFrequencies {
  const counted = items.map((references) => references.map(index.count));
  const counts = new Int32Array(index.size());
  /** By gram: the number of the last item that had it, counted from 1. */
  const last = new Int32Array(index.size());
  const grams: number[] = [];
  for (let item = 0; item < counted.length; item++) {
    for (const { grams: found } of counted[item]) {
      for (let i = 0; i < found.length; i++) {
        const gram = found[i];
        if (last[gram] === item + 1) continue;
        if (last[gram] === 0) grams.push(gram);
        last[gram] = item + 1;
        counts[gram]++;
      }
    }
  }
  const frequency = createGramTable(index.size());
  for (const gram of grams) frequency.set(gram, counts[gram]);
  return { documents: items.length, frequency, grams };
}

export function thawFrequencies(frozen: FrozenFrequencies, index: NgramIndex): DocumentFrequencies {
  const frequency = createGramTable();
  const grams = Object.entries(frozen.frequencies).map(([text, count]) => {
    const gram = index.number(text.split(' '));
    frequency.set(gram, count);
    return gram;
  });
  return { documents: frozen.documents, frequency, grams };
}

export function freezeFrequencies(items: readonly Pick<Item, 'references'>[]): FrozenFrequencies {
  const tokens = tokenizeCocoLines(items.flatMap(({ references }) => references));
  let next = 0;
  const references = items.map((item) => item.references.map(() => tokens[next++]));
  const index = createNgramIndex();
  const { documents, frequency, grams } = countDocuments(references, index);
  const rows = grams.map((gram) => [index.text(gram), frequency.get(gram)] as const);
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
export function frequenciesId({ documents, frequency, grams }: DocumentFrequencies, index: NgramIndex): string {
  let sum = documents;
  for (const gram of grams) sum = (sum + Math.imul(index.hash(gram), 2 * frequency.get(gram) + 1)) | 0;
  return (sum >>> 0).toString(16).padStart(8, '0');
}
