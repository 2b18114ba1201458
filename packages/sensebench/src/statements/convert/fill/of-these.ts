/** Takes the choices out of a question: "which of these changes" → "which change", "forming which of these" → "forming what". */
import { singularize } from '../../../nlp/word-forms/index.ts';
import type { WordSenses } from '../parse/score-predicate.ts';
import { auxiliaryKind } from '../parse/verb-groups.ts';
import { isFiniteVerb, isNoun, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { type Converted, convertYesNo } from './yes-no.ts';

export interface Simplified {
  words: Word[];
  /** The question pointed to choices that it does not name. */
  pointed: boolean;
}

const POINTER = /^(following|these|those|below|choices|options|answers|statements)$/;

export function withoutChoices(words: readonly Word[]): Simplified {
  const at = words.findIndex((word, i) => /^(which|what)$/.test(word.lower) && ofThese(words, i) > 0);
  if (at < 0) return { words: [...words], pointed: false };
  const end = ofThese(words, at);
  const wh = words[at];
  const before = words.slice(0, at);
  const rest = words.slice(end);
  const noun = headOf(rest);
  if (noun < 0) {
    // Nothing but the pointer: "which of these is …", "forming which of these?"
    return { words: [...before, rest.length === 0 ? replaced(wh, 'what') : wh, ...rest], pointed: true };
  }
  // "which of these remains constant": what looks like a plural noun is the only verb.
  const hasVerb =
    !(rest[noun + 1]?.tag === 'NNS') && rest.slice(noun + 1).some((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined);
  const hidden = hasVerb ? -1 : hiddenVerb(rest, noun);
  if (hidden > 0)
    return {
      words: [...before, wh, ...inSingular(rest, noun).map((word, i) => (i === hidden ? { ...word, tag: 'VBZ' } : word))],
      pointed: true,
    };
  if (!hasVerb && noun === 0 && rest.length > 1 && rest[1].lower !== 'of')
    return { words: [...before, wh, { ...rest[0], tag: 'VBZ' }, ...rest.slice(1)], pointed: true };
  return { words: [...before, wh, ...inSingular(rest, noun)], pointed: true };
}

const inSingular = (words: readonly Word[], noun: number): Word[] =>
  words.map((word, i) => (i === noun && /^(NNS|VBZ)$/.test(word.tag) ? { ...replaced(word, singularize(word.lower)), tag: 'NN' } : word));

/** "of these conditions most likely results from": the plural behind an adverb is the verb. */
function hiddenVerb(rest: readonly Word[], noun: number): number {
  let at = noun + 1;
  while (rest[at] && /^(most|best|least|likely|\p{L}+ly)$/u.test(rest[at].lower)) at++;
  return rest[at]?.tag === 'NNS' && (at > noun + 1 || /^(IN|DT|TO|JJ)$/.test(rest[at + 1]?.tag ?? '')) ? at : -1;
}

/** The first word after "of these", "one of the following", "of the choices below"; 0 where nothing points. */
function ofThese(words: readonly Word[], wh: number): number {
  let at = wh + 1;
  if (words[at]?.lower === 'one' || (words[at]?.tag === 'CD' && words[at + 1]?.lower === 'of')) at++;
  if (words[at]?.lower !== 'of') return 0;
  at++;
  if (words[at]?.lower === 'the') at++;
  else if (!/^(these|those)$/.test(words[at]?.lower ?? '')) return 0;
  if (words[at] && /^(two|three|four|five)$/.test(words[at].lower) && POINTER.test(words[at + 1]?.lower ?? '')) at++;
  if (!words[at] || !POINTER.test(words[at].lower)) return 0;
  // "which of these statements": the noun is more than a pointer.
  if (/^(statements|answers|choices|options)$/.test(words[at].lower)) return words[at + 1]?.lower === 'below' ? at + 2 : 0;
  at++;
  if (/^(four|three|two|five)$/.test(words[at]?.lower ?? '')) at++;
  return at;
}

/** The plural noun that follows the pointer: "changes" in "of the following changes occurs". */
function headOf(rest: readonly Word[]): number {
  let last = -1;
  for (let i = 0; i < rest.length && /^(JJ|JJR|JJS|NN|NNS|NNP|CD|HYPH|VBN|VBG|CC|VBZ)$/.test(rest[i].tag); i++) {
    if (rest[i].tag === 'NNS') {
      // "resources results in": two plurals in a row are a noun and its verb.
      if (last === i - 1 && last >= 0) break;
      last = i;
    }
    // "Which of the following changes occurs": a plural noun that was taken for a verb.
    else if (rest[i].tag === 'VBZ') {
      let verb = 1;
      while (rest[verb] && /^(RB|RBS|RBR|JJS)$|^JJ$/.test(rest[verb].tag) && /ly$|^(most|best|least)$/.test(rest[verb].lower)) verb++;
      if (i === 0 && /^(VBZ|VBP|MD|VBD)$/.test(rest[verb]?.tag ?? '') && singularize(rest[0].lower) !== rest[0].lower) last = 0;
      break;
    }
  }
  return last;
}

/**
 * A question that names its choices: "… in July or in January?" keeps the right one, "Of A and B, …" and ": A, B or C" name them.
 * "Is it colder in July or in January?" with the answer "in July".
 */
export function choiceInside(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const or = words.findIndex((word) => word.lower === 'or');
  if (or < 2 || auxiliaryKind(words[0]) === undefined) return [];
  const said = core(answer.bare.map(({ lower }) => lower));
  const right = rightEnd(words, or);
  const left = leftStart(words, or, right);
  const lefts = words.slice(left, or).map(({ lower }) => lower);
  const rights = words.slice(or + 1, right).map(({ lower }) => lower);
  const isRight = same(core(rights), said);
  const isLeft = same(core(lefts), said);
  if (isRight === isLeft) return [];
  const kept = isRight ? [...words.slice(0, left), ...words.slice(or + 1)] : [...words.slice(0, or), ...words.slice(right)];
  const converted = convertYesNo(kept, true, senses);
  return [{ ...converted, rule: `choice/${converted.rule}`, confidence: Math.min(0.85, converted.confidence) }];
}

const core = (words: readonly string[]) =>
  words.filter((word, i) => i > 1 || !/^(in|on|at|to|by|the|a|an|of|from|through|during|more)$/.test(word));
const same = (a: readonly string[], b: readonly string[]) => a.length > 0 && a.join(' ') === b.join(' ');

/** The end of the phrase after "or": its preposition, its determiner and its nouns. */
function rightEnd(words: readonly Word[], or: number): number {
  let at = or + 1;
  while (words[at] && /^(IN|TO|DT|PRP\$|JJ|JJR|RB|RBR|CD)$/.test(words[at].tag)) at++;
  while (words[at] && (isNoun(words[at]) || /^(JJ|VBG|POS)$/.test(words[at].tag))) at++;
  return Math.max(at, or + 2);
}

/** The phrase before "or" begins with the same sort of word as the one after it. */
function leftStart(words: readonly Word[], or: number, right: number): number {
  const first = words[or + 1];
  const opens = (word: Word) =>
    /^(IN|TO)$/.test(first?.tag ?? '')
      ? word.lower === first.lower || /^(IN|TO)$/.test(word.tag)
      : /^(DT|PRP\$)$/.test(first?.tag ?? '') && word.tag === first.tag;
  for (let i = or - 1; i > Math.max(0, or - 6); i--) if (opens(words[i])) return i;
  return Math.max(1, or - Math.max(1, right - or - 1));
}

/** "takes the longest to orbit the Sun: Mars, Jupiter or Neptune" → the list in front. */
export function listedChoices(words: readonly Word[]): { words: Word[]; listed: Word[] } | null {
  const colon = words.findIndex((word) => word.text === ':');
  const or = words.findIndex((word, i) => i > colon && word.lower === 'or');
  if (colon < 3 || or < 0) return null;
  const listed = words.slice(colon + 1).map((word) => (word.lower === 'or' ? { ...word, text: 'and', lower: 'and' } : word));
  if (!listed.every((word) => isNoun(word) || /^(,|CC|DT|JJ)$/.test(word.tag))) return null;
  return { words: words.slice(0, colon), listed };
}
