/** MATCH (SituatedGen, appendix C.2): are the keywords grouped into two sentences as in the reference? */
import { InputError, type Item, type Metric } from '../../../core/index.ts';
import {
  type AnalysedKeywords,
  analyseKeywords,
  type FoundKeyword,
  findKeyword,
  type KeywordPlace,
  keywordEvidence,
} from '../../../metrics/keywords/index.ts';
import { meanOf } from '../../../metrics/text/index.ts';
import { outputSentences } from './output-sentences.ts';

/** The fields of a SituatedGen item about its keywords. */
export interface SituatedGenMeta {
  /** The sentence of the answer that each keyword belongs to. */
  keywordsPos?: readonly (0 | 1)[];
  statements?: readonly [string, string];
}

export interface MatchedKeyword {
  keyword: string;
  /** Sentences of the answer it belongs to: one of them, both if that is not known, none if it is in neither. */
  t: readonly number[];
  /** The paper's p: 0, 1, or −1 for a keyword that the output lacks. Copies of a keyword found in both sentences take them in turn. */
  p: -1 | 0 | 1;
  /** Its places in the first and the second sentence of the output. */
  places: readonly [readonly KeywordPlace[], readonly KeywordPlace[]];
}

export interface MatchStats {
  /** null without keywords. */
  match: number | null;
  matchInOrder: number | null;
  keywords: MatchedKeyword[];
  /** Keywords whose sentence had to be derived and could not. */
  ambiguous: number;
}

/**
 * `match`: a keyword found in both output sentences counts for the one that the answer asks for, so an answer always matches itself and the
 * order of the sentences never matters. `matchInOrder`: the formula with one p for each keyword, a keyword found in both counting for the first.
 */
export const match: Metric<MatchStats, AnalysedKeywords> = {
  name: 'match',
  outputs: ['match', 'matchInOrder'],
  paper: 'SituatedGen (Zhang and Wan 2023), appendix C.2',
  needs: { analyse: true, wordnet: true },
  prepare: (inputs, tools) =>
    analyseKeywords(inputs, tools, ({ item }) => (metaOf(item).keywordsPos ? [] : (metaOf(item).statements ?? []))),
  signature: ({ wordnet }) =>
    `match|sentences:2|lemma:context${wordnet ? '+wordnet' : ''}|t:given,else-derived|both:either|repeat:each|matchInOrder:both=first,repeat=in-turn`,
  segment: ({ item, candidate, keywords = [] }, context) => {
    const { first, second } = outputSentences(candidate);
    const output = context.words(candidate);
    const { t, ambiguous } = answerSentences(item, keywords, context);
    const places = keywords.map((keyword) => {
      const forms = context.words(keyword);
      return [findKeyword(forms, output, first), findKeyword(forms, output, second)] as const;
    });
    const p = takeInTurn(keywords, places);
    const matched = keywords.map((keyword, i) => ({ keyword, t: t[i], p: p[i], places: places[i] }));
    return {
      match: bestOrder(matched, (own, sentence) => own.places[sentence].length > 0),
      matchInOrder: bestOrder(matched, (own, sentence) => own.p === sentence),
      ambiguous,
      keywords: matched,
    };
  },
  score: (stats) => ({
    match: meanOf(stats.map((own) => own.match)),
    matchInOrder: meanOf(stats.map((own) => own.matchInOrder)),
  }),
  evidence: ({ keywords }) => keywordEvidence(showMatched(keywords)),
};

/** (1/k) max(Σ [tᵢ = pᵢ], Σ [1 − tᵢ = pᵢ]): the pair of sentences is unordered. */
function bestOrder(keywords: readonly MatchedKeyword[], stands: (keyword: MatchedKeyword, sentence: number) => boolean): number | null {
  if (keywords.length === 0) return null;
  let same = 0;
  let swapped = 0;
  for (const keyword of keywords) {
    if (keyword.t.some((sentence) => stands(keyword, sentence))) same++;
    if (keyword.t.some((sentence) => stands(keyword, 1 - sentence))) swapped++;
  }
  return Math.max(same, swapped) / keywords.length;
}

const ORDINALS = ['first', 'second'];

/** A keyword of one sentence is astray if it is only in the other, in the order of the sentences that fits more keywords. */
function showMatched(keywords: readonly MatchedKeyword[]): FoundKeyword[] {
  const fits = ({ t, places }: MatchedKeyword, swapped: number) => t.length === 1 && places[Math.abs(t[0] - swapped)].length > 0;
  const count = (swapped: number) => keywords.filter((keyword) => fits(keyword, swapped)).length;
  const swapped = count(1) > count(0) ? 1 : 0;
  return keywords.map((own) => {
    const found = own.places.some((places) => places.length > 0);
    return {
      keyword: own.keyword,
      groups: own.places,
      astray: own.t.length === 1 && found && !fits(own, swapped),
      note: own.t.length === 1 ? `in the reference in the ${ORDINALS[own.t[0]]} sentence` : undefined,
    };
  });
}

function metaOf(item: Item): SituatedGenMeta {
  return item.meta as SituatedGenMeta;
}

/** t as the dataset gives it; else by the place of the keyword in the two statements, copies in turn. */
function answerSentences(
  item: Item,
  keywords: readonly string[],
  context: AnalysedKeywords,
): { t: (readonly number[])[]; ambiguous: number } {
  const { keywordsPos, statements } = metaOf(item);
  if (keywordsPos) {
    if (keywordsPos.length !== keywords.length)
      throw new InputError(`item ${item.id}: ${keywordsPos.length} positions of ${keywords.length} keywords`);
    return { t: keywordsPos.map((sentence) => [sentence]), ambiguous: 0 };
  }
  if (!statements) throw new InputError(`item ${item.id}: MATCH needs keywords_pos or the two statements`);
  const places = keywords.map((keyword) => statements.map((statement) => findKeyword(context.words(keyword), context.words(statement))));
  const inTurn = takeInTurn(keywords, places);
  let ambiguous = 0;
  const t = keywords.map((keyword, i) => {
    const found = [0, 1].filter((sentence) => places[i][sentence].length > 0);
    const repeated = keywords.filter((other) => other === keyword).length > 1;
    if (found.length === 2 && repeated) return [inTurn[i]];
    if (found.length !== 1) ambiguous++;
    return found;
  });
  return { t, ambiguous };
}

/** One sentence for each keyword: the only one it is found in; the first of two; copies of the same keyword take the two by turns. −1 where there is none. */
function takeInTurn(keywords: readonly string[], places: readonly (readonly (readonly unknown[])[])[]): (-1 | 0 | 1)[] {
  const copies = new Map<string, number>();
  return keywords.map((keyword, i) => {
    const copy = copies.get(keyword) ?? 0;
    copies.set(keyword, copy + 1);
    const [inFirst, inSecond] = [places[i][0].length > 0, places[i][1].length > 0];
    if (inFirst && inSecond) return copy % 2 === 0 ? 0 : 1;
    return inFirst ? 0 : inSecond ? 1 : -1;
  });
}
