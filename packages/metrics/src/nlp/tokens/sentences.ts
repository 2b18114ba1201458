/** Splits a text into sentences at . ! ? … and blank lines, but not at abbreviations, initials, decimals and list numbers. */

import { endsAfterWord } from './abbreviations.ts';

export interface Sentence {
  text: string;
  start: number;
  end: number;
}

const CLOSERS = '"\'”’)]}»*_';
const OPENERS = '"\'“‘([{«*_';
/** A terminator may be a run, but no look goes further than this. */
const WINDOW = 64;

/** The sentences of a text, without the white space around them. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = skipSpace(text, 0);
  let at = start;
  const close = (end: number) => {
    let last = end;
    while (last > start && isSpace(text[last - 1])) last--;
    if (last > start) sentences.push({ text: text.slice(start, last), start, end: last });
    start = skipSpace(text, end);
    at = start;
  };
  while (at < text.length) {
    const char = text[at];
    if (char === '\n' || char === '\r' || char === '\u2029') {
      if (endsParagraph(text, at)) close(at);
      else at++;
    } else if (isTerminator(char)) {
      const end = terminatorEnd(text, at);
      if (endsSentence(text, start, at, end)) close(end);
      else at = Math.max(end, at + 1);
    } else at++;
  }
  if (start < text.length) close(text.length);
  return sentences;
}

const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char);
const isTerminator = (char: string) =>
  char === '.' || char === '!' || char === '?' || char === '…' || char === '。' || char === '！' || char === '？';

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text[at])) at++;
  return at;
}

/** A blank line, or a line break before a bullet or a numbered item. */
function endsParagraph(text: string, at: number): boolean {
  const next = text.slice(at + 1, at + 1 + WINDOW);
  return /^[^\S\n]*\n/.test(next) || /^\s*(?:[-*•–]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s/.test(next);
}

/** After the run of terminators and the quotes and brackets that close with it. */
function terminatorEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isTerminator(text[end])) end++;
  while (end < text.length && CLOSERS.includes(text[end]) && !opensNext(text, end)) end++;
  return end;
}

/** A quote after a space-less terminator closes, unless a letter follows at once. */
function opensNext(text: string, at: number): boolean {
  return '"\'*_'.includes(text[at]) && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '');
}

function endsSentence(text: string, start: number, at: number, end: number): boolean {
  if (end >= text.length) return true;
  const mark = text[at];
  if ('。！？'.includes(mark)) return true;
  if (!isSpace(text[end])) return (mark === '!' || mark === '?') && /^\p{Lu}\p{Ll}/u.test(text.slice(end, end + 2));
  const next = firstWord(text, end);
  if (next === '') return false;
  // Where capitals are not written, a small letter says nothing.
  const small = /^\p{Ll}/u.test(next);
  if (small && (!/^\p{Ll}/u.test(text.slice(start, start + 1)) || CLOSERS.includes(text[end - 1]) || isTerminator(text[at + 1] ?? '')))
    return false;
  const single = mark === '.' && !isTerminator(text[at + 1] ?? '');
  if (!single) return mark !== '…' || /^\p{Lu}/u.test(next);
  const before = lastWord(text, start, at);
  if (before.start === start && /^(?:\d{1,3}|[A-Za-z])$/.test(before.word)) return false;
  return endsAfterWord({
    word: before.word,
    before: text.slice(Math.max(start, before.start - 4 * WINDOW), before.start),
    after: text.slice(end, end + 2 * WINDOW),
    next,
    closed: end > at + 1,
  });
}

/** The word after the white space and its opening quotes or brackets. */
function firstWord(text: string, from: number): string {
  let at = from;
  const limit = Math.min(text.length, from + WINDOW);
  while (at < limit && (isSpace(text[at]) || OPENERS.includes(text[at]))) at++;
  return /^[\p{L}\p{M}\p{N}'’]+|^\S/u.exec(text.slice(at, at + WINDOW))?.[0] ?? '';
}

function lastWord(text: string, start: number, end: number): { word: string; start: number } {
  let from = end;
  while (
    from > start &&
    end - from < WINDOW &&
    !isSpace(text[from - 1]) &&
    !OPENERS.includes(text[from - 1]) &&
    !'-–—/'.includes(text[from - 1])
  )
    from--;
  return { word: text.slice(from, end), start: from };
}
