/** Smileys, quotation marks, dots and symbols of Stanford's PTBTokenizer 3.4.1. */
import { chars, choice, optional, sequence, times } from '../patterns.ts';
import { apostrophe } from './characters.ts';

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
