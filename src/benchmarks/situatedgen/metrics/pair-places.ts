/** Where keywords stand in a pair of sentences. */
import { type AnalysedKeywords, findKeyword, type KeywordPlace } from '../../../metrics/keywords/index.ts';
import type { OutputSentence } from './output-sentences.ts';

/** Places of a keyword in the first and in the second sentence. */
export type PairPlaces = readonly [readonly KeywordPlace[], readonly KeywordPlace[]];

/** Finds the places of each keyword in the two sentences, as offsets in the whole output. */
export function findInPair(
  keywords: readonly string[],
  pair: readonly [OutputSentence, OutputSentence],
  context: AnalysedKeywords,
): PairPlaces[] {
  return keywords.map((keyword) => {
    const forms = context.words(keyword);
    const find = (sentence: OutputSentence) =>
      findKeyword(forms, context.words(sentence.text), sentence).map((place) => ({
        ...place,
        start: place.start + sentence.offset,
        end: place.end + sentence.offset,
      }));
    return [find(pair[0]), find(pair[1])];
  });
}

/** "summer" within "summer holiday" is a part of another keyword, and does not count where the keyword also stands alone. */
export function withoutInner(places: readonly PairPlaces[]): PairPlaces[] {
  const all = places.map(([first, second]) => [...first, ...second]);
  const isInner = (place: KeywordPlace) =>
    all.some((others) =>
      others.some(({ start, end }) => start <= place.start && place.end <= end && end - start > place.end - place.start),
    );
  return places.map((own) => {
    const outer: PairPlaces = [own[0].filter((place) => !isInner(place)), own[1].filter((place) => !isInner(place))];
    return outer[0].length + outer[1].length > 0 ? outer : own;
  });
}
