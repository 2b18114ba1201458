/** MATCH (SituatedGen, appendix C.2): are the keywords grouped as in the reference? With a strict variant, corrected for chance. */
import type { Evidence, Metric } from '@sensebench/metrics/internal/core';
import {
  type AnalysedKeywords,
  analyseKeywords,
  type FoundKeyword,
  findKeyword,
  type KeywordPlace,
  keywordEvidence,
  meanOf,
} from '@sensebench/metrics/internal/metrics';
import { bestOrder, type ChanceKeyword, type ChanceLevels, chanceLevels, type Grouping, type Placed } from './chance-level.ts';
import {
  answerSentences,
  findInPair,
  metaOf,
  type OutputSentence,
  outputSentences,
  type PairPlaces,
  type SituatedGenMeta,
  sentenceTexts,
  withoutInner,
} from './output-sentences.ts';

export type { SituatedGenMeta } from './output-sentences.ts';

export interface MatchedKeyword extends Grouping {
  keyword: string;
  /** Its occurrences in the first and the second sentence of the output. */
  places: PairPlaces;
  /** Its occurrences after the second sentence, if it is in neither; they are shown but do not count. */
  beyond?: readonly KeywordPlace[];
}

export interface MatchStats {
  /** Null without keywords. */
  match: number | null;
  /** Null where chance alone is always right. */
  matchStrict: number | null;
  /** Whether keywords are grouped wrongly and a sentence with one of them is negated, so that the output may still be right. */
  negated: boolean;
  chance: ChanceLevels | null;
  keywords: MatchedKeyword[];
  /** The number of keywords whose sentence could not be derived. */
  ambiguous: number;
}

/**
 * `match`: a keyword found in both output sentences counts for the one that the answer asks for, so an answer always matches itself and the
 * order of the sentences never matters. `matchStrict`: (s − c) / (1 − c), where a keyword in both sentences is wrong unless the answer has it
 * in both, and c is what chance is expected to get. `matchNegated` counts the outputs whose wrong grouping is negated (the paper's footnote 3).
 */
export const match: Metric<MatchStats, AnalysedKeywords> = {
  name: 'match',
  outputs: ['match', 'matchStrict', 'matchNegated'],
  summary: 'SituatedGen (Zhang and Wan 2023), appendix C.2',
  needs: { analyse: true, wordnet: true },
  withoutReferences: true,
  printed: {
    match: { label: 'MATCH' },
    matchStrict: { label: 'MATCH (strict)' },
    matchNegated: { scale: 1, share: false, label: 'MATCH (negated)' },
  },
  prepare: (inputs, tools) =>
    analyseKeywords(inputs, tools, (input) => [...(metaOf(input.item).statements ?? []), ...sentenceTexts(input)]),
  signature: ({ wordnet, reader }) =>
    `match|sentences:2|lemma:${reader}${wordnet ? '+wordnet' : ''}|t:given,else-derived|both:either|repeat:each|matchStrict:both=wrong,chance=halves`,
  segment: (input, context) => {
    const { item, keywords = [] } = input;
    const { first, second, count, rest } = outputSentences(input);
    const { t, both, ambiguous } = answerSentences(item, keywords, context);
    const places = findInPair(keywords, [first, second], context);
    const matched = keywords.map((keyword, i): MatchedKeyword => {
      const own = { keyword, t: t[i], both: both[i], places: places[i] };
      if (!rest || places[i].some((each) => each.length > 0)) return own;
      const beyond = findKeyword(context.words(keyword), context.words(rest.text), rest);
      return beyond.length > 0 ? { ...own, beyond } : own;
    });
    if (matched.length === 0) return { match: null, matchStrict: null, negated: false, chance: null, ambiguous, keywords: matched };
    const chance = chanceLevels(withLikes(matched, context), item.id);
    const outer = withoutInner(places);
    // A single sentence groups nothing, regardless of its keywords.
    const strict = count < 2 ? 0 : bestOrder(withPlaces(matched, outer), ({ places: own }) => placedIn(own), { strict: true });
    return {
      match: bestOrder(matched, ({ places: own }) => placedIn(own)),
      matchStrict: chance.strict < 1 ? (strict - chance.strict) / (1 - chance.strict) : null,
      negated: negatesGrouping(matched, [first, second], metaOf(item)),
      chance,
      ambiguous,
      keywords: matched,
    };
  },
  score: (stats) => ({
    match: meanOf(stats.map((own) => own.match)),
    matchStrict: meanOf(stats.map((own) => own.matchStrict)),
    matchNegated: stats.length > 0 ? stats.filter(({ negated }) => negated).length : null,
  }),
  chance: (stats) => ({
    match: meanOf(stats.map(({ chance }) => chance?.match ?? null)),
    matchStrict: stats.some(({ matchStrict }) => matchStrict !== null) ? 0 : null,
  }),
  evidence: ({ keywords, negated }): Evidence & { negated?: true } => ({
    ...keywordEvidence(showMatched(keywords, negated)),
    ...(negated ? { negated } : {}),
  }),
};

