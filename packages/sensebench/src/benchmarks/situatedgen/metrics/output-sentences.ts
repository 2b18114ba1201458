/** The two sentences of an output (SituatedGen, appendix C.2): its first two; the second is empty if there is only one. */
import { InputError, type Item, type MetricInput } from '@sensebench/metrics/internal/core';
import { type AnalysedKeywords, findKeyword, type KeywordPlace, type Span } from '@sensebench/metrics/internal/metrics';
import { splitSentences } from '@sensebench/metrics/internal/nlp/tokens';

/** A sentence as part of a text that is analysed as a whole. */
export interface OutputSentence extends Span {
  text: string;
  /** The offset of that text in the output. */
  offset: number;
}

export interface OutputSentences {
  first: OutputSentence;
  second: OutputSentence;
  /** The number of sentences of the output. */
  count: number;
  /** Everything after the second sentence, which does not count; absent if there is nothing. */
  rest?: OutputSentence;
}

/** Uses a list of sentences as it is, and splits a text into sentences. */
export function outputSentences({ item, candidate, sentences }: Pick<MetricInput, 'item' | 'candidate' | 'sentences'>): OutputSentences {
  if (sentences && sentences.length > 2)
    throw new InputError(`item "${item.id}": the prediction is a list of ${sentences.length} sentences`, { expected: 'a list of two' });
  const found = sentences ? givenSentences(sentences) : cutSentences(candidate);
  const empty = { text: candidate, offset: 0, start: candidate.length, end: candidate.length };
  const [first = empty, second = empty, third] = found;
  return { first, second, count: found.length, ...(third ? { rest: { ...third, end: candidate.length } } : {}) };
}

/** The texts to analyse in order to find words in the sentences. */
export function sentenceTexts({ candidate, sentences }: Pick<MetricInput, 'candidate' | 'sentences'>): readonly string[] {
  return sentences ?? [candidate];
}

function givenSentences(sentences: readonly string[]): OutputSentence[] {
  let offset = 0;
  return sentences.flatMap((text) => {
    const own = { text, offset, start: 0, end: text.length };
    offset += text.length + 1;
    return text.trim() === '' ? [] : [own];
  });
}

/** A line break also ends a sentence, because models write one per line, with or without a full stop. */
export function cutSentences(text: string): OutputSentence[] {
  const found: OutputSentence[] = [];
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    for (const { start, end } of splitSentences(line[0])) found.push({ text, offset: 0, start: line.index + start, end: line.index + end });
  }
  return found;
}

/** Occurrences of a keyword in the first and in the second sentence. */
export type PairPlaces = readonly [readonly KeywordPlace[], readonly KeywordPlace[]];

/** Finds the occurrences of each keyword in the two sentences, as offsets in the output. */
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

/** "summer" within "summer holiday" is part of another keyword, and does not count if "summer" also occurs alone. */
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

/** The fields of an item that concern its keywords. */
export interface SituatedGenMeta {
  /** The sentence of the answer that each keyword belongs to. */
  keywordsPos?: readonly (0 | 1)[];
  statements?: readonly [string, string];
}

/** The t of MATCH (SituatedGen, appendix C.2): the sentence of the answer that each keyword belongs to. */
export function metaOf(item: Item): SituatedGenMeta {
  return item.meta as SituatedGenMeta;
}

interface AnswerSentences {
  t: (readonly number[])[];
  /** Whether the answer has the keyword in both sentences. */
  both: boolean[];
  ambiguous: number;
}

/** The t of the dataset, or else derived from the occurrences of the keyword in the two statements, with copies in turn. */
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
