/** CIDEr (Vedantam et al. 2015): TF-IDF cosine with the references. `cider` is what pycocoevalcap 1.2 calls CIDEr, which is the paper's CIDEr-D without stemming. */
import type { Metric } from '../core/index.ts';
import {
  CIDER_ORDER,
  countDocuments,
  type DocumentFrequencies,
  type FrozenFrequencies,
  frequenciesId,
  thawFrequencies,
} from './document-frequencies.ts';
import { meanOf } from './mean-of.ts';
import { countGrams, createNgramIndex, type NgramIndex, splitWords } from './ngrams.ts';
import { referenceCount } from './reference-count.ts';

/** Width of the Gaussian that punishes a difference in length. */
const SIGMA = 6;
const SCALE = 10;

export interface CiderOptions {
  /** Frozen document frequencies; without them those of the scored corpus, which for a single item leave a score of 0. */
  idf?: FrozenFrequencies;
}

export interface CiderStats {
  clipped: number;
  unclipped: number;
}

export interface CiderContext {
  index: NgramIndex;
  documents: DocumentFrequencies;
  references: string;
  idf: string;
}

interface Weighted {
  /** By order: the weight of each n-gram. */
  weights: Map<number, number>[];
  norms: number[];
  /** Number of bigrams, the length that the original compares. */
  length: number;
}

export function createCider({ idf }: CiderOptions = {}): Metric<CiderStats, CiderContext> {
  return {
    name: 'cider',
    outputs: ['cider', 'ciderD', 'ciderUnclipped'],
    paper: 'Vedantam et al. 2015; pycocoevalcap',
    async prepare(inputs) {
      const index = createNgramIndex();
      const documents = idf
        ? thawFrequencies(idf, index)
        : countDocuments(
            inputs.map(({ tokens }) => tokens.references),
            index,
          );
      const id = frequenciesId(documents, index);
      return { index, documents, references: referenceCount(inputs), idf: `${idf ? 'frozen' : 'corpus'}@${id}` };
    },
    signature: ({ references, idf: source }) => `cider|refs:${references}|tok:coco|idf:${source}|n:4|sigma:6`,
    segment({ tokens }, context) {
      const candidate = weigh(splitWords(tokens.candidate), context);
      let clipped = 0;
      let unclipped = 0;
      for (const reference of tokens.references) {
        const similarity = compare(candidate, weigh(splitWords(reference), context));
        clipped += similarity.clipped;
        unclipped += similarity.unclipped;
      }
      const scale = SCALE / CIDER_ORDER / tokens.references.length;
      return { clipped: clipped * scale, unclipped: unclipped * scale };
    },
    score(stats) {
      const cider = meanOf(stats.map(({ clipped }) => clipped));
      return { cider, ciderD: cider, ciderUnclipped: meanOf(stats.map(({ unclipped }) => unclipped)) };
    },
  };
}

function weigh(words: readonly string[], { index, documents }: CiderContext): Weighted {
  const logDocuments = Math.log(documents.documents);
  const norms: number[] = [];
  const weights = index.grams(words, CIDER_ORDER).map((grams) => {
    const byGram = countGrams(grams);
    let squares = 0;
    for (const [gram, count] of byGram) {
      const weight = count * (logDocuments - Math.log(Math.max(1, documents.frequency.get(gram) ?? 0)));
      byGram.set(gram, weight);
      squares += weight ** 2;
    }
    norms.push(Math.sqrt(squares));
    return byGram;
  });
  return { weights, norms, length: Math.max(0, words.length - 1) };
}

function compare(candidate: Weighted, reference: Weighted): CiderStats {
  let clipped = 0;
  let unclipped = 0;
  for (let n = 0; n < CIDER_ORDER; n++) {
    let least = 0;
    let product = 0;
    for (const [gram, weight] of candidate.weights[n]) {
      const other = reference.weights[n].get(gram) ?? 0;
      least += Math.min(weight, other) * other;
      product += weight * other;
    }
    const norm = candidate.norms[n] * reference.norms[n] || 1;
    clipped += least / norm;
    unclipped += product / norm;
  }
  return { clipped: clipped * Math.E ** (-((candidate.length - reference.length) ** 2) / (2 * SIGMA ** 2)), unclipped };
}
