/** The rules of Stanford's PTBTokenizer 3.4.1 with its default options: which text is one token, and how the token is written. Order decides between equal lengths. */
import {
  anyChar,
  charProperty,
  chars,
  choice,
  type LexerRule,
  many,
  notChars,
  optional,
  type Pattern,
  sequence,
  some,
  times,
  words,
} from './longest-match.ts';

export type PtbRule = LexerRule<string>;

// Characters. Halves of surrogate pairs belong to no class, so emoji outside the basic plane are dropped.
const unicodeLetter = charProperty(/\p{L}/u);
const unicodeDigit = charProperty(/\p{Nd}/u);
const upperCase = charProperty(/\p{Lu}/u);
const ascii = chars('A-Za-z');
const asciiDigit = chars('0-9');
const space = chars(' \t\u00A0\u2000-\u200A\u3000');
const newline = choice(chars('\r\n\u2028\u2029\u000B\u000C\u0085'), sequence(chars('\r'), chars('\n')));
const blank = choice(space, newline);
const digit = choice(unicodeDigit, chars('\u07C0-\u07C9'));
const letter = choice(
  unicodeLetter,
  sequence('&', chars('aeiouAEIOU'), words('acute grave uml'), ';'),
  // Marks and signs that stand inside words, the soft hyphen among them.
  chars(
    '\u00AD\u0237-\u024F\u02C2-\u02C5\u02D2-\u02DF\u02E5-\u02FF\u0300-\u037D\u0384\u0385\u03CF\u03F6\u03FC-\u03FF\u0483-\u0487\u04CF\u04F6-\u04FF' +
      '\u0510-\u0525\u055A-\u055F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0615-\u061A\u063B-\u063F\u064B-\u065E\u0670\u06D6-\u06EF\u06FA-\u06FF' +
      '\u070F\u0711\u0730-\u077F\u07A6-\u07B1\u07CA-\u07F5\u07FA\u0900-\u0903\u093C\u093E-\u094E\u0951-\u0955\u0962\u0963\u0981-\u0983\u09BC-\u09C4' +
      '\u09C7\u09C8\u09CB-\u09CD\u09D7\u09E2\u09E3\u0A01-\u0A03\u0A3C\u0A3E-\u0A4F\u0A81-\u0A83\u0ABC-\u0ACF\u0B82\u0BBE-\u0BC2\u0BC6-\u0BC8' +
      '\u0BCA-\u0BCD\u0C01-\u0C03\u0C3E-\u0C56\u0D3E-\u0D44\u0D46-\u0D48\u0E30-\u0E3A\u0E47-\u0E4E\u0EB1-\u0EBC\u0EC8-\u0ECD',
  ),
);
const insideSentence = chars(',;:\u3001');
const hyphen = chars('_\u058A\u2010\u2011-');
const ampersand = choice('&', '&amp;');

