/** A question with its right choice as a statement: context kept, a wh-word or a blank filled, fronted clauses put in order. */
import type { AnswerPhrase } from './answer-phrase.ts';
import { fillBlank, fillEnd, fillInPlace } from './fill-blank.ts';
import { findSubject } from './find-subject.ts';
import { locateWh, verbAfter } from './locate-wh.ts';
import type { WordSenses } from './score-predicate.ts';
import { splitStem, trimmed } from './stem.ts';
import { auxiliaryKind } from './verb-groups.ts';
import { apposition, nounPhrase, whPhrase } from './wh-phrase.ts';
import { convertFronted } from './wh-question.ts';
import { isFiniteVerb, isNoun, made, uncapitalised, type Word } from './words.ts';
import { type Converted, confidenceOf, invert } from './yes-no.ts';

export function convertChoice(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted {
  const { before, asking, after } = splitStem(words);
  const converted = convertAsking(trimmed(asking), answer, senses);
  const parts = [
    ...before.map((word) => (/^\?+$/.test(word.text) ? { ...word, text: '.' } : word)),
    ...spaced(closed(converted.words)),
    ...after,
  ];
  return { ...converted, words: before.length + after.length > 0 ? capitalisedAt(parts, before.length) : converted.words };
}

const closed = (words: readonly Word[]): Word[] => [...words, ...made('.', '.')];

function spaced(words: readonly Word[]): Word[] {
  return words.map((word, i) => (i === 0 ? { ...word, space: true } : word));
}

/** The asking sentence begins with a large letter again. */
function capitalisedAt(words: readonly Word[], at: number): Word[] {
  return words.map((word, i) => (i === at ? { ...word, text: word.text.charAt(0).toUpperCase() + word.text.slice(1) } : word));
}

function convertAsking(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted {
  const blank = fillBlank(words, answer);
  if (blank) return blank;
  const place = locateWh(words);
  const pointer = words[words.length - 1];
  if ((!place || place.score <= 1) && pointer?.lower === 'this')
    return fillInPlace([...words.slice(0, -1), { ...pointer, lower: 'what' }], words.length - 1, answer);
  const named = nameImperative(words, answer);
  if (named) return named;
  if (!place || (place.score <= 1 && place.at === 0 && /^(when|where|how)$/.test(words[0].lower))) return fillEnd(words, answer);
  if (place.kind === 'in place') return fillInPlace(words, place.at, answer);
  let start = place.at;
  const previous = words[start - 1];
  const preposition =
    previous &&
    /^(IN|TO)$/.test(previous.tag) &&
    !/^(so|then)$/.test(previous.lower) &&
    (start === 1 || /^[,;:]$/.test(words[start - 2].text) || words[start].lower === 'which')
      ? previous
      : undefined;
  if (preposition) start--;
  const fronted = frontedPhrase(words, place.at, answer, senses);
  if (!preposition && fronted) return fronted;
  const converted = convertFronted({ words: words.slice(place.at), answer, senses, ...(preposition ? { preposition } : {}) });
  if (!converted) return fillInPlace(words, place.at, answer);
  const lead = words.slice(0, start);
  if (lead.length === 0) return converted;
  return {
    ...converted,
    words: [...lead, ...joint(lead), ...uncapitalised(converted.words)],
    rule: `${converted.rule}/context`,
    confidence: converted.confidence * 0.97,
  };
}

/** "According to what book did …?": the phrase stays in front, the clause is put in order. */
function frontedPhrase(words: readonly Word[], at: number, answer: AnswerPhrase, senses: WordSenses): Converted | null {
  const previous = words[at - 1];
  if (!previous || !/^(IN|TO)$/.test(previous.tag) || at < 2) return null;
  const verb = verbAfter(words, at);
  const kind = auxiliaryKind(words[verb]);
  if (verb < 0) return null;
  if (kind === undefined || at > 3) return fillInPlace(words, at, answer);
  const after = words.slice(verb + 1);
  const cut = findSubject(after, { kind, senses });
  if (!cut) return null;
  const clause = invert({ auxiliary: words[verb], subject: after.slice(0, cut.end), predicate: after.slice(cut.end), negative: false });
  const phrase = whPhrase(words.slice(at, verb));
  const noun = nounPhrase(phrase, answer) ?? apposition(phrase, answer, { last: true });
  return {
    words: [...words.slice(0, at), ...noun, ...made(',', ','), ...clause.words],
    rule: `wh/${phrase.wh}/phrase`,
    confidence: Math.min(0.85, confidenceOf(cut)),
  };
}

/** "Name a place where …" → "A place where … is an attic." */
function nameImperative(words: readonly Word[], answer: AnswerPhrase): Converted | null {
  const [first, second] = words;
  if (!first || !second || !/^(name|identify)$/.test(first.lower) || !/^(DT|CD)$/.test(second.tag)) return null;
  return { words: [...words.slice(1), ...made('is', 'VBZ'), ...answer.withArticle], rule: 'fill/name', confidence: 0.85 };
}

const SUBORDINATOR =
  /^(if|when|after|before|while|because|since|as|though|although|despite|once|until|unless|given|whenever|wherever|according|during|in|on|at|for|to|from|by|with|without|due|like|following|hoping|because|where|who|what)$/;

/** The words that join the context to the clause: nothing after "and", a comma after "if …", ", and" after a clause of its own. */
function joint(lead: readonly Word[]): Word[] {
  const last = lead[lead.length - 1];
  if (/^(and|but|so|or|then|because|that)$/.test(last.lower)) return [];
  const ended = /^[,;:]$/.test(last.text);
  if (!isIndependent(lead)) return ended ? [] : made(',', ',');
  return ended ? made('and', 'CC') : made(', and', 'CC');
}

/** Is some part between commas a clause that could stand alone? */
function isIndependent(lead: readonly Word[]): boolean {
  let part: Word[] = [];
  for (const word of [...lead, ...made(',', ',')]) {
    if (word.text !== ',') {
      part.push(word);
      continue;
    }
    if (part[0]?.tag === 'CC') part = [];
    const verb = part.findIndex(isFiniteVerb);
    const first = part[0];
    if (first && part.length > 3 && /^(DT|PRP|PRP\$|NNP|EX)$/.test(first.tag) && !SUBORDINATOR.test(first.lower)) return true;
    if (first && verb > 0 && !SUBORDINATOR.test(first.lower) && first.tag !== 'VBG' && part.slice(0, verb).some(isNoun)) return true;
    part = [];
  }
  return false;
}
