/** COVERAGE (SituatedGen, section 6): the share of the keywords that the lemmatized output holds, averaged over items. */
import type { Evidence, EvidenceMark, Metric, Sought } from '../../core/index.ts';
import { meanOf } from '../text/mean-of.ts';
import { type AnalysedKeywords, analyseKeywords, findKeyword, type KeywordPlace } from './find-keywords.ts';

interface CoverageStats {
  /** Repeated keywords count repeatedly. */
  keywords: number;
  found: number;
  places: { keyword: string; places: KeywordPlace[] }[];
}

export const coverage: Metric<CoverageStats, AnalysedKeywords> = {
  name: 'coverage',
  outputs: ['coverage'],
  summary: 'share of the keywords in the output (CommonGen, Lin et al. 2020)',
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

/** Positions of keywords in an output as evidence: the groups (sentences) of each keyword, and the marked parts. */
export interface FoundKeyword extends Pick<Sought, 'astray' | 'note'> {
  keyword: string;
  /** Its positions, by group. */
  groups: readonly (readonly KeywordPlace[])[];
}

export function keywordEvidence(found: readonly FoundKeyword[]): Evidence {
  return {
    sought: found.map(({ keyword, groups, astray, note }) => ({
      text: keyword,
      groups: groups.flatMap((places, group) => (places.length > 0 ? [group] : [])),
      ...(astray ? { astray } : {}),
      ...(note ? { note } : {}),
    })),
    marks: withoutOverlap(
      found.flatMap(({ keyword, groups }) =>
        groups.flatMap((places, group) => places.map(({ start, end, ...place }) => ({ start, end, group, ...noteOf(keyword, place) }))),
      ),
    ),
  };
}

/** A keyword that occurs literally needs no explanation. */
function noteOf(keyword: string, { by, lemma }: Pick<KeywordPlace, 'by' | 'lemma'>): Pick<EvidenceMark, 'note'> {
  return by === 'text' ? {} : { note: `${keyword} by ${by}: ${lemma}` };
}

/** From left to right; of two overlapping marks the longer one is kept. */
function withoutOverlap(marks: readonly EvidenceMark[]): EvidenceMark[] {
  const kept: EvidenceMark[] = [];
  for (const mark of [...marks].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (!kept.some(({ start, end }) => mark.start < end && start < mark.end)) kept.push(mark);
  }
  return kept.sort((a, b) => a.start - b.start);
}
