/** The t of MATCH (SituatedGen, appendix C.2): the sentence of the answer that each keyword belongs to. */
import { InputError, type Item } from '../../../core/index.ts';
import type { AnalysedKeywords } from '../../../metrics/keywords/index.ts';
import type { OutputSentence } from './output-sentences.ts';
import { findInPair, withoutInner } from './pair-places.ts';

/** The fields of a SituatedGen item about its keywords. */
export interface SituatedGenMeta {
  /** The sentence of the answer that each keyword belongs to. */
  keywordsPos?: readonly (0 | 1)[];
  statements?: readonly [string, string];
}

export function metaOf(item: Item): SituatedGenMeta {
  return item.meta as SituatedGenMeta;
}

interface AnswerSentences {
  t: (readonly number[])[];
  /** Whether the answer has the keyword in both sentences. */
  both: boolean[];
  ambiguous: number;
}

/** t as the dataset gives it; else by the place of the keyword in the two statements, copies in turn. */
export function answerSentences(item: Item, keywords: readonly string[], context: AnalysedKeywords): AnswerSentences {
  const { keywordsPos, statements } = metaOf(item);
  if (keywordsPos && keywordsPos.length !== keywords.length)
    throw new InputError(`item ${item.id}: ${keywordsPos.length} positions of ${keywords.length} keywords`);
  if (!keywordsPos && !statements) throw new InputError(`item ${item.id}: MATCH needs keywords_pos or the two statements`);
  const places = statements ? withoutInner(findInPair(keywords, pairOf(statements), context)) : [];
  const found = places.map((own) => [0, 1].filter((sentence) => own[sentence].length > 0));
  const copies = (keyword: string) => keywords.flatMap((other, i) => (other === keyword ? [i] : []));
  if (keywordsPos) {
    const both = keywords.map((keyword, i) => new Set([...(found[i] ?? []), ...copies(keyword).map((copy) => keywordsPos[copy])]).size > 1);
    return { t: keywordsPos.map((sentence) => [sentence]), both, ambiguous: 0 };
  }
  let ambiguous = 0;
  const t = keywords.map((keyword, i) => {
    const own = copies(keyword);
    if (found[i].length === 2 && own.length > 1) return [own.indexOf(i) % 2];
    if (found[i].length !== 1) ambiguous++;
    return found[i];
  });
  return { t, both: found.map((own) => own.length === 2), ambiguous };
}

function pairOf([first, second]: readonly [string, string]): [OutputSentence, OutputSentence] {
  return [
    { text: first, offset: 0, start: 0, end: first.length },
    { text: second, offset: first.length + 1, start: 0, end: second.length },
  ];
}
