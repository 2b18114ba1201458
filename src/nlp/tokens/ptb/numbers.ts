/** Numbers of Stanford's PTBTokenizer 3.4.1: dates, fractions, raised digits, telephone numbers. */
import { chars, choice, many, optional, sequence, some, times } from '../patterns.ts';
import { asciiDigit, digit, slash } from './characters.ts';

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
