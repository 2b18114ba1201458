/** COVERAGE (SituatedGen, section 6; CommonGen, section 5.1): the share of the keywords that the lemmatized output holds, averaged over items. */
import type { Metric } from '../core/index.ts';
import { type AnalysedKeywords, analyseKeywords } from './analysed-keywords.ts';
import { findKeyword, type KeywordPlace, keywordsOf, type WordForms } from './find-keywords.ts';
import { meanOf } from './mean-of.ts';

export interface KeywordEvidence {
  keyword: string;
  places: KeywordPlace[];
}

export interface CoverageStats {
  /** Each copy of a repeated keyword counts. */
  keywords: number;
  found: number;
  /** CommonGen's evaluator: distinct concepts, each equal to the lemma of a single token. */
  concepts: number;
  lemmas: number;
  /** CommonGen-Eval: concepts with the right part of speech; null where the concepts (`walk_V`) name none. */
  withPos: number | null;
  evidence: KeywordEvidence[];
}

export const coverage: Metric<CoverageStats, AnalysedKeywords> = {
  name: 'coverage',
  outputs: ['coverage', 'coverageCommonGen', 'coverageCommonGenEval', 'coverageCommonGenEvalPos'],
  paper: 'SituatedGen (Zhang and Wan 2023), section 6; CommonGen (Lin et al. 2020), section 5.1; CommonGen-Eval',
  prepare: (inputs, tools) => analyseKeywords(inputs, tools, ({ item }) => keywordsOf(item).map(bareConcept)),
  signature: ({ wordnet }) => `coverage|lemma:context${wordnet ? '+wordnet' : ''}|case:lower|phrase:contiguous|repeat:each`,
  segment: ({ item, candidate }, context) => {
    const sentence = context.words(candidate);
    const evidence = keywordsOf(item).map((keyword) => ({ keyword, places: findKeyword(context.words(bareConcept(keyword)), sentence) }));
    return {
      ...countLemmas(keywordsOf(item), sentence.words),
      keywords: evidence.length,
      found: evidence.filter(({ places }) => places.length > 0).length,
      evidence,
    };
  },
  score: (stats) => ({
    coverage: meanOf(stats.map(({ keywords, found }) => (keywords > 0 ? found / keywords : null))),
    coverageCommonGen: meanOf(stats.map(({ concepts, lemmas }) => (concepts > 0 ? lemmas / concepts : null))),
    coverageCommonGenEval: meanOf(stats.map(({ concepts, lemmas }) => (concepts > 0 ? Number(lemmas === concepts) : null))),
    coverageCommonGenEvalPos: meanOf(stats.map(({ concepts, withPos }) => (withPos === null ? null : Number(withPos === concepts)))),
  }),
  evidence: ({ evidence }) => evidence,
};

/** CommonGen-Eval writes a concept with its part of speech: `walk_V`. */
function bareConcept(concept: string): string {
  return concept.replace(/_[NV]$/, '');
}

/** The two evaluators of CommonGen compare a concept with lemmas, its inflections apart; a phrase is never found. */
function countLemmas(concepts: readonly string[], sentence: readonly WordForms[]): Pick<CoverageStats, 'concepts' | 'lemmas' | 'withPos'> {
  const distinct = [...new Set(concepts)];
  const lemmas = new Set(sentence.map(({ lemma }) => lemma));
  const tagged = new Set(sentence.map(({ lemma, tag }) => `${lemma}_${tag.slice(0, 1)}`));
  const named = distinct.length > 0 && distinct.every((concept) => /_[NV]$/.test(concept));
  return {
    concepts: distinct.length,
    lemmas: distinct.filter((concept) => lemmas.has(bareConcept(concept).toLowerCase())).length,
    withPos: named ? distinct.filter((concept) => tagged.has(`${bareConcept(concept).toLowerCase()}${concept.slice(-2)}`)).length : null,
  };
}
