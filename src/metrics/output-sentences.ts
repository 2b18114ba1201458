/** The two sentences of an output (SituatedGen, appendix C.2): the first two if there are more, an empty second one if there is only one. */

export interface Span {
  start: number;
  end: number;
}

export interface OutputSentences {
  first: Span;
  second: Span;
  /** How many sentences the output has. */
  count: number;
}

/** Words whose stop does not end a sentence. */
const TITLES = new Set('mr mrs ms dr prof st mt ft jr sr vs no gen col sgt capt lt rev hon gov sen rep e.g i.e'.split(' '));
/** Words that often begin a sentence: after "U.S." or "5 p.m." they do. */
const STARTERS = new Set(
  'a all also an and another any as at both but by during each every for from he how if in it its many most my nobody no on one our people several she since some somebody someone that the their there these they this those to we what when where while with you your'.split(
    ' ',
  ),
);

export function outputSentences(text: string): OutputSentences {
  const spans = sentenceSpans(text);
  const empty = { start: text.length, end: text.length };
  return { first: spans[0] ?? empty, second: spans[1] ?? empty, count: spans.length };
}

/** A sentence ends at a stop, exclamation or question mark before a space and a capital, digit or opening mark, and at a line's end. */
function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const close = (end: number) => {
    const sentence = text.slice(start, end);
    const trimmed = sentence.trim();
    if (trimmed) {
      const first = start + sentence.indexOf(trimmed);
      spans.push({ start: first, end: first + trimmed.length });
    }
    start = end;
  };
  for (const match of text.matchAll(/[.!?]+["'”’)\]]*(?=\s)|\n+/g)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith('\n')) {
      close(end);
      continue;
    }
    const next = text.slice(end).trimStart();
    if (!/^["'“‘([]?[\p{Lu}\p{N}]/u.test(next)) continue;
    const word = /[^\s("'“‘]*$/.exec(text.slice(start, match.index))?.[0] ?? '';
    if (match[0] === '.' && isAbbreviation(word, next)) continue;
    close(end);
  }
  close(text.length);
  return spans;
}

/** "Dr. Who" and "J. Edgar" go on; "U.S. Army" does too, but "the U.S. The" does not. */
function isAbbreviation(word: string, next: string): boolean {
  if (TITLES.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word)) return true;
  if (!/^(\p{L}\.)+\p{L}$/u.test(word)) return false;
  return !STARTERS.has(/^\p{L}+/u.exec(next)?.[0].toLowerCase() ?? '');
}
