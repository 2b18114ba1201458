/** Characters as Stanford's PTBTokenizer 3.4.1 classes them: letters, digits, blanks, hyphens, apostrophes. */
import { charProperty, chars, choice, optional, sequence, words } from '../patterns.ts';

// Halves of surrogate pairs belong to no class, so emoji outside the basic plane are dropped.
export const unicodeLetter = charProperty(/\p{L}/u);
export const unicodeDigit = charProperty(/\p{Nd}/u);
export const upperCase = charProperty(/\p{Lu}/u);
export const ascii = chars('A-Za-z');
export const asciiDigit = chars('0-9');
export const space = chars(' \t\u00A0\u2000-\u200A\u3000');
export const newline = choice(chars('\r\n\u2028\u2029\u000B\u000C\u0085'), sequence(chars('\r'), chars('\n')));
export const blank = choice(space, newline);
export const digit = choice(unicodeDigit, chars('\u07C0-\u07C9'));
export const letter = choice(
  unicodeLetter,
  sequence('&', chars('aeiouAEIOU'), words('acute grave uml'), ';'),
  // Marks and signs inside words, among them the soft hyphen.
  chars(
    '\u00AD\u0237-\u024F\u02C2-\u02C5\u02D2-\u02DF\u02E5-\u02FF\u0300-\u037D\u0384\u0385\u03CF\u03F6\u03FC-\u03FF\u0483-\u0487\u04CF\u04F6-\u04FF' +
      '\u0510-\u0525\u055A-\u055F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0615-\u061A\u063B-\u063F\u064B-\u065E\u0670\u06D6-\u06EF\u06FA-\u06FF' +
      '\u070F\u0711\u0730-\u077F\u07A6-\u07B1\u07CA-\u07F5\u07FA\u0900-\u0903\u093C\u093E-\u094E\u0951-\u0955\u0962\u0963\u0981-\u0983\u09BC-\u09C4' +
      '\u09C7\u09C8\u09CB-\u09CD\u09D7\u09E2\u09E3\u0A01-\u0A03\u0A3C\u0A3E-\u0A4F\u0A81-\u0A83\u0ABC-\u0ACF\u0B82\u0BBE-\u0BC2\u0BC6-\u0BC8' +
      '\u0BCA-\u0BCD\u0C01-\u0C03\u0C3E-\u0C56\u0D3E-\u0D44\u0D46-\u0D48\u0E30-\u0E3A\u0E47-\u0E4E\u0EB1-\u0EBC\u0EC8-\u0ECD',
  ),
);
export const insideSentence = chars(',;:\u3001');
export const hyphen = chars('_\u058A\u2010\u2011-');
export const ampersand = choice('&', '&amp;');
export const slash = sequence(optional('\\'), '/');
export const apostrophe = choice(chars("'\u0092\u2019"), '&apos;');
export const apostropheLike = choice(apostrophe, chars('`\u0091\u2018\u201B'));
