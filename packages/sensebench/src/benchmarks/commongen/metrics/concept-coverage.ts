/** CommonGen's coverage metrics: that of its evaluator (Lin et al. 2020, section 5.1) and the columns cover and pos of CommonGen-Eval. */
import type { Item, Metric } from '@sensebench/metrics/internal/core';
import { type AnalysedKeywords, analyseKeywords, meanOf, type WordForms } from '@sensebench/metrics/internal/metrics';
import { bareConcept } from '../item.ts';

export interface ConceptCoverageStats {
  /** The number of distinct concepts. */
  concepts: number;
  /** The number of concepts that equal the lemma of a single token, which phrases never do. */
  lemmas: number;
  /** The number of concepts with the right part of speech; null if the concepts name none (as `walk_V` does). */
  withPos: number | null;
}

export const conceptCoverage: Metric<ConceptCoverageStats, AnalysedKeywords> = {
  name: 'conceptCoverage',
  outputs: ['coverageCommonGen', 'coverageCommonGenEval', 'coverageCommonGenEvalPos'],
  printed: {
    coverageCommonGen: { label: 'Coverage' },
    coverageCommonGenEval: { label: 'Coverage (CommonGen-Eval)' },
    coverageCommonGenEvalPos: { label: 'Coverage (CommonGen-Eval, part of speech)' },
  },
  summary: 'CommonGen (Lin et al. 2020), section 5.1; CommonGen-Eval',
  needs: { analyse: true },
  withoutReferences: true,
  prepare: (inputs, tools) => analyseKeywords(inputs, tools),
  signature: ({ reader }) => `conceptCoverage|lemma:${reader},plural|case:lower|phrase:never|repeat:once`,
  segment: ({ item, candidate }, context) => countLemmas(conceptsIn(item), context.words(candidate).words),
  score: (stats) => ({
    coverageCommonGen: meanOf(stats.map(({ concepts, lemmas }) => (concepts > 0 ? lemmas / concepts : null))),
    coverageCommonGenEval: meanOf(stats.map(({ concepts, lemmas }) => (concepts > 0 ? Number(lemmas === concepts) : null))),
    coverageCommonGenEvalPos: meanOf(stats.map(({ concepts, withPos }) => (withPos === null ? null : Number(withPos === concepts)))),
  }),
};

function conceptsIn({ input }: Item): readonly string[] {
  return (input as { concepts: readonly string[] }).concepts;
}

/**
 * The lemma; of a plural noun also the word as written and without its ending. Lemmatizers disagree about "scissors" and "jeans": concept-sets
 * have "scissor" and "jean", other lists the plural.
 */
function lemmasOf({ lemma, surface, tag }: WordForms): string[] {
  if (tag !== 'NNS' && tag !== 'NNPS') return [lemma];
  const bare = /(?:s|x|z|ch|sh)es$/.test(surface) ? surface.slice(0, -2) : surface.replace(/s$/, '');
  return [lemma, surface, bare];
}

function countLemmas(concepts: readonly string[], sentence: readonly WordForms[]): ConceptCoverageStats {
  const distinct = [...new Set(concepts)];
  const forms = sentence.flatMap((word) => lemmasOf(word).map((lemma) => ({ lemma, tag: word.tag })));
  const lemmas = new Set(forms.map(({ lemma }) => lemma));
  const tagged = new Set(forms.map(({ lemma, tag }) => `${lemma}_${tag.slice(0, 1)}`));
  const named = distinct.length > 0 && distinct.every((concept) => /_[NV]$/.test(concept));
  return {
    concepts: distinct.length,
    lemmas: distinct.filter((concept) => lemmas.has(bareConcept(concept).toLowerCase())).length,
    withPos: named ? distinct.filter((concept) => tagged.has(`${bareConcept(concept).toLowerCase()}${concept.slice(-2)}`)).length : null,
  };
}
