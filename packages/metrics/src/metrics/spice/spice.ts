/** SPICE (Anderson et al. 2016): F of a candidate's scene-graph tuples against those of all its references, as in SPICE 1.0. */

import { type Measure, type MetricInput, type OptionValues, SetupError, type WordNet } from '../../core/index.ts';
import { WORDNET_VERSION } from '../../nlp/words/index.ts';
import { Lexicon, meteorSynonyms } from '../meteor/lexicon.ts';
import { type CIDER_OPTIONS, type CiderContext, createCider } from '../text/cider.ts';
import { meanOf } from '../text/mean-of.ts';
import { referenceCount } from '../text/reference-count.ts';
import { CATEGORIES, type Category, isMatch, matchTuples, type TupleCounts, tupleScores } from './match-tuples.ts';
import { loadStanfordAnnotator, type StanfordAnnotator } from './parse/stanford-annotator.ts';
import { type Proposition, propositions } from './propositions.ts';
import { type ConceptOf, createConcepts, nameOf, sceneTuples, type Tuple } from './scene-graph.ts';

export interface SpiceStats {
  all: TupleCounts;
  categories: Record<Category, TupleCounts>;
  /** Tuples as words; those of the candidate with whether they match. */
  candidate: { tuple: string[]; matches: boolean }[];
  reference: string[][];
}

export interface SpiceContext {
  references: string;
  parser: string;
  conceptOf: ConceptOf;
  propositionsOf(tokens: readonly string[]): readonly Proposition[];
}

export interface SpiceOptions {
  /** Parses the captions; default: the shipped models. */
  annotator?: () => StanfordAnnotator | Promise<StanfordAnnotator>;
}

export function createSpice({ annotator = loadStanfordAnnotator }: SpiceOptions = {}): Measure<SpiceStats, SpiceContext> {
  return {
    prepare: async (inputs, { wordnet }) => {
      if (!wordnet) throw new SetupError('SPICE needs WordNet', 'hand in `await loadWordNet()` as tools.wordnet');
      return createContext(inputs, wordnet, await annotator());
    },
    signature: ({ references, parser }) => `spice|refs:${references}|tok:coco|parser:${parser}|wn:${WORDNET_VERSION}`,
    segment({ tokens }, { conceptOf, propositionsOf }) {
      const candidate = sceneTuples(propositionsOf(tokens.candidate), conceptOf);
      const reference = sceneTuples(tokens.references.flatMap(propositionsOf), conceptOf);
      const categories = Object.entries(CATEGORIES).map(([name, belongs]) => [
        name,
        matchTuples(candidate.filter(belongs), reference.filter(belongs)),
      ]);
      return {
        all: matchTuples(candidate, reference),
        categories: Object.fromEntries(categories) as Record<Category, TupleCounts>,
        candidate: candidate.map((tuple) => ({ tuple: wordsOf(tuple), matches: isMatch(tuple, reference) })),
        reference: reference.map(wordsOf),
      };
    },
    score: (stats) => ({ spice: meanOf(stats.map(({ all }) => tupleScores(all).f)) }),
    evidence({ all, categories, candidate, reference }) {
      // A category without tuples in the references is undefined, as in the original.
      const byCategory = Object.entries(categories).map(([name, counts]) => [name, counts.reference === 0 ? null : tupleScores(counts).f]);
      return { ...tupleScores(all), byCategory: Object.fromEntries(byCategory), candidate, reference };
    },
  };
}

/** SPICE with the shipped parser. */

const wordsOf = (tuple: Tuple): string[] => tuple.map(nameOf);

function createContext(inputs: readonly MetricInput[], wordnet: WordNet, annotator: StanfordAnnotator): SpiceContext {
  // The original looks synsets up in METEOR's synonym dictionary.
  const lexicon = new Lexicon({ stem: (word) => word, synonyms: meteorSynonyms(wordnet) });
  const known = new Map<string, readonly Proposition[]>();
  return {
    references: referenceCount(inputs),
    parser: annotator.id,
    conceptOf: createConcepts((word) => lexicon.synsetsOf(word)),
    propositionsOf(tokens) {
      const key = tokens.join(' ');
      const old = known.get(key);
      if (old !== undefined) return old;
      const made = propositions(annotator.annotate(tokens));
      known.set(key, made);
      return made;
    },
  };
}

/** SPIDEr (Liu et al. 2017): the mean of an item's SPICE and CIDEr-D, as aac-metrics defines it. */
export interface SpiderContext {
  spice: SpiceContext;
  cider: CiderContext;
}

export function createSpider(options: OptionValues<typeof CIDER_OPTIONS>): Measure<number | null, SpiderContext> {
  const spice = createSpice();
  const cider = createCider(options);
  return {
    async prepare(inputs, tools) {
      return {
        spice: (await spice.prepare?.(inputs, tools)) as SpiceContext,
        cider: (await cider.prepare?.(inputs, tools)) as CiderContext,
      };
    },
    signature: (context) => `spider|mean:${spice.signature(context.spice)}+${cider.signature(context.cider).replace(/^cider/, 'ciderD')}`,
    async segment(input, context) {
      const own = spice.score([await spice.segment(input, context.spice)], context.spice).spice;
      const other = cider.score([await cider.segment(input, context.cider)], context.cider).ciderD;
      return own === null || other === null ? null : (own + other) / 2;
    },
    score: (stats) => ({ spider: meanOf(stats) }),
  };
}
