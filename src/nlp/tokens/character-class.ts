/** Classes of UTF-16 units (letter, digit, space, …) as the treebank tokenizer tells them apart. */

const OTHER = 0;
export const LETTER = 1;
export const DIGIT = 2;
export const SPACE = 3;
export const HIGH_SURROGATE = 4;
/** Marks, joiners and variation selectors: they belong to the character before them. */
export const EXTENDER = 5;

const classes = new Uint8Array(0x10000).fill(255);

/** Character class of a UTF-16 unit, computed once per unit. */
export function classOf(unit: number): number {
  const known = classes[unit];
  if (known !== 255) return known;
  const char = String.fromCharCode(unit);
  let found = OTHER;
  if (unit >= 0xd800 && unit <= 0xdbff) found = HIGH_SURROGATE;
  else if (/[\p{L}\p{Nl}]/u.test(char)) found = LETTER;
  else if (/\p{N}/u.test(char)) found = DIGIT;
  else if (/\p{M}|\u200c|\u200d/u.test(char) || (unit >= 0xdc00 && unit <= 0xdfff)) found = EXTENDER;
  else if (/[\s\p{Cc}\u200b\u2060\ufeff]/u.test(char)) found = SPACE;
  classes[unit] = found;
  return found;
}

const APOSTROPHES = "'’‘`´";
export const isApostrophe = (char: string) => APOSTROPHES.includes(char);
export const isHyphen = (char: string) => char === '-' || char === '‐' || char === '‑';

export const isLetterOrDigit = (text: string, at: number) => {
  const kind = classOf(text.charCodeAt(at));
  return kind === LETTER || kind === DIGIT;
};
export const isUpperAt = (text: string, at: number) => text[at] !== text[at].toLowerCase();
export function isUpper(text: string, at: number, end: number): boolean {
  for (let i = at; i < end; i++) if (!isUpperAt(text, i)) return false;
  return true;
}
