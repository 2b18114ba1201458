/** Tokens as the English Web Treebank of Universal Dependencies cuts them (Silveira et al. 2014), with their places in the text. */
import {
  ABBREVIATIONS,
  ALSO_WORDS,
  addressLength,
  CLITICS,
  classOf,
  DIGIT,
  EMOTICON,
  EXTENDER,
  HIGH_SURROGATE,
  isApostrophe,
  isHyphen,
  isLetterOrDigit,
  isUpper,
  isUpperAt,
  LETTER,
  MERGED,
  NUMBER,
  NUMBER_ENDING,
  PHONE,
  PREFIXES,
  SPACE,
  UNIT,
} from './treebank-patterns.ts';

export interface TreebankToken {
  text: string;
  start: number;
  end: number;
}

/** No pattern looks further than this: a line of a megabyte without a space stays linear. */
const WINDOW = 256;

/** Tokens in order; `start` and `end` index the original string. */
export function tokenizeTreebank(text: string): TreebankToken[] {
  const tokens: TreebankToken[] = [];
  const length = text.length;
  let at = 0;
  while (at < length) {
    if (classOf(text.charCodeAt(at)) === SPACE) {
      at++;
      continue;
    }
    let end = at + 1;
    let plain = classOf(text.charCodeAt(at)) === LETTER;
    while (end < length) {
      const kind = classOf(text.charCodeAt(end));
      if (kind === SPACE) break;
      if (kind !== LETTER) plain = false;
      end++;
    }
    if (plain) pushWord(tokens, text, at, end);
    else tokenizeChunk(tokens, text, at, end);
    at = end;
  }
  return tokens;
}

function push(tokens: TreebankToken[], text: string, start: number, end: number): void {
  if (end > start) tokens.push({ text: text.slice(start, end), start, end });
}

/** A run of letters: whole, or cut where a contraction lost its apostrophe. */
function pushWord(tokens: TreebankToken[], text: string, start: number, end: number): void {
  const length = end - start;
  if (length >= 2 && length <= 8) {
    const lower = text.slice(start, end).toLowerCase();
    const cut = Object.hasOwn(MERGED, lower) ? MERGED[lower] : 0;
    // "IM" in capitals is a name.
    if (cut > 0 && !(lower === 'im' && text[start + 1] === 'M')) {
      push(tokens, text, start, start + cut);
      push(tokens, text, start + cut, end);
      return;
    }
  }
  push(tokens, text, start, end);
}

/** Cuts a text between two spaces that is not letters alone. */
function tokenizeChunk(tokens: TreebankToken[], text: string, from: number, to: number): void {
  let at = from;
  if (to - from <= 8 && EMOTICON.test(text.slice(from, to))) {
    push(tokens, text, from, to);
    return;
  }
  while (at < to) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === LETTER || kind === DIGIT) at = takeWord(tokens, text, at, to, from);
    else at = takeSymbol(tokens, text, at, to, from);
  }
}

function matchAt(pattern: RegExp, text: string, at: number, to: number): number {
  return pattern.exec(text.slice(at, Math.min(to, at + WINDOW)))?.[0].length ?? 0;
}

/** A web address without the punctuation that ends the sentence around it. */
function addressEnd(text: string, at: number, end: number): number {
  let last = end;
  while (last > at + 1 && '.,;:!?)]}>\'"’”'.includes(text[last - 1])) last--;
  return last;
}