// Words and what clings to them.
const apostrophe = choice(chars("'\u0092\u2019"), '&apos;');
const apostropheLike = choice(apostrophe, chars('`\u0091\u2018\u201B'));
const wordPart = sequence(letter, many(choice(letter, digit)));
const word = sequence(wordPart, many(chars('.!?'), wordPart));
const clitic = sequence(apostrophe, choice(chars('msdMSD'), words('re ve ll')));
const negation = sequence('n', apostropheLike, 't');
const beforeNegation = sequence(many(chars('A-Za-z\u00AD')), chars('A-MO-Za-mo-z'), many(chars('\u00AD')));
const vowelWithApostrophe = sequence(some(unicodeLetter), chars('aeiouyAEIOUY'), apostropheLike, chars('aeiouA-Z'), many(unicodeLetter));
const wordWithApostrophe = choice(
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
const compound = sequence(compoundPart, many(hyphen, compoundPart));
const initials = sequence(some(chars('A-Z')), some(choice(chars('+&'), '&amp;'), some(chars('A-Z'))));
const slashPart = sequence(some(chars('A-Za-z0-9')), times(sequence('-', some(ascii)), 0, 2));
const slash = sequence(optional('\\'), '/');
const slashed = sequence(slashPart, times(sequence(slash, slashPart), 1, 2));
const fileEnding = words(
  'bat bmp c class cgi cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov mp3 pdf php pl png ppt ps py sql tar txt wav x xml zip',
);
const fileChar = choice(letter, digit);
const fileName = sequence(some(fileChar), many('.', some(fileChar)), '.', fileEnding);

// Abbreviations. The lists are the tokenizer's own; a word with ^ is one only with that capital.
const AFTER_SENTENCE_END =
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri ' +
  'ala ariz ^Az ^Ark calif colo conn ct dak ^Del fla ga ^Ill ind kan kans ky ^La ^Mass md mich minn ^Miss mo mont neb nev okla ^Ore ^Pa penn tenn ' +
  '^Tex va vt ^Wash wis wisc wyo inc co cos corp ltd plc rt bancorp bhd assn univ intl sys tel est ext sq jr sr bros ed.d ph.d blvd rd esq etc al seq bldg';
const company = sequence(times('p', 1, 2), 't', chars('ye'), optional('s'));
const abbreviationAtEnd = sequence(choice(words(AFTER_SENTENCE_END), company), '.');
const foreignRelations = choice(sequence(words('canada sino korean eu japan non'), '-u.s'), sequence('u.s.-', words('u.k u.s.s.r')));
const acronym = choice(sequence(ascii, many('.', ascii)), foreignRelations);
const longAcronym = choice(sequence(ascii, some('.', ascii)), foreignRelations);
const TITLES =
  'mr mrs ms ^Miss dr drs prof profs sen sens rep reps atty attys lt col gen messrs gov govs adm rev maj sgt cpl pvt capt st ste ave pres lieut hon brig ' +
  'cmdr comdr pfc spc supt supts det mt ft adj adv asst assoc ens insp mlle mme msgr sfc vs alex wm jos cie a.k.a cf treas ph invt elec natl mfg mtg dept';
const titleOrAcronym = choice(words(TITLES), acronym);
const BEFORE_NUMBER = 'ca fig figs prop no nos art bldg pp op';
const beforeNumber = sequence(words(BEFORE_NUMBER), '.');
/** Words that, after an acronym, start a new sentence. */
const sentenceOpeners = words(
  '^About ^According ^Additionally ^After ^An ^A ^As ^At ^But ^Earlier ^He ^Her ^Here ^However ^If ^In ^It ^Last ^Many ^More ^Mr. ^Ms. ^Now ^Once ^One ' +
    '^Other ^Our ^She ^Since ^So ^Some ^Such ^That ^The ^Their ^Then ^There ^These ^They ^This ^We ^When ^While ^What ^Yet ^You',
);

// Markup, addresses, names of the net.
const tagName = sequence(ascii, many(chars('A-Za-z0-9_:.-')));
const attributeValue = choice(sequence("'", many(notChars("'")), "'"), sequence('"', many(notChars('"')), '"'));
const attribute = sequence(tagName, optional(many(' '), '=', many(' '), attributeValue));
const tag = sequence(
  '<',
  choice(
    sequence(chars('!?'), chars('A-Za-z-'), many(notChars('>\r\n'))),
    sequence(tagName, many(some(' '), attribute), many(' '), optional('/')),
    sequence('/', tagName),
  ),
  many(' '),
  '>',
);
const url = sequence(choice('http://', 'https://'), some(notChars(' \t\n\f\r"<>|(){}')), notChars(' \t\n\f\r"<>|.!?(){},-'));
const urlPath = sequence('/', some(notChars(' \t\n\f\r"<>|()')), notChars(' \t\n\f\r"<>|.!?(){},-'));
const bareUrl = sequence(
  choice(
    sequence('www.', some(some(notChars(' \t\n\f\r"<>|.!?(){},')), '.'), times(ascii, 2, 4)),
    // The second list runs from the comma to the underscore: no digits, no capitals.
    sequence(some(some(notChars(' \t\n\f\r"`\'<>|.!?(){},-_$')), '.'), words('com net org edu')),
  ),
  optional(urlPath),
);
const mailPart = some(notChars(' \t\n\f\r"<>|(){}.\u00A0'));
const mail = sequence(
  optional(choice('<', '&lt;')),
  chars('a-zA-Z0-9'),
  many(notChars(' \t\n\f\r"<>|()\u00A0{}')),
  '@',
  many(mailPart, '.'),
  mailPart,
  optional(choice('>', '&gt;')),
);
const handle = choice(sequence('@', chars('a-zA-Z_'), many(chars('a-zA-Z_0-9'))), sequence('#', some(letter)));

// Numbers.
const date = sequence(times(digit, 1, 2), chars('/-'), times(digit, 1, 2), chars('/-'), times(digit, 2, 4));
const number = sequence(
  optional(chars('+-')),
  choice(some(digit), sequence(many(digit), some(chars('.:,\u00AD\u066B\u066C'), some(digit)))),
);
const raisedNumber = sequence(
  optional(chars('\u207A\u207B\u208A\u208B')),
  choice(some(chars('\u2070\u00B9\u00B2\u00B3\u2074-\u2079')), some(chars('\u2080-\u2089'))),
);
const fraction = sequence(optional(times(digit, 1, 4), chars(' \u00A0-')), times(digit, 1, 4), choice(slash, '\u2044'), times(digit, 1, 4));
const gap = chars(' \u00A0-');
const plusses = times('+', 0, 2);
const phone = choice(
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
const hyphenated = sequence(
  chars('A-Za-z0-9'),
  many(chars('A-Za-z0-9.,\u00AD')),
  some('-', choice(some(chars('A-Za-z0-9\u00AD')), sequence(longAcronym, '.'))),
);

// Signs.
const smiley = sequence(optional(chars('<>')), chars(':;='), optional(chars("o*'-")), chars('()DPdpO\\{@|[]'));
const eyes = chars("^x=~<>'-");
const face = choice(
  sequence(eyes, '_', eyes),
  sequence('(', eyes, optional(chars('_.')), eyes, ')'),
  sequence('(', chars("^x=~<>'"), '-', chars("^x=~<>'`"), ')'),
);
const doubleQuote = choice('"', '&quot;');
const quotes = choice(
  apostrophe,
  "''",
  times(chars('`\u2018\u2019\u201A\u201B\u201C\u201D\u0091\u0092\u0093\u0094\u201E\u201F\u2039\u203A\u00AB\u00BB'), 1, 2),
);
const ellipsis = choice(times('.', 3, 5), sequence(times(sequence('.', chars(' \u00A0')), 2, 4), '.'), chars('\u0085\u2026'));
const symbol = chars(
  '+%&~^|\\\u00A6\u00A7\u00A8\u00A9\u00AC\u00AE\u00AF\u00B0-\u00BA\u00D7\u00F7\u0387\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4\u0600-\u0603\u0606-\u060A' +
    '\u060C\u0614\u061B\u061E\u066A\u066D\u0703-\u070D\u07F6-\u07F8\u0964\u0965\u0E4F\u1FBD\u2016\u2017\u2020-\u2023\u2030-\u2038\u203B\u203E-\u2042' +
    '\u2044\u207A-\u207F\u208A-\u208E\u2100-\u214F\u2190-\u2BFF\u3012\u30FB\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65',
);

const SPLIT = 'gonna gotta lemme gimme wanna';

/** Words of letters alone that a rule names. Every other one is a token of its own before a blank, a comma with a blank, or the end of a line with or without a stop. */
export const NAMED_WORDS: ReadonlySet<string> = new Set(
  `cannot pty ptys pte ptes ppty pptys ppte pptes ${SPLIT} ${AFTER_SENTENCE_END} ${TITLES} ${BEFORE_NUMBER}`
    .replaceAll('^', '')
    .toLowerCase()
    .split(' '),
);

export const PTB_RULES: readonly PtbRule[] = [
  token(choice('c++', 'c#', 'f#')),
  split('cannot', 3),
  split("'twas", 2),
  split("'tis", 2),
  split(words(SPLIT), 3),
  written(tag, unbroken),
  written(choice(words('&md; &mdash; &ndash;'), chars('\u0096\u0097\u2013\u2014\u2015')), () => '--'),
  written(choice('&amp;'), () => '&'),
  token(sequence('&', choice(words('ht tl ur lr qc ql qr odq cdq'), sequence('#', some(asciiDigit))), ';')),
  written(word, withoutSoftHyphens, clitic),
  written(beforeNegation, withoutSoftHyphens, negation),
  written(word, withoutSoftHyphens),
  token(wordWithApostrophe),
  token(sequence('y', apostrophe), unicodeLetter),
  token(url),
  token(bareUrl),
  token(mail),
  token(handle),
  written(clitic, latexQuotes, notChars('A-Za-z')),
  written(negation, latexQuotes, notChars('A-Za-z')),
  token(date),
  written(number, withoutSoftHyphens),
  token(raisedNumber),
  written(fraction, unbroken),
  written(chars('\u00BC\u00BD\u00BE\u2153-\u215E'), plainFraction),
  written(
    choice(
      words('-rrb- -lrb- -rcb- -lcb- -rsb- -lsb- c.d.s pro- anti-'),
      sequence('s', ampersand, words('p-500 ls')),
      sequence('cap', apostrophe, 'n'),
      sequence('c', apostrophe, 'est'),
    ),
    plainAmpersand,
  ),
  token(slashed),
  token(choice(sequence(many(chars('A-Z')), '$'), '#')),
  written(chars('\u00A2\u00A3\u00A4\u00A5\u0080\u20A0\u20AC\u060B\u0E3F\u20A4\uFFE0\uFFE1\uFFE5\uFFE6'), plainCurrency),
  // One letter before a sentence's first word is a letter and a full stop ("Vitamin C. The ..."); a longer acronym keeps its stop.
  {
    pattern: sequence(acronym, '.'),
    ahead: sequence(some(blank), choice(sentenceOpeners, tag), blank),
    read: (text) => ({ token: text.length === 2 ? text[0] : text, used: text.length - 1 }),
  },
  token(beforeNumber, sequence(optional(blank), unicodeDigit)),
  token(sequence(choice(sequence('pt', chars('eyEY')), 'co'), '.'), sequence(space, words('ltd lim'))),
  { pattern: abbreviationAtEnd, ahead: sequence(blank, choice(blank, upperCase, tag)), read: stopTwice },
  token(abbreviationAtEnd, sequence(anyChar, anyChar)),
  { pattern: abbreviationAtEnd, read: stopTwice },
  token(sequence(titleOrAcronym, '.')),
  token(titleOrAcronym, space),
  token(acronym, blank),
  token(sequence(apostrophe, asciiDigit, asciiDigit), blank),
  token(fileName, choice(blank, chars('.?!,'))),
  written(sequence(word, '.'), withoutSoftHyphens, insideSentence),
  written(phone, (text) => bracketed(unbroken(text))),
  written(doubleQuote, leftQuotes, chars('A-Za-z0-9$')),
  written(doubleQuote, latexQuotes),
  nothing(chars('\u007F')),
  written(choice('<', '&lt;'), () => '<'),
  written(choice('>', '&gt;'), () => '>'),
  written(smiley, bracketed, notChars('A-Za-z0-9')),
  written(face, bracketed),
  written(chars('{}[]()'), bracketName),
  written(some('-'), (text) => (text.length === 3 || text.length === 4 ? '--' : text)),
  written(ellipsis, () => '...'),
  token(choice(some('@'), some('#'), some('_'))),
  token(choice(some('*'), times('\\*', 1, 3))),
  token(insideSentence),
  token(some(chars('?!'))),
  token(chars('.\u00A1\u00BF\u037E\u0589\u061F\u06D4\u0700-\u0702\u07FA\u3002')),
  token(chars('=/')),
  written(sequence(hyphenated, '.'), withoutSoftHyphens, insideSentence),
  written(hyphenated, withoutSoftHyphens),
  token(sequence(compound, '.'), insideSentence),
  token(compound),
  written(sequence(initials, '.'), plainAmpersand, insideSentence),
  written(initials, plainAmpersand),
  written(choice("'"), leftQuotes, sequence(ascii, notChars(' \t\n\r\u00A0'))),
  written(clitic, latexQuotes),
  written(negation, latexQuotes),
  written(quotes, latexQuotes),
  token(words('<< >>')),
  token(symbol),
  nothing(choice(chars('\0'), some(space), chars('\u200B\u200E\u200F\uFEFF'))),
  nothing(newline),
  nothing(choice('&nbsp;')),
];

function token(pattern: Pattern, ahead?: Pattern): PtbRule {
  return { pattern, ahead, read: (text) => ({ token: text }) };
}

function written(pattern: Pattern, write: (text: string) => string, ahead?: Pattern): PtbRule {
  return { pattern, ahead, read: (text) => ({ token: write(text) }) };
}

function nothing(pattern: Pattern): PtbRule {
  return { pattern, read: () => ({ token: null }) };
}

/** One word in the text, two tokens in the treebank: the first is taken, the rest read again. */
function split(pattern: Pattern | string, first: number): PtbRule {
  return { pattern: choice(pattern), read: (text) => ({ token: text.slice(0, first), used: first }) };
}

/** An abbreviation that ends its sentence keeps its stop, and the sentence gets one too. */
function stopTwice(text: string) {
  return { token: text, used: text.length - 1 };
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}

function withoutSoftHyphens(text: string): string {
  return text.includes('\u00AD') ? text.replaceAll('\u00AD', '') || '-' : text;
}

function plainAmpersand(text: string): string {
  return text.replace(/&amp;/gi, '&');
}

const FRACTIONS: Record<string, string> = { '\u00BC': '1/4', '\u00BD': '1/2', '\u00BE': '3/4', '\u2153': '1/3', '\u2154': '2/3' };

function plainFraction(text: string): string {
  return FRACTIONS[text] ?? text;
}

/** The treebank writes pounds as # and has a dollar sign for all that it does not know. */
function plainCurrency(text: string): string {
  return text
    .replace('\u00A2', 'cents')
    .replace('\u00A3', '#')
    .replace(/[\u0080\u00A4\u20A0\u20AC]/, '$');
}

const BRACKETS: Record<string, string> = { '(': '-LRB-', ')': '-RRB-', '{': '-LCB-', '}': '-RCB-', '[': '-LSB-', ']': '-RSB-' };

function bracketName(text: string): string {
  return BRACKETS[text];
}

/** Round brackets alone are renamed inside smileys and telephone numbers. */
function bracketed(text: string): string {
  return text.replace(/[()]/g, bracketName);
}

function leftQuotes(text: string): string {
  return curled(text.replace(/&apos;|'/g, '`').replace(/"|&quot;/g, '``'));
}

function latexQuotes(text: string): string {
  return curled(text.replace(/&apos;|'/g, "'").replace(/"|&quot;/g, "''"));
}

function curled(text: string): string {
  return text
    .replace(/[\u0091\u2018\u201B\u2039]/g, '`')
    .replace(/[\u0092\u2019\u203A]/g, "'")
    .replace(/[\u0093\u201C\u00AB]/g, '``')
    .replace(/[\u0094\u201D\u00BB]/g, "''");
}
