/** In how many items' references each n-gram stands (CIDEr, Vedantam et al. 2015, section 4): counted on the corpus, or frozen in a file. */
import { z } from 'zod';
import type { Item } from '../core/index.ts';
import { tokenizeCocoLines } from '../nlp/tokenize-coco.ts';
import { createNgramIndex, type NgramIndex, splitWords } from './ngrams.ts';

export const CIDER_ORDER = 4;

/** What `--save-idf` writes and `--idf` reads. */
export const frozenFrequenciesSchema = z.object({
  kind: z.literal('sensebench document frequencies'),
  tokenizer: z.literal('coco'),
  order: z.literal(CIDER_ORDER),
  /** Number of items. */
  documents: z.number().int().positive(),
  frequencies: z.record(z.string(), z.number().int().positive()),
});

export type FrozenFrequencies = z.infer<typeof frozenFrequenciesSchema>;

export interface DocumentFrequencies {
  documents: number;
  /** By number of the n-gram in the index. */
  frequency: Map<number, number>;
}

/** `items` are the tokens of each item's references. */
export function countDocuments(items: readonly (readonly string[][])[], index: NgramIndex): DocumentFrequencies {
  const frequency = new Map<number, number>();
  for (const references of items) {
    const inItem = new Set(references.flatMap((reference) => index.grams(splitWords(reference), CIDER_ORDER).flat()));
    for (const gram of inItem) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  }
  return { documents: items.length, frequency };
}

export function thawFrequencies(frozen: FrozenFrequencies, index: NgramIndex): DocumentFrequencies {
  const frequency = new Map<number, number>();
  for (const [gram, count] of Object.entries(frozen.frequencies)) {
    const words = gram.split(' ');
    frequency.set(index.grams(words, words.length)[words.length - 1][0], count);
  }
  return { documents: frozen.documents, frequency };
}

export function freezeFrequencies(items: readonly Pick<Item, 'references'>[]): FrozenFrequencies {
  const tokens = tokenizeCocoLines(items.flatMap(({ references }) => references));
  let next = 0;
  const references = items.map((item) => item.references.map(() => tokens[next++]));
  const index = createNgramIndex();
  const { documents, frequency } = countDocuments(references, index);
  const rows = Array.from(frequency, ([gram, count]) => [index.text(gram), count] as const);
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: 'sensebench document frequencies',
    tokenizer: 'coco',
    order: CIDER_ORDER,
    documents,
    frequencies: Object.fromEntries(rows),
  };
}

/** Eight hexadecimal digits that tell one set of frequencies from another, whatever the order of the items. */
export function frequenciesId({ documents, frequency }: DocumentFrequencies, index: NgramIndex): string {
  let sum = documents;
  for (const [gram, count] of frequency) {
    let hash = 0x811c9dc5;
    const text = index.text(gram);
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    sum = (sum + Math.imul(hash, 2 * count + 1)) | 0;
  }
  return (sum >>> 0).toString(16).padStart(8, '0');
}
