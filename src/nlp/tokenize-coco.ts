/** Tokens as caption metrics count them: Stanford's PTBTokenizer, lower-cased, without punctuation, as pycocoevalcap 1.2 calls it. */
import { createLexer } from './longest-match.ts';
import { PTB_RULES } from './ptb-rules.ts';

/** What pycocoevalcap drops. Brackets are named in capitals there, so that `-lrb-` and its kin stay: a quirk that is kept. */
const PUNCTUATION = new Set(["''", "'", '``', '`', '-LRB-', '-RRB-', '-LCB-', '-RCB-', '.', '?', '!', ',', ':', '-', '--', '...', ';']);

/** Every kind of line end is a blank: one text is one line. */
const LINE_ENDS = /[\n\r\u2028\u2029\v\f\u0085]/g;

export type CocoTokenizer = (texts: readonly string[]) => string[][];

let shared: CocoTokenizer | undefined;

/** Tokens of one text. A token may hold a no-break space ("2 1/2"). */
export function tokenizeCoco(text: string): string[] {
  return tokenizeCocoLines([text, ''])[0];
}

/**
 * Tokens of each text. As in the original, the texts are lines of one file, and a line can see the start of the next one:
 * "vitamin C." is `c.`, but `c` when the next line starts with "The".
 */
export function tokenizeCocoLines(texts: readonly string[]): string[][] {
  shared ??= createCocoTokenizer();
  return shared(texts);
}

/** A tokenizer of its own; its automaton grows with what it reads. */
export function createCocoTokenizer(): CocoTokenizer {
  const lex = createLexer(PTB_RULES);

  const plainWords = new Map<string, readonly string[]>();

  /** The tokens from `from` to `to`; null when one would reach further. A plain word, which depends on nothing else, is read once and remembered. */
  function tokensOf(text: string, from: number, to: number): string[] | null {
    const tokens: string[] = [];
    for (let place = from; place < to; ) {
      const plainEnd = endOfPlainWord(text, place, to);
      const known = plainEnd > place ? plainWords.get(text.slice(place, plainEnd)) : undefined;
      if (known) {
        tokens.push(...known);
        place = plainEnd + 1;
        continue;
      }
      const first = tokens.length;
      const start = place;
      do {
        const { token, end } = lex(text, place);
        if (end > to) return null;
        place = end;
        const lower = token?.toLowerCase();
        if (lower !== undefined && !PUNCTUATION.has(lower)) tokens.push(lower);
      } while (place < plainEnd);
      if (plainEnd > start) plainWords.set(text.slice(start, plainEnd), tokens.slice(first));
    }
    return tokens;
  }

  return (texts) => {
    const lines = texts.map((text) => text.replace(LINE_ENDS, ' '));
    const file = lines.join('\n');
    let from = 0;
    return lines.map((line) => {
      const to = from + line.length;
      // Markup that is left open would swallow the next lines: then the line is read alone.
      const tokens = tokensOf(file, from, to) ?? tokensOf(line, 0, line.length) ?? [];
      from = to + 1;
      return tokens;
    });
  };
}

/** Where a run of small letters ends, if it starts here and a space follows it; otherwise `from`. */
function endOfPlainWord(text: string, from: number, to: number): number {
  let end = from;
  for (let code = text.charCodeAt(end); code >= 0x61 && code <= 0x7a; code = text.charCodeAt(end)) end++;
  return end < to && text.charCodeAt(end) === 0x20 ? end : from;
}