function takeWord(tokens: TreebankToken[], text: string, at: number, to: number, from: number): number {
  const rest = text.slice(at, Math.min(to, at + WINDOW));
  if (at === from || !isLetterOrDigit(text, at - 1)) {
    const address = addressLength(rest);
    if (address > 0) {
      const end = addressEnd(text, at, at + address);
      push(tokens, text, at, end);
      return end;
    }
  }
  if (classOf(text.charCodeAt(at)) === DIGIT) return takeNumber(tokens, text, at, to);
  let end = at;
  while (end < to) {
    const kind = classOf(text.charCodeAt(end));
    if (kind === LETTER || kind === DIGIT || kind === EXTENDER || text[end] === '_') {
      end++;
      continue;
    }
    const char = text[end];
    const next = end + 1 < to ? classOf(text.charCodeAt(end + 1)) : SPACE;
    const inside = next === LETTER || next === DIGIT;
    if (char === '.' && inside && (isInitials(text, at, end) || next === DIGIT)) end++;
    else if (char === '&' && inside && end - at <= 3 && isUpper(text, at, end) && isUpperAt(text, end + 1)) end++;
    else if (char === '*' && inside) end++;
    else if (char === '/' && end - at === 1 && next === LETTER && (end + 2 >= to || !isLetterOrDigit(text, end + 2))) end++;
    else if (isHyphen(char) && inside && keepsHyphen(text, at, end)) end++;
    else break;
  }
  if (end < to && text[end] === '.' && keepsStop(text, at, end, to)) end++;
  return pushContraction(tokens, text, at, end, to);
}

/** "U", "U.S", "p": single letters parted by stops. */
function isInitials(text: string, at: number, end: number): boolean {
  if ((end - at) % 2 === 0 || end - at > 16) return false;
  for (let i = at; i < end; i++) {
    if ((i - at) % 2 === 0 ? classOf(text.charCodeAt(i)) !== LETTER : text[i] !== '.') return false;
  }
  return true;
}

function keepsHyphen(text: string, at: number, end: number): boolean {
  return end - at <= 8 && PREFIXES.has(text.slice(at, end).toLowerCase());
}

/** Does the full stop after [at, end) belong to the word? At the end of a text the sentence takes it. */
function keepsStop(text: string, at: number, end: number, to: number): boolean {
  if (end - at > 8) return false;
  if (end + 1 < to && text[end + 1] === '.') return text[end + 2] !== '.' && ABBREVIATIONS.has(text.slice(at, end).toLowerCase());
  if (end + 1 < to && !isApostrophe(text[end + 1]) && !',;:)]!?-'.includes(text[end + 1])) return false;
  const last = restIsBlank(text, end + 1);
  const word = text.slice(at, end);
  const lower = word.toLowerCase();
  if (isInitials(text, at, end)) {
    if (end - at > 1) return !last;
    return !last && isUpperAt(text, at) && word !== 'I';
  }
  if (!ABBREVIATIONS.has(lower)) return false;
  if (ALSO_WORDS.has(lower)) return !last && word !== lower;
  return !last;
}

function restIsBlank(text: string, from: number): boolean {
  for (let i = from; i < text.length && i < from + WINDOW; i++) {
    const kind = classOf(text.charCodeAt(i));
    if (kind === LETTER || kind === DIGIT) return false;
  }
  return text.length <= from + WINDOW;
}

/** Cuts "do|n't", "Bush|'s", "they|'ll" at the end of the word [at, end). */
function pushContraction(tokens: TreebankToken[], text: string, at: number, end: number, to: number): number {
  if (end < to && isApostrophe(text[end])) {
    let tail = end + 1;
    while (tail < to && tail - end <= 4 && classOf(text.charCodeAt(tail)) === LETTER) tail++;
    const clitic = text.slice(end + 1, tail).toLowerCase();
    const before = text[end - 1];
    if (clitic === 't' && (before === 'n' || before === 'N') && end - at > 1) {
      push(tokens, text, at, end - 1);
      push(tokens, text, end - 1, tail);
      return tail;
    }
    if (CLITICS.has(clitic) && clitic !== 'nt') {
      pushWord(tokens, text, at, end);
      push(tokens, text, end, tail);
      return tail;
    }
    if (tail > end + 1 && (tail - end > 3 || end - at <= 2)) {
      // O'Neil, d'Ivoire, o'clock: one word.
      let last = tail;
      while (last < to && isLetterOrDigit(text, last)) last++;
      if (last - at < WINDOW) return pushContraction(tokens, text, at, last, to);
    }
  }
  pushWord(tokens, text, at, end);
  return end;
}

