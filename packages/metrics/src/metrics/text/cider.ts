/** CIDEr (Vedantam et al. 2015): TF-IDF cosine with the references, as pycocoevalcap 1.2 computes it (CIDEr-D without stemming). */
import { defineMetric, type Measure, type MetricInput, type OptionTable, type OptionValues, printOptions } from '../../core/index.ts';
import { countDocuments, type DocumentFrequencies, frequenciesId, readFrequencies, thawFrequencies } from './document-frequencies.ts';
import { meanOf } from './mean-of.ts';
import { createGramTable, type GramCounts, type GramTable, MAX_ORDER, type NgramIndex, ngramIndexOf } from './ngrams.ts';
import { referenceCount } from './reference-count.ts';

const SCALE = 10;
/** Logarithms of small frequencies are kept: most n-grams are rare. */
const LOGARITHMS = Float64Array.from({ length: 1 << 10 }, (_, frequency) => Math.log(Math.max(1, frequency)));

export const CIDER_OPTIONS = {
  idf: {
    kind: 'file',
    holds: 'json',
    summary:
      'document frequencies that score --save-idf wrote (default: those of the scored corpus, which leave a single item a score of 0)',
  },
  sigma: {
    kind: 'number',
    default: 6,
    least: 0,
    summary: 'width of the Gaussian that punishes a difference in length',
    prints: { key: 'sigma' },
  },
} as const satisfies OptionTable;

export interface CiderStats {
  clipped: number;
  unclipped: number;
}

export interface CiderContext {
  references: string;
  idf: string;
  /** Until all items are measured. */
  counting?: Counting;
}

interface Counting {
  index: NgramIndex;
  documents: DocumentFrequencies;
  /** By n-gram of the candidate, 1 + its place there. */
  places: GramTable;
}

interface Weighted {
  counted: GramCounts;
  /** One for each n-gram. */
  weights: Float64Array;
  /** By order. */
  norms: readonly number[];
}

export const cider = defineMetric({
  name: 'cider',
  summary: 'CIDEr and CIDEr-D: TF-IDF cosine of n-grams (Vedantam et al. 2015) as pycocoevalcap computes it',
  cost: 'fast',
  outputs: ['cider', 'ciderD', 'ciderUnclipped'],
  printed: { cider: { scale: 10 }, ciderD: { scale: 10 }, ciderUnclipped: { scale: 10 } },
  options: CIDER_OPTIONS,
  create: createCider,
});

export function createCider(options: OptionValues<typeof CIDER_OPTIONS>): Measure<CiderStats, CiderContext> {
  const { sigma } = options;
  const idf = options.idf === undefined ? undefined : readFrequencies(options.idf);
  const printed = printOptions(CIDER_OPTIONS, options);
  return {
    async prepare(inputs) {
      const index = ngramIndexOf(inputs);
      const documents = idf ? thawFrequencies(idf, index) : countDocuments(referencesOf(inputs), index);
      const id = frequenciesId(documents, index);
      const counting = { index, documents, places: createGramTable() };
      return { counting, references: referenceCount(inputs), idf: `${idf ? 'frozen' : 'corpus'}@${id}` };
    },
    kept: ({ references, idf: source }) => ({ references, idf: source }),
    signature: ({ references, idf: source }) => `cider|refs:${references}|tok:coco|idf:${source}|n:${MAX_ORDER}|${printed.sigma}`,
    segment({ tokens }, { counting }) {
      if (!counting) throw new RangeError('all items are measured already');
      const { places } = counting;
      const candidate = weigh(tokens.candidate, counting);
      const { grams } = candidate.counted;
      for (let i = 0; i < grams.length; i++) places.set(grams[i], i + 1);
      let clipped = 0;
      let unclipped = 0;
      for (const reference of tokens.references) {
        const similarity = compare(candidate, weigh(reference, counting), { places, sigma });
        clipped += similarity.clipped;
        unclipped += similarity.unclipped;
      }
      places.clear();
      const scale = SCALE / MAX_ORDER / tokens.references.length;
      return { clipped: clipped * scale, unclipped: unclipped * scale };
    },
    score(stats) {
      const cider = meanOf(stats.map(({ clipped }) => clipped));
      return { cider, ciderD: cider, ciderUnclipped: meanOf(stats.map(({ unclipped }) => unclipped)) };
    },
  };
}

function* referencesOf(inputs: readonly MetricInput[]): Generator<string[][]> {
  for (const { tokens } of inputs) yield tokens.references;
}

function weigh(tokens: readonly string[], { index, documents }: Counting): Weighted {
  const counted = index.count(tokens);
  const logDocuments = Math.log(documents.documents);
  const { grams, counts, starts } = counted;
  const weights = new Float64Array(grams.length);
  const norms: number[] = [];
  for (let n = 0; n < MAX_ORDER; n++) {
    let squares = 0;
    for (let i = starts[n]; i < starts[n + 1]; i++) {
      const frequency = grams[i] < documents.frequency.length ? documents.frequency[grams[i]] : 0;
      const weight = counts[i] * (logDocuments - (frequency < LOGARITHMS.length ? LOGARITHMS[frequency] : Math.log(frequency)));
      weights[i] = weight;
      squares += weight * weight;
    }
    norms.push(Math.sqrt(squares));
  }
  return { counted, weights, norms };
}

function compare(candidate: Weighted, reference: Weighted, { places, sigma }: { places: GramTable; sigma: number }): CiderStats {
  const { grams } = reference.counted;
  /** Weights of the candidate's n-grams in the reference. */
  const others = new Float64Array(candidate.weights.length);
  for (let i = 0; i < grams.length; i++) {
    const place = places.get(grams[i]) - 1;
    if (place >= 0) others[place] = reference.weights[i];
  }
  let clipped = 0;
  let unclipped = 0;
  for (let n = 0; n < MAX_ORDER; n++) {
    let least = 0;
    let product = 0;
    const end = candidate.counted.starts[n + 1];
    for (let i = candidate.counted.starts[n]; i < end; i++) {
      const weight = candidate.weights[i];
      const other = others[i];
      least += Math.min(weight, other) * other;
      product += weight * other;
    }
    const norm = candidate.norms[n] * reference.norms[n] || 1;
    clipped += least / norm;
    unclipped += product / norm;
  }
  const difference = bigrams(candidate) - bigrams(reference);
  return { clipped: clipped * Math.exp(-(difference ** 2) / (2 * sigma ** 2)), unclipped };
}

/** The length that the original compares is the number of bigrams. */
function bigrams({ counted }: Weighted): number {
  return Math.max(0, counted.length - 1);
}
