/** Definitions that the rules of Stanford's PTBTokenizer 3.4.1 refer to: characters, abbreviations, numbers, addresses, words, signs. */
import { charProperty, chars, choice, many, notChars, optional, sequence, some, times, words } from '../patterns.ts';

// Halves of surrogate pairs belong to no class, so emoji outside the basic plane are dropped.
export const unicodeLetter = charProperty(/\p{L}/u);
export const unicodeDigit = charProperty(/\p{Nd}/u);
export const upperCase = charProperty(/\p{Lu}/u);
export const ascii = chars('A-Za-z');
export const asciiDigit = chars('0-9');
export const space = chars(' \t\u00A0\u2000-\u200A\u3000');
export const newline = choice(chars('\r\n\u2028\u2029\u000B\u000C\u0085'), sequence(chars('\r'), chars('\n')));
export const blank = choice(space, newline);
const digit = choice(unicodeDigit, chars('\u07C0-\u07C9'));
const letter = choice(
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
const hyphen = chars('_\u058A\u2010\u2011-');
export const ampersand = choice('&', '&amp;');
const slash = sequence(optional('\\'), '/');
export const apostrophe = choice(chars("'\u0092\u2019"), '&apos;');
const apostropheLike = choice(apostrophe, chars('`\u0091\u2018\u201B'));

// The lists are the tokenizer's own; a word with ^ is one only with that capital.
// Abbreviations: words that keep their full stop.
export const AFTER_SENTENCE_END =
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri ' +
  'ala ariz ^Az ^Ark calif colo conn ct dak ^Del fla ga ^Ill ind kan kans ky ^La ^Mass md mich minn ^Miss mo mont neb nev okla ^Ore ^Pa penn tenn ' +
  '^Tex va vt ^Wash wis wisc wyo inc co cos corp ltd plc rt bancorp bhd assn univ intl sys tel est ext sq jr sr bros ed.d ph.d blvd rd esq etc al seq bldg';
const company = sequence(times('p', 1, 2), 't', chars('ye'), optional('s'));
export const abbreviationAtEnd = sequence(choice(words(AFTER_SENTENCE_END), company), '.');
const foreignRelations = choice(sequence(words('canada sino korean eu japan non'), '-u.s'), sequence('u.s.-', words('u.k u.s.s.r')));
export const acronym = choice(sequence(ascii, many('.', ascii)), foreignRelations);
const longAcronym = choice(sequence(ascii, some('.', ascii)), foreignRelations);
export const TITLES =
  'mr mrs ms ^Miss dr drs prof profs sen sens rep reps atty attys lt col gen messrs gov govs adm rev maj sgt cpl pvt capt st ste ave pres lieut hon brig ' +
  'cmdr comdr pfc spc supt supts det mt ft adj adv asst assoc ens insp mlle mme msgr sfc vs alex wm jos cie a.k.a cf treas ph invt elec natl mfg mtg dept';
export const titleOrAcronym = choice(words(TITLES), acronym);
export const BEFORE_NUMBER = 'ca fig figs prop no nos art bldg pp op';
export const beforeNumber = sequence(words(BEFORE_NUMBER), '.');
/** Words that, after an acronym, start a new sentence. */
export const sentenceOpeners = words(
  '^About ^According ^Additionally ^After ^An ^A ^As ^At ^But ^Earlier ^He ^Her ^Here ^However ^If ^In ^It ^Last ^Many ^More ^Mr. ^Ms. ^Now ^Once ^One ' +
    '^Other ^Our ^She ^Since ^So ^Some ^Such ^That ^The ^Their ^Then ^There ^These ^They ^This ^We ^When ^While ^What ^Yet ^You',
);

// Numbers: dates, fractions, raised digits, telephone numbers.
export const date = sequence(times(digit, 1, 2), chars('/-'), times(digit, 1, 2), chars('/-'), times(digit, 2, 4));
export const number = sequence(
  optional(chars('+-')),
  choice(some(digit), sequence(many(digit), some(chars('.:,\u00AD\u066B\u066C'), some(digit)))),
);
export const raisedNumber = sequence(
  optional(chars('\u207A\u207B\u208A\u208B')),
  choice(some(chars('\u2070\u00B9\u00B2\u00B3\u2074-\u2079')), some(chars('\u2080-\u2089'))),
);
export const fraction = sequence(
  optional(times(digit, 1, 4), chars(' \u00A0-')),
  times(digit, 1, 4),
  choice(slash, '\u2044'),
  times(digit, 1, 4),
);
const gap = chars(' \u00A0-');
const plusses = times('+', 0, 2);
export const phone = choice(
  sequence(
    choice(
      sequence('(', times(asciiDigit, 2, 3), ')', optional(chars(' \u00A0'))),
      sequence(plusses, optional(times(asciiDigit, 2, 4), gap), times(asciiDigit, 2, 4), gap),
    ),
    times(asciiDigit, 3, 4),
    optional(gap),
    times(asciiDigit, 3, 5),
  ),
  sequence(
    optional(plusses, times(asciiDigit, 2, 4), '.'),
    times(asciiDigit, 2, 4),
    '.',
    times(asciiDigit, 3, 4),
    '.',
    times(asciiDigit, 3, 5),
  ),
);

const tagName = sequence(ascii, many(chars('A-Za-z0-9_:.-')));
const attributeValue = choice(sequence("'", many(notChars("'")), "'"), sequence('"', many(notChars('"')), '"'));
const attribute = sequence(tagName, optional(many(' '), '=', many(' '), attributeValue));
// Markup, web and mail addresses, handles.
export const tag = sequence(
  '<',
  choice(
    sequence(chars('!?'), chars('A-Za-z-'), many(notChars('>\r\n'))),
    sequence(tagName, many(some(' '), attribute), many(' '), optional('/')),
    sequence('/', tagName),
  ),
  many(' '),
  '>',
);
export const url = sequence(choice('http://', 'https://'), some(notChars(' \t\n\f\r"<>|(){}')), notChars(' \t\n\f\r"<>|.!?(){},-'));
const urlPath = sequence('/', some(notChars(' \t\n\f\r"<>|()')), notChars(' \t\n\f\r"<>|.!?(){},-'));
export const bareUrl = sequence(
  choice(
    sequence('www.', some(some(notChars(' \t\n\f\r"<>|.!?(){},')), '.'), times(ascii, 2, 4)),
    // The second list runs from the comma to the underscore: no digits, no capitals.
    sequence(some(some(notChars(' \t\n\f\r"`\'<>|.!?(){},-_$')), '.'), words('com net org edu')),
  ),
  optional(urlPath),
);
const mailPart = some(notChars(' \t\n\f\r"<>|(){}.\u00A0'));
export const mail = sequence(
  optional(choice('<', '&lt;')),
  chars('a-zA-Z0-9'),
  many(notChars(' \t\n\f\r"<>|()\u00A0{}')),
  '@',
  many(mailPart, '.'),
  mailPart,
  optional(choice('>', '&gt;')),
);
export const handle = choice(sequence('@', chars('a-zA-Z_'), many(chars('a-zA-Z_0-9'))), sequence('#', some(letter)));

const wordPart = sequence(letter, many(choice(letter, digit)));
// Words with their clitics, apostrophes and hyphens; initials, slashed words, file names.
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

// Smileys, quotation marks, dots and symbols.
export const smiley = sequence(optional(chars('<>')), chars(':;='), optional(chars("o*'-")), chars('()DPdpO\\{@|[]'));
const eyes = chars("^x=~<>'-");
export const face = choice(
  sequence(eyes, '_', eyes),
  sequence('(', eyes, optional(chars('_.')), eyes, ')'),
  sequence('(', chars("^x=~<>'"), '-', chars("^x=~<>'`"), ')'),
);
export const doubleQuote = choice('"', '&quot;');
export const quotes = choice(
  apostrophe,
  "''",
  times(chars('`\u2018\u2019\u201A\u201B\u201C\u201D\u0091\u0092\u0093\u0094\u201E\u201F\u2039\u203A\u00AB\u00BB'), 1, 2),
);
export const ellipsis = choice(times('.', 3, 5), sequence(times(sequence('.', chars(' \u00A0')), 2, 4), '.'), chars('\u0085\u2026'));
export const symbol = chars(
  '+%&~^|\\\u00A6\u00A7\u00A8\u00A9\u00AC\u00AE\u00AF\u00B0-\u00BA\u00D7\u00F7\u0387\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4\u0600-\u0603\u0606-\u060A' +
    '\u060C\u0614\u061B\u061E\u066A\u066D\u0703-\u070D\u07F6-\u07F8\u0964\u0965\u0E4F\u1FBD\u2016\u2017\u2020-\u2023\u2030-\u2038\u203B\u203E-\u2042' +
    '\u2044\u207A-\u207F\u208A-\u208E\u2100-\u214F\u2190-\u2BFF\u3012\u30FB\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65',
);