function takeNumber(tokens: TreebankToken[], text: string, at: number, to: number): number {
  const phone = matchAt(PHONE, text, at, to);
  if (phone > 0) {
    push(tokens, text, at, at + phone);
    return at + phone;
  }
  let end = at + Math.max(1, matchAt(NUMBER, text, at, to));
  while (end < to && classOf(text.charCodeAt(end)) === DIGIT) end++;
  const rest = text.slice(end, Math.min(to, end + 8));
  const suffix = NUMBER_ENDING.exec(rest)?.[0] ?? '';
  // "1590's" is a decade, "2004's" a possessive.
  if (suffix !== '' && (!isApostrophe(suffix[0]) || text[end - 1] === '0')) end += suffix.length;
  else if (end < to && classOf(text.charCodeAt(end)) === LETTER) {
    if (UNIT.test(rest)) {
      push(tokens, text, at, end);
      return end;
    }
    while (end < to && (isLetterOrDigit(text, end) || classOf(text.charCodeAt(end)) === EXTENDER)) end++;
  }
  push(tokens, text, at, end);
  return end;
}

/** Takes a character that is neither a letter nor a digit, with those that belong to it. */
function takeSymbol(tokens: TreebankToken[], text: string, at: number, to: number, from: number): number {
  const char = text[at];
  let end = at + 1;
  if (classOf(text.charCodeAt(at)) === HIGH_SURROGATE) return takeAstral(tokens, text, at, to);
  if (isApostrophe(char) && end < to && classOf(text.charCodeAt(end)) === LETTER) {
    let tail = end;
    while (tail < to && tail - at <= 4 && classOf(text.charCodeAt(tail)) === LETTER) tail++;
    const word = text.slice(end, tail).toLowerCase();
    if (at > from ? CLITICS.has(word) : word === 's' || word === 'em' || word === 'cause' || word === 'tis') {
      push(tokens, text, at, tail);
      return tail;
    }
  }
  if (isApostrophe(char) && /^\d0s/.test(text.slice(end, end + 3))) {
    push(tokens, text, at, end + 3);
    return end + 3;
  }
  if (char === '.' && end < to && classOf(text.charCodeAt(end)) === DIGIT && (at === from || !isLetterOrDigit(text, at - 1))) {
    return takeDecimal(tokens, text, at, to);
  }
  if ('.!?-*=_~+<>/|#$\\'.includes(char)) {
    const mixed = '.!?'.includes(char) ? '.!?' : char;
    while (end < to && mixed.includes(text[end])) end++;
  } else if (char === "'" || char === '`') {
    while (end < to && end < at + 2 && text[end] === char) end++;
  }
  while (end < to && classOf(text.charCodeAt(end)) === EXTENDER) end++;
  push(tokens, text, at, end);
  return end;
}

function takeDecimal(tokens: TreebankToken[], text: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to && classOf(text.charCodeAt(end)) === DIGIT) end++;
  push(tokens, text, at, end);
  return end;
}

/** Characters beyond the basic plane: a run of letters, or one emoji with its joiners, skin tones and flag halves. */
function takeAstral(tokens: TreebankToken[], text: string, at: number, to: number): number {
  const letter = isAstral(/\p{L}/u, text, at);
  const flag = isAstral(/\p{RI}/u, text, at);
  let end = at + 1;
  while (end < to) {
    const kind = classOf(text.charCodeAt(end));
    if (kind === EXTENDER) end++;
    else if (kind !== HIGH_SURROGATE) break;
    else if (text[end - 1] === '\u200d' || isAstral(/\p{EMod}/u, text, end)) end++;
    else if (letter && isAstral(/\p{L}/u, text, end)) end++;
    else if (flag && end === at + 2 && isAstral(/\p{RI}/u, text, end)) end++;
    else break;
  }
  push(tokens, text, at, end);
  return end;
}

function isAstral(pattern: RegExp, text: string, at: number): boolean {
  return pattern.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
