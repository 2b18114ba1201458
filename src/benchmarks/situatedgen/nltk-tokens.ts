/** Counts tokens as NLTK's word_tokenize does, which gives the "# Avg. Output Tokens" of SituatedGen's Table 2 (20.89 and 24.08). */

/** Abbreviations that keep their full stop inside a sentence; any other word before a full stop ends a sentence there, as Punkt has it. */
const ABBREVIATIONS = new Set(
  'u.s u.k u.n d.c l.a n.y a.m p.m b.c a.d st mt ft dr mr mrs ms jr sr vs gen sen rep gov prof co corp inc ltd no etc e.g i.e jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

const RULES: readonly (readonly [RegExp, string])[] = [
  [/^["“«]|(?<=[\s([{<])["“«]/g, ' $& '],
  [/["“”«»]/g, ' $& '],
  [/([:,])(?=\D)|[:,]$/g, ' $& '],
  [/\.{2,}|[;@#$%&?!()[\]{}<>*]|--/g, ' $& '],
  [/([^'])'(?=\s|$)/g, "$1 ' "],
  [/([^' ])('(?:s|m|d|ll|re|ve)|n't)(?=\s|$|[.,;:?!])/gi, '$1 $2 '],
  [/\b(can)(not)\b|\b(gon|wan)(na)\b|\b(got)(ta)\b|\b(gim|lem)(me)\b/gi, '$1$3$5$7 $2$4$6$8'],
];

export function nltkTokens(sentence: string): string[] {
  let text = ` ${sentence} `;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word, index) => {
    if (!/[^.]\.$/.test(word)) return [word];
    const bare = word.slice(0, -1);
    const last = index === words.length - 1;
    const kept = !last && (/^\p{L}$/u.test(bare) || ABBREVIATIONS.has(bare.toLowerCase()));
    return kept ? [word] : [bare, '.'];
  });
}
