/** The rules of Stanford's PTBTokenizer 3.4.1 with its default options. Order decides between matches of equal length. */
import type { LexerRule } from '../longest-match.ts';
import { anyChar, chars, choice, many, notChars, optional, type Pattern, sequence, some, times, words } from '../patterns.ts';
import {
  AFTER_SENTENCE_END,
  abbreviationAtEnd,
  acronym,
  ampersand,
  apostrophe,
  ascii,
  asciiDigit,
  BEFORE_NUMBER,
  bareUrl,
  beforeNegation,
  beforeNumber,
  blank,
  clitic,
  compound,
  date,
  doubleQuote,
  ellipsis,
  face,
  fileName,
  fraction,
  handle,
  hyphenated,
  initials,
  insideSentence,
  mail,
  negation,
  newline,
  number,
  phone,
  quotes,
  raisedNumber,
  sentenceOpeners,
  slashed,
  smiley,
  space,
  symbol,
  TITLES,
  tag,
  titleOrAcronym,
  unicodeDigit,
  unicodeLetter,
  upperCase,
  url,
  word,
  wordWithApostrophe,
} from './definitions.ts';
import {
  bracketed,
  bracketName,
  latexQuotes,
  leftQuotes,
  plainAmpersand,
  plainCurrency,
  plainFraction,
  unbroken,
  withoutSoftHyphens,
} from './writing.ts';

export type PtbRule = LexerRule<string>;

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
