/** Where Python's `split()` and `strip()` cut: not where JavaScript's `\s` does. */

/** JavaScript's `\s` has U+FEFF, which Python keeps, and lacks five of these. */
const BLANK = '[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const BLANKS = new RegExp(`${BLANK}+`);
const LAST_BLANKS = new RegExp(`(?<!${BLANK})${BLANK}+$`);

/** `text.split()` of Python: the parts between blanks, none empty. */
export function splitBlanks(text: string): string[] {
  return text.split(BLANKS).filter((part) => part !== '');
}

/** `text.rstrip()` of Python. */
export function trimRight(text: string): string {
  return text.replace(LAST_BLANKS, '');
}
