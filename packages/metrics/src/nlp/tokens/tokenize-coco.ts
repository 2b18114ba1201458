/** Tokens as caption metrics count them: Stanford's PTBTokenizer, lower-cased, without punctuation, as pycocoevalcap 1.2 calls it. */
import { createLexer } from './longest-match.ts';
import { NAMED_WORDS, PTB_RULES } from './ptb/rules.ts';

/** Tokens that pycocoevalcap drops. It names brackets in capitals, so `-lrb-` and the like stay: a quirk that is kept. */
const PUNCTUATION = new Set(["''", "'", '``', '`', '-LRB-', '-RRB-', '-LCB-', '-RCB-', '.', '?', '!', ',', ':', '-', '--', '...', ';']);

/** Every kind of line end is a blank: one text is one line. */
const LINE_ENDS = /[\n\r\u2028\u2029\v\f\u0085]/g;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const COMMA = 0x2c;
const STOP = 0x2e;

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
  const words = createWordTable();

  /** The tokens from `from` to `to`; null when one would reach further. */
  function tokensOf(text: string, from: number, to: number): string[] | null {
    const tokens: string[] = [];
    for (let place = from; place < to; ) {
      const letters = endOfLetters(text, place);
      const behind = behindPlainWord(text, place, letters);
      if (behind > 0 && letters === place) {
        place = behind;
        continue;
      }
      const word = behind > 0 ? words(text, place, letters) : null;
      if (word !== null) {
        tokens.push(word);
        place = behind;
        continue;
      }
      const { token, end } = lex(text, place);
      if (end > to) return null;
      place = end;
      const lower = token?.toLowerCase();
      if (lower !== undefined && !PUNCTUATION.has(lower)) tokens.push(lower);
    }
    // A list that was pushed to has room for half as many again; the copy has none.
    return tokens.slice();
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

function endOfLetters(text: string, from: number): number {
  let end = from;
  for (let code = text.charCodeAt(end) | 0x20; code >= 0x61 && code <= 0x7a; code = text.charCodeAt(end) | 0x20) end++;
  return end;
}

/** Where to go on behind letters that end with a blank, a comma and a blank, or a line with or without its stop; 0 when something else follows. One letter and a stop may be an acronym. */
function behindPlainWord(text: string, from: number, end: number): number {
  const code = text.charCodeAt(end);
  if (code === SPACE) return end + 1;
  if (code === NEWLINE) return end;
  if (code === COMMA && text.charCodeAt(end + 1) === SPACE) return end + 2;
  if (code === STOP && end - from !== 1 && text.charCodeAt(end + 1) === NEWLINE) return end + 1;
  return 0;
}

/** Words in lower case by their characters: each is one string, made when it is first met. Null for a word that a rule names. */
function createWordTable(): (text: string, from: number, to: number) => string | null {
  let size = 0;
  let slots = new Array<string | undefined>(1 << 13).fill(undefined);

  function slotOf(text: string, from: number, to: number): number {
    let hash = 0;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (text.charCodeAt(i) | 0x20)) | 0;
    const mask = slots.length - 1;
    for (let slot = Math.imul(hash, 0x9e3779b1) >>> 8; ; slot++) {
      const known = slots[slot & mask];
      if (known === undefined || isSame(known, text, from, to)) return slot & mask;
    }
  }

  function grow(): void {
    const old = slots;
    slots = new Array<string | undefined>(2 * old.length).fill(undefined);
    for (const word of old) if (word !== undefined) slots[slotOf(word, 0, word.length)] = word;
  }

  return (text, from, to) => {
    const slot = slotOf(text, from, to);
    const known = slots[slot];
    if (known !== undefined) return known;
    const word = text.slice(from, to).toLowerCase();
    if (NAMED_WORDS.has(word)) return null;
    slots[slot] = word;
    if (2 * ++size > slots.length) grow();
    return word;
  };
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== (text.charCodeAt(from + i) | 0x20)) return false;
  return true;
}
