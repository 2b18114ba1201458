/** Patterns and word lists of the treebank tokenizer: character classes, emoticons, addresses, numbers, abbreviations, clitics. */
import lists from './treebank-words.json' with { type: 'json' };

export const EMOTICON = /^(?:[<>]?[:;=8xX][-o*']?[)\](}{[dDpP/\\|@]{1,3}|[)\](}{[]{1,3}[-o*']?[:;=]|<3|\^_*\^|[oO]_[oO]|:['’]\()$/;
const URL = /^(?:(?:https?|ftp|file):\/\/|www\.|mailto:)[^\s<>"]+/i;
const EMAIL = /^[\w.+%-]+@[\w-]+(?:\.[\w-]+)*/;
const DOMAIN =
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|mil|info|biz|uk|ca|de|fr|au|tv|us|eu|ru|in|co)(?:\/[^\s<>"]*)?(?![\w])/i;
const NEWSGROUP = /^[a-z]+(?:\.[a-z-]{2,}){2,}(?![\w])/;
const FILE_NAME = /^[\w#-]+(?:\.[\w-]+)*\.(?:docx?|xlsx?|pdf|txt|html?|jpe?g|gif|png|zip|pptx?|exe|csv|url|php|mp3)(?![\w])/i;
export const NUMBER = /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.:/]\d+)+|\d*\.?\d+)/;
export const PHONE = /^(?:\d{1,2}[-.])?(?:\(?\d{3}\)?[-./])?\d{3}[-.]\d{4}(?!\d)|^\d{1,4}-\d{1,2}-\d{1,4}(?![\w-])/;
export const NUMBER_ENDING = /^(?:st|nd|rd|th|s|['’]s)(?![\p{L}\p{N}])/iu;
export const UNIT =
  /^(?:am|pm|a\.m\.?|p\.m\.?|k|m|b|bn|mm|cm|km|kg|g|lb|lbs|oz|ft|in|mph|gb|mb|kb|mg|ml|hr|hrs|min|mins|yr|yrs)(?![\p{L}\p{N}])/iu;

/** Length of the address or file name at the start of a text; 0 where there is none. */
export function addressLength(rest: string): number {
  if (rest.includes('/') || rest.startsWith('www.') || rest.startsWith('mailto:')) {
    const url = URL.exec(rest);
    if (url) return url[0].length;
  }
  if (rest.includes('@')) {
    const email = EMAIL.exec(rest);
    if (email) return email[0].length;
  }
  if (rest.includes('.')) {
    const name = DOMAIN.exec(rest) ?? FILE_NAME.exec(rest) ?? NEWSGROUP.exec(rest);
    if (name) return name[0].length;
  }
  return 0;
}

const OTHER = 0;
/** Classes of UTF-16 units (letter, digit, space, …) as the treebank tokenizer tells them apart. */
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

/**
 * Word lists of the treebank tokenizer: prefixes, abbreviations, contractions without an apostrophe, clitics.
 * A prefix keeps its hyphen: "non-stop", but "well - known".
 */
export const PREFIXES = new Set(lists.prefixes.split(' '));

/** These keep their final full stop inside a sentence. */
export const ABBREVIATIONS = new Set(lists.abbreviations.split(' '));
/** Those abbreviations that are words too: read as abbreviations only with a capital, and not at the end of a text. */
export const ALSO_WORDS = new Set(lists.alsoWords.split(' '));

/** Second halves of contractions that are written without an apostrophe, and of merged words. */
export const MERGED: Readonly<Record<string, number>> = lists.merged;

/** They follow an apostrophe. */
export const CLITICS = new Set(['s', 'm', 'd', 'll', 're', 've', 'nt']);
