/** METEOR 1.5's English function words: more frequent than 1 in 1000 in news text (Denkowski and Lavie 2011, section 3). */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...'the to of and a in that for is on it with was as said at he by be from have has are his but an this not i will they who their had we which were'.split(
    ' ',
  ),
  ...'been more or s its would about new one after you also up when there than all out her people she year two can if last first over other into some what'.split(
    ' ',
  ),
  ...'so no time years could'.split(' '),
  ...[',', '.', '"', "'s", '\u2019', ')', '-rrb-', '(', '-lrb-', ':', '$', '-', '\u201C', '\u201D', '--', '?', "'t", '\u2014', "'"],
]);