const placedIn = ([first, second]: PairPlaces): Placed => [first.length > 0, second.length > 0];

function withPlaces(matched: readonly MatchedKeyword[], places: readonly PairPlaces[]): MatchedKeyword[] {
  return matched.map((own, i) => ({ ...own, places: places[i] }));
}

/** Which keywords contain which; halves of the keywords are searched like sentences. */
function withLikes(matched: readonly MatchedKeyword[], context: AnalysedKeywords): ChanceKeyword[] {
  return matched.map(({ keyword, t, both }, i) => {
    const alike: number[] = [];
    const within: number[] = [];
    for (const [place, { keyword: other }] of matched.entries()) {
      const found = place === i || other === keyword ? 'all' : findShare(keyword, other, context);
      if (found) within.push(place);
      if (found === 'all') alike.push(place);
    }
    return { t, both, alike, within };
  });
}

function findShare(keyword: string, text: string, context: AnalysedKeywords): 'all' | 'part' | null {
  const places = findKeyword(context.words(keyword), context.words(text));
  if (places.length === 0) return null;
  return places.some(({ start, end }) => text.slice(start, end) === text.trim()) ? 'all' : 'part';
}

const ORDINALS = ['first', 'second'];

/** 1 if the sentences of the output fit the answer better in the other order. */
function orderOf(keywords: readonly MatchedKeyword[]): 0 | 1 {
  const count = (swapped: number) => keywords.filter((keyword) => fits(keyword, swapped)).length;
  return count(1) > count(0) ? 1 : 0;
}

function fits({ t, places }: MatchedKeyword, swapped: number): boolean {
  return t.length === 1 && places[Math.abs(t[0] - swapped)].length > 0;
}

/** A keyword of one sentence is astray if it is only in the other, in the order of the sentences that fits more keywords. */
function isAstray(keyword: MatchedKeyword, swapped: number): boolean {
  return keyword.t.length === 1 && keyword.places.some((places) => places.length > 0) && !fits(keyword, swapped);
}

/** An astray keyword is in a negated sentence, and the answer negates nothing. */
function negatesGrouping(keywords: readonly MatchedKeyword[], pair: readonly OutputSentence[], { statements }: SituatedGenMeta): boolean {
  if (statements?.some(isNegated)) return false;
  const swapped = orderOf(keywords);
  return pair.some(
    ({ text, start, end }, sentence) =>
      isNegated(text.slice(start, end)) && keywords.some((own) => isAstray(own, swapped) && own.places[sentence].length > 0),
  );
}

function showMatched(keywords: readonly MatchedKeyword[], negated: boolean): FoundKeyword[] {
  const swapped = orderOf(keywords);
  return keywords.map((own) => {
    const astray = isAstray(own, swapped);
    const place = own.t.length === 1 ? `in the reference in the ${ORDINALS[own.t[0]]} sentence` : undefined;
    return {
      keyword: own.keyword,
      groups: [...own.places, own.beyond ?? []],
      astray,
      note: astray && negated ? `${place}; a negated sentence, so it may be right` : place,
    };
  });
}

/** Whether a sentence is negated by not, n't, never, no, neither, nor or cannot. */
function isNegated(sentence: string): boolean {
  return /(?:\b(?:not|never|no|neither|nor|cannot)\b|n['’]t\b)/i.test(sentence);
}
