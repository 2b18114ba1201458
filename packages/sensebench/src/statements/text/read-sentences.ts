/** Reads the sentences of documents that pass the cheap rules, each with its document and position, without near-duplicates. */
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import { splitSentences } from '@sensebench/metrics/internal/nlp/tokens';
import { createTextNumbers } from '../../files/index.ts';
import { singularize } from '../../nlp/word-forms/index.ts';
import { readDocuments } from './read-documents.ts';

export interface FoundSentence {
  /** The number of the document in its file, and of the sentence in its document. */
  number: string;
  text: string;
  document: string;
  /** The offset in the text of the document. */
  offset: number;
}

/** Longer sentences are left out. */
const MOST_CHARACTERS = 1000;
/** The number of drops after which undefined is yielded, so that they can be stored. */
const DROPS_AT_ONCE = 10_000;

/** Yields undefined after many drops without a sentence. Takes twenty to forty bytes of memory per sentence that passes the rules. */
export async function* readSentences(
  path: string,
  drop: (row: LedgerRow) => void,
  { idOf }: { idOf(number: string): string },
): AsyncGenerator<FoundSentence | undefined> {
  const known = createTextNumbers();
  let waiting = 0;
  for await (const { number, name, text } of readDocuments(path)) {
    for (const [i, found] of sentencesOf(text).entries()) {
      const sentence = { number: `${number}.${i}`, text: found.text, document: name, offset: found.offset };
      const broken =
        found.text.length > MOST_CHARACTERS
          ? { rule: 'too long', value: found.text.length, limit: MOST_CHARACTERS }
          : (brokenSentenceRule(found.text) ?? (known.isNew(contentKey(found.text)) ? null : { rule: 'says the same as an earlier one' }));
      if (!broken) {
        waiting = 0;
        yield sentence;
        continue;
      }
      drop({ step: 'read', ids: [idOf(sentence.number)], text: found.text.slice(0, 300), ...broken });
      if (++waiting % DROPS_AT_ONCE === 0) yield undefined;
    }
  }
}

/** Splits line by line, because a line break ends a sentence and headings have their own line. */
function sentencesOf(text: string): { text: string; offset: number }[] {
  const sentences: { text: string; offset: number }[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '')
      for (const { text: sentence, start } of splitSentences(line)) {
        const plain = sentence.replace(/\s+/g, ' ').trim();
        if (plain !== '') sentences.push({ text: plain, offset: offset + start });
      }
    offset += line.length + 1;
  }
  return sentences;
}

/** Function words without negation, numbers and prepositions of place and time, which change the meaning. */
const GRAMMAR = new Set(
  'a an the is are was were be been being am do does did has have had having will would shall should can could may might must of to and or that which who whom whose as by with it its this these those there very also'.split(
    ' ',
  ),
);

/**
 * A key that is equal for sentences with the same content words, regardless of grammar, case, number and order.
 * The distinct words, sorted.
 */
export function contentKey(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}\p{N}])/gu, '')
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set((words ?? []).filter((word) => !GRAMMAR.has(word)).map(singularize))].sort().join(' ');
}

interface SentenceLimits {
  /** The words of a sentence. */
  leastWords: number;
  mostWords: number;
}

const SENTENCE_LIMITS: SentenceLimits = { leastWords: 4, mostWords: 40 };

interface BrokenRule {
  rule: string;
  value?: number | string;
  limit?: number;
}

/** Signs of lists, tables, headings and mark-up, and lines without a final full stop. */
const NOT_A_SENTENCE = /^\s*(?:[-*•·#=|>[{<]|\(?\d{1,3}[.)]\s|[a-z]\)\s|\d+\s+(?:[-–—]|\p{Lu}\p{Ll}))|[|{}<>]|https?:\/\/|==|\t|\.{3}|…/u;
const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:I|i(?=['’\s])|[Ww]e|[Mm]e|[Uu]s|[Mm]y|[Mm]ine|[Oo]ur|[Oo]urs|[Mm]yself|[Oo]urselves|[Yy]ou|[Yy]our|[Yy]ours|[Yy]ourself)(?![\p{L}\p{N}])/u;
/** Words at the beginning of a sentence that refer to an earlier one. */
const POINTS_BACK =
  /^(?:He|She|It|They|Him|Her|Them|His|Its|Their|This|That|These|Those|Such|Here|There|Then|Thus|Therefore|However|Moreover|Furthermore|Also|Instead|Nevertheless|Consequently|Afterwards|Similarly|Likewise|Hence|Otherwise|Additionally|Both|Another|Others|Some|Many|Most|One|But|And|Or|So|Yet|For example|For instance|In addition|As a result|In contrast|On the other hand|After this|After that|At this|At that|In this|In that|Subsequently|Meanwhile|Again|Of course|Evidently|Indeed|In fact|Still|Later|Finally|Eventually|Nonetheless|Besides|Overall|The (?:next|same|following|previous|other|latter|former))(?![\p{L}\p{N}])/u;
/** Words within a sentence that refer to an earlier one. */
const POINTS_BACK_INSIDE =
  /(?<![\p{L}\p{N}])(?:also|too(?=[,.])|however|therefore|likewise|moreover|thus|the (?:latter|former|above|following)|in those days|at (?:the|that) time)(?![\p{L}\p{N}])/iu;
/** Expressions whose meaning depends on the date. */
const NOW =
  /(?<![\p{L}\p{N}])(?:today|tonight|tomorrow|yesterday|nowadays|now|currently|recently|lately|so far|ago|(?:last|next|past|this|recent|coming) (?:few |two |three |several |past )?(?:seconds?|minutes?|hours?|days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?|decades?|century|spring|summer|autumn|fall|winter|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday))(?![\p{L}\p{N}])/iu;

/**
 * Checks, by letters and words alone, whether a sentence of running text can stand alone as a general statement.
 * Returns the first rule that the sentence breaks; null for none.
 */
export function brokenSentenceRule(text: string, { leastWords, mostWords }: SentenceLimits = SENTENCE_LIMITS): BrokenRule | null {
  if (NOT_A_SENTENCE.test(text) || !/^["'“‘]?[\p{Lu}\p{N}]/u.test(text)) return { rule: 'a heading, a list or mark-up' };
  if (/\?["'”’)]*$/.test(text)) return { rule: 'a question' };
  if (!/[.!]["'”’)]*$/.test(text)) return { rule: 'a heading, a list or mark-up' };
  const words = text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
  if (words.length < leastWords) return { rule: 'too short', value: words.length, limit: leastWords };
  if (words.length > mostWords) return { rule: 'too long', value: words.length, limit: mostWords };
  if (/["“”„«»]/u.test(text)) return { rule: 'a quotation' };
  if (/[;:]|\(.*\)|\[.*\]|[—–]\s/u.test(text)) return { rule: 'more than one clause', value: 'a colon, a semicolon, a dash or brackets' };
  const person = FIRST_PERSON.exec(text)?.[0];
  if (person !== undefined) return { rule: 'first or second person', value: person };
  const back = (POINTS_BACK.exec(text) ?? POINTS_BACK_INSIDE.exec(text))?.[0];
  if (back !== undefined) return { rule: 'speaks of what was said before', value: back };
  const now = NOW.exec(text)?.[0];
  if (now !== undefined) return { rule: 'depends on the day of writing', value: now };
  return null;
}
