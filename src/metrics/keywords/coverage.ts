/** COVERAGE (SituatedGen, section 6): the share of the keywords that the lemmatized output holds, averaged over items. */
import type { Metric } from '../../core/index.ts';
import { meanOf } from '../text/mean-of.ts';
import { type AnalysedKeywords, analyseKeywords } from './analysed-keywords.ts';
import { findKeyword, type KeywordPlace } from './find-keywords.ts';
import { keywordEvidence } from './keyword-evidence.ts';

export interface CoverageStats {
  /** Each copy of a repeated keyword counts. */
  keywords: number;
  found: number;
  places: { keyword: string; places: KeywordPlace[] }[];
}

export const coverage: Metric<CoverageStats, AnalysedKeywords> = {
  name: 'coverage',
  outputs: ['coverage'],
  summary: 'share of the keywords that the output has (CommonGen, Lin et al. 2020)',
  cost: 'fast',
  needs: { analyse: true, wordnet: true },
  withoutReferences: true,
  prepare: (inputs, tools) => analyseKeywords(inputs, tools),
  signature: ({ wordnet, reader }) => `coverage|lemma:${reader}${wordnet ? '+wordnet' : ''}|case:lower|phrase:contiguous|repeat:each`,
  segment: ({ keywords = [], candidate }, context) => {
    const sentence = context.words(candidate);
    const places = keywords.map((keyword) => ({ keyword, places: findKeyword(context.words(keyword), sentence) }));
    return { keywords: places.length, found: places.filter((own) => own.places.length > 0).length, places };
  },
  score: (stats) => ({ coverage: meanOf(stats.map(({ keywords, found }) => (keywords > 0 ? found / keywords : null))) }),
  evidence: ({ places }) => keywordEvidence(places.map((own) => ({ keyword: own.keyword, groups: [own.places] }))),
};
