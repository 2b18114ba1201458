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
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st mt ft jr sr vs no gen col sgt capt lt rev hon gov sen rep inc ltd co corp dept approx e.g i.e u.s u.k u.n'.split(
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
    if (match[0] === '.' && (ABBREVIATIONS.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word))) continue;
    close(end);
  }
  close(text.length);
  return spans;
}
