/** Which sentences of running text can stand alone as general statements, told by their letters and words while reading. */

export interface SentenceLimits {
  /** Words of a sentence. */
  leastWords: number;
  mostWords: number;
}

const SENTENCE_LIMITS: SentenceLimits = { leastWords: 4, mostWords: 40 };

export interface BrokenRule {
  rule: string;
  value?: number | string;
  limit?: number;
}

/** Marks of lists, tables, headings and mark-up, and lines that end without a full stop. */
const NOT_A_SENTENCE = /^\s*(?:[-*•·#=|>[{<]|\(?\d{1,3}[.)]\s|[a-z]\)\s|\d+\s+(?:[-–—]|\p{Lu}\p{Ll}))|[|{}<>]|https?:\/\/|==|\t|\.{3}|…/u;
const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:I|i(?=['’\s])|[Ww]e|[Mm]e|[Uu]s|[Mm]y|[Mm]ine|[Oo]ur|[Oo]urs|[Mm]yself|[Oo]urselves|[Yy]ou|[Yy]our|[Yy]ours|[Yy]ourself)(?![\p{L}\p{N}])/u;
/** A sentence that begins with one of these speaks of what was said before. */
const POINTS_BACK =
  /^(?:He|She|It|They|Him|Her|Them|His|Its|Their|This|That|These|Those|Such|Here|There|Then|Thus|Therefore|However|Moreover|Furthermore|Also|Instead|Nevertheless|Consequently|Afterwards|Similarly|Likewise|Hence|Otherwise|Additionally|Both|Another|Others|Some|Many|Most|One|But|And|Or|So|Yet|For example|For instance|In addition|As a result|In contrast|On the other hand|After this|After that|At this|At that|In this|In that|Subsequently|Meanwhile|Again|Of course|Evidently|Indeed|In fact|Still|Later|Finally|Eventually|Nonetheless|Besides|Overall|The (?:next|same|following|previous|other|latter|former))(?![\p{L}\p{N}])/u;
/** The same inside a sentence. */
const POINTS_BACK_INSIDE =
  /(?<![\p{L}\p{N}])(?:also|too(?=[,.])|however|therefore|likewise|moreover|thus|the (?:latter|former|above|following)|in those days|at (?:the|that) time)(?![\p{L}\p{N}])/iu;
/** Whoever reads it on another day reads something else. */
const NOW =
  /(?<![\p{L}\p{N}])(?:today|tonight|tomorrow|yesterday|nowadays|now|currently|recently|lately|so far|ago|(?:last|next|past|this|recent|coming) (?:few |two |three |several |past )?(?:seconds?|minutes?|hours?|days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?|decades?|century|spring|summer|autumn|fall|winter|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday))(?![\p{L}\p{N}])/iu;

/** The first rule that a sentence breaks; null for none. */
export function brokenSentenceRule(text: string, { leastWords, mostWords }: SentenceLimits = SENTENCE_LIMITS): BrokenRule | null {
  if (NOT_A_SENTENCE.test(text) || !/^["'“‘]?[\p{Lu}\p{N}]/u.test(text)) return { rule: 'a heading, a list or mark-up' };
  if (/\?["'”’)]*$/.test(text)) return { rule: 'a question' };
  if (!/[.!]["'”’)]*$/.test(text)) return { rule: 'a heading, a list or mark-up' };
  const words = text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
  if (words.length < leastWords) return { rule: 'too short', value: words.length, limit: leastWords };
  if (words.length > mostWords) return { rule: 'too long', value: words.length, limit: mostWords };
  if (/["“”„«»]/u.test(text)) return { rule: 'a quotation' };
  if (/[;:]|\(.*\)|\[.*\]|[—–]\s/u.test(text)) return { rule: 'more than one clause', value: 'a colon, a semicolon, a dash or brackets' };
  const person = FIRST_PERSON.exec(text)?.[0];
  if (person !== undefined) return { rule: 'first or second person', value: person };
  const back = (POINTS_BACK.exec(text) ?? POINTS_BACK_INSIDE.exec(text))?.[0];
  if (back !== undefined) return { rule: 'speaks of what was said before', value: back };
  const now = NOW.exec(text)?.[0];
  if (now !== undefined) return { rule: 'depends on the day of writing', value: now };
  return null;
}
