/** Splits a text into sentences at . ! ? … and blank lines, but not at abbreviations, initials, decimals and list numbers. */

export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** A name or a number follows these: they never end a sentence. */
const NEVER_LAST = new Set(
  (
    'mr mrs ms messrs mme mlle dr drs prof rev hon st mt ft gen col lt capt cpt cmdr adm sgt maj gov sen rep reps pres supt vs cf viz eg ie e.g i.e ' +
    'fig figs eq vol vols pp ed eds op approx est art ext attn tel dept'
  ).split(' '),
);
/** These may end one: the next word decides. */
const MAYBE_LAST = new Set(
  (
    'inc co corp ltd llc bros jr sr etc al esq ph.d m.d b.a m.a d.c u.s u.k u.n e.u u.s.a a.m p.m a.d b.c no nos jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'mon tue tues wed thu thur thurs fri sat sun ave blvd rd calif fla mass conn ariz penn wash univ assn min max lb lbs oz'
  ).split(' '),
);
/** Words that rarely follow an abbreviation inside a sentence when they have a capital. */
const STARTERS = new Set(
  (
    'the a an this that these those he she it they we you i there here in on at for from with as if when while after before but and or so yet however ' +
    'what who where why how which is are was were do does did can could will would his her its their our my your not no now then all some many most one'
  ).split(' '),
);

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
  const lower = before.word.toLowerCase();
  if (NEVER_LAST.has(lower)) return false;
  if (lower === 'no' && /^\d/.test(next)) return false;
  if (MAYBE_LAST.has(lower) || /^(?:\p{L}\.)+\p{L}$/u.test(before.word))
    return !small && (end > at + 1 || STARTERS.has(next.toLowerCase()));
  // An initial: "J. Smith", but "vitamin C. The".
  if (/^\p{Lu}$/u.test(before.word) && before.word !== 'I') return STARTERS.has(next.toLowerCase());
  return true;
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
