/** Words of Stanford's PTBTokenizer 3.4.1 with their clitics, apostrophes and hyphens; initials, slashed words, file names. */
import { chars, choice, many, optional, sequence, some, times, words } from '../patterns.ts';
import { longAcronym } from './abbreviations.ts';
import { apostrophe, apostropheLike, ascii, digit, hyphen, letter, slash, unicodeDigit, unicodeLetter } from './characters.ts';

const wordPart = sequence(letter, many(choice(letter, digit)));
export const word = sequence(wordPart, many(chars('.!?'), wordPart));
export const clitic = sequence(apostrophe, choice(chars('msdMSD'), words('re ve ll')));
export const negation = sequence('n', apostropheLike, 't');
export const beforeNegation = sequence(many(chars('A-Za-z\u00AD')), chars('A-MO-Za-mo-z'), many(chars('\u00AD')));
const vowelWithApostrophe = sequence(some(unicodeLetter), chars('aeiouyAEIOUY'), apostropheLike, chars('aeiouA-Z'), many(unicodeLetter));
export const wordWithApostrophe = choice(
  sequence(apostrophe, 'n', optional(apostrophe)),
  sequence(choice(chars('lLdDjJ'), words('dunkin somethin ol')), apostrophe),
  sequence(apostrophe, words('em til till cause')),
  sequence(chars('A-HJ-XZn'), apostropheLike, unicodeLetter, some(unicodeLetter)),
  sequence(apostrophe, chars('2-9'), '0s'),
  vowelWithApostrophe,
  words("cont'd cont'd. 'twas nor'easter c'mon e'er s'mores ev'ry li'l nat'l"),
  sequence('o', apostropheLike, 'o'),
);
const elision = sequence(chars('dDoOlL'), apostropheLike, choice(unicodeLetter, unicodeDigit));
const compoundPart = sequence(optional(elision), some(choice(unicodeLetter, unicodeDigit)));
export const compound = sequence(compoundPart, many(hyphen, compoundPart));
export const initials = sequence(some(chars('A-Z')), some(choice(chars('+&'), '&amp;'), some(chars('A-Z'))));
const slashPart = sequence(some(chars('A-Za-z0-9')), times(sequence('-', some(ascii)), 0, 2));
export const slashed = sequence(slashPart, times(sequence(slash, slashPart), 1, 2));
const fileEnding = words(
  'bat bmp c class cgi cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov mp3 pdf php pl png ppt ps py sql tar txt wav x xml zip',
);
const fileChar = choice(letter, digit);
export const fileName = sequence(some(fileChar), many('.', some(fileChar)), '.', fileEnding);
export const hyphenated = sequence(
  chars('A-Za-z0-9'),
  many(chars('A-Za-z0-9.,\u00AD')),
  some('-', choice(some(chars('A-Za-z0-9\u00AD')), sequence(longAcronym, '.'))),
);
