/** Where keywords stand in an output, as evidence: each with the groups (sentences) it is in, and the marked places. */
import type { Evidence, EvidenceMark, Sought } from '../../core/index.ts';
import type { KeywordPlace } from './find-keywords.ts';

export interface FoundKeyword extends Pick<Sought, 'astray' | 'note'> {
  keyword: string;
  /** Its places, by group. */
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

/** A keyword that stands as it is needs no word of explanation. */
function noteOf(keyword: string, { by, lemma }: Pick<KeywordPlace, 'by' | 'lemma'>): Pick<EvidenceMark, 'note'> {
  return by === 'text' ? {} : { note: `${keyword} by ${by}: ${lemma}` };
}

/** From left to right; of two that overlap the longer one is shown. */
function withoutOverlap(marks: readonly EvidenceMark[]): EvidenceMark[] {
  const kept: EvidenceMark[] = [];
  for (const mark of [...marks].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (!kept.some(({ start, end }) => mark.start < end && start < mark.end)) kept.push(mark);
  }
  return kept.sort((a, b) => a.start - b.start);
}
