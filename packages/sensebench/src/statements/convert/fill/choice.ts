/** The candidate statements for a question and its right choice: each applicable rule makes one or more, and the ranker chooses. */

import { isWh, locateWh, trimmed, verbAfter } from '../parse/locate-wh.ts';
import type { WordSenses } from '../parse/score-predicate.ts';
import { auxiliaryKind } from '../parse/verb-groups.ts';
import { isFiniteVerb, isNoun, made, uncapitalised, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { clauseCandidates } from './clause-candidates.ts';
import { copulaCandidates, describedCandidates } from './copula-candidates.ts';
import { exceptCandidates } from './except.ts';
import { endCandidates, fillBlank, fillInPlace } from './fill-blank.ts';
import { asksForSubject, framesOf } from './frame.ts';
import { fillGap } from './move-answer.ts';
import { choiceInside, listedChoices, withoutChoices } from './of-these.ts';
import { subjectCandidates } from './subject-candidates.ts';
import { whPhrase } from './wh-phrase.ts';
import { invertedCandidates } from './wh-question.ts';
import { type Converted, isPlural } from './yes-no.ts';

/** The analysed sentence with the question. */
export function choiceCandidates(asking: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const isQuestion = asking.some((word) => word.text.startsWith('?'));
  const words = withoutChoices(trimmed(asking)).words;
  const blank = fillBlank(words, answer);
  if (blank) return [blank];
  const named = nameImperative(words, answer);
  if (named) return [named];
  const listed = listedChoices(words);
  if (listed) {
    const lead = [...made('of', 'IN'), ...listed.listed, ...made(',', ',')];
    return wherever(listed.words, answer, senses).map((one) => ({
      ...one,
      words: [...lead, ...uncapitalised(one.words)],
      rule: `${one.rule}/listed`,
    }));
  }
  const place = locateWh(words);
  const pointer = words[words.length - 1];
  if ((!place || place.score <= 1) && pointer?.lower === 'this')
    return [fillInPlace([...words.slice(0, -1), { ...pointer, lower: 'what' }], words.length - 1, answer)];
  const embedded = embeddedCandidates(words, answer);
  if (embedded.length > 0) return embedded;
  const except = exceptCandidates(words, answer);
  const inside = choiceInside(words, answer, senses);
  if (except.length + inside.length > 0) return [...except, ...inside];
  const fronted = place?.kind === 'fronted' && place.at <= 2;
  const ends = !isQuestion && !fronted;
  const found = ends ? endCandidates(words, answer) : wherever(words, answer, senses);
  return found.length > 0 ? found : endCandidates(words, answer);
}

/** Depends on the place of the wh-word: before its clause, or in place of the answer. */
function wherever(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const place = locateWh(words);
  if (!place || (place.score <= 1 && place.at === 0 && /^(when|where|how)$/.test(words[0].lower))) return endCandidates(words, answer);
  if (place.kind === 'in place') return [fillInPlace(words, place.at, answer)];
  const previous = words[place.at - 1];
  const hedge =
    previous && /^(about|approximately|roughly|around|exactly|nearly)$/.test(previous.lower) && words[place.at].lower === 'how'
      ? previous
      : undefined;
  const preposition =
    previous &&
    !hedge &&
    /^(IN|TO)$/.test(previous.tag) &&
    !/^(so|then)$/.test(previous.lower) &&
    (place.at === 1 || /^[,;:]$/.test(words[place.at - 2].text) || words[place.at].lower === 'which')
      ? previous
      : undefined;
  const start = place.at - (preposition || hedge ? 1 : 0);
  const said = hedge ? hedged(answer, hedge) : answer;
  const found = fronted(words.slice(place.at), said, senses, preposition);
  const lead = words.slice(0, start);
  if (found.length === 0) return [fillInPlace(words, place.at, answer)];
  if (lead.length === 0) return found;
  return found.map((one) => ({ ...one, words: [...lead, ...joint(lead), ...uncapitalised(one.words)], rule: `${one.rule}/context` }));
}

function fronted(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses, preposition: Word | undefined): Converted[] {
  const frames = framesOf(words, senses);
  return [
    ...(preposition ? [] : clauseCandidates(words, answer)),
    ...frames.flatMap((frame, i) => {
      const copulas = preposition ? [] : copulaCandidates(frame, answer);
      const subjects = preposition ? [] : subjectCandidates(frame, answer, senses);
      const isCopula = copulas.some(({ rule }) => rule.startsWith('copula/of'));
      const made = [
        // "What is the best reason is that …": the copula says it better.
        ...subjects.filter(({ rule }) => !(isCopula && /^(clause|subject)\/what/.test(rule))),
        ...copulas,
        ...(preposition ? [] : describedCandidates(frame, answer)),
        ...(!preposition && asksForSubject(frame, senses) === 'subject'
          ? []
          : invertedCandidates(frame, { answer, senses, ...(preposition ? { preposition } : {}) })),
      ];
      return i === 0 ? made : made.map((one) => ({ ...one, rule: `${one.rule}/later verb`, confidence: one.confidence * 0.8 }));
    }),
  ];
}

/** "About how long …": the hedge belongs to the answer. */
function hedged(answer: AnswerPhrase, hedge: Word): AnswerPhrase {
  const word = { ...made(hedge.lower, 'RB')[0] };
  const first = answer.bare[0]?.lower ?? '';
  if (first === hedge.lower) return answer;
  return { ...answer, bare: [word, ...answer.bare], withArticle: [word, ...answer.withArticle] };
}

/** "Name a place where …" → "A place where … is an attic." */
function nameImperative(words: readonly Word[], answer: AnswerPhrase): Converted | null {
  const [first, second] = words;
  if (!first || !second || !/^(name|identify)$/.test(first.lower) || !/^(DT|CD)$/.test(second.tag)) return null;
  return { words: [...words.slice(1), ...made('is', 'VBZ'), ...answer.withArticle], rule: 'fill/name', confidence: 0.85 };
}

const SUBORDINATOR =
  /^(if|when|after|before|while|because|since|as|though|although|despite|once|until|unless|given|whenever|wherever|according|during|in|on|at|for|to|from|by|with|without|due|like|following|hoping|because|where|who|what)$/;

/**
 * The words that join the context of a sentence to its clause.
 * Nothing after "and", a comma after "if …", and ", and" after an independent clause.
 */
function joint(lead: readonly Word[]): Word[] {
  const last = lead[lead.length - 1];
  if (/^(and|but|so|or|then|because|that)$/.test(last.lower)) return [];
  const ended = /^[,;:]$/.test(last.text);
  if (!isIndependent(lead)) return ended ? [] : made(',', ',');
  return ended ? made('and', 'CC') : made(', and', 'CC');
}

/** Whether a part between commas is a clause that could stand alone. */
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

const OPENING =
  /^((do|can|could|would|will) you (know|tell me|say|explain|guess|remember|think)|(please )?tell me|i wonder|any idea|have you heard) $/;

/** A question inside another: "Do you know what people in Spain do?" asks what people in Spain do; its clause is in order already. */
function embeddedCandidates(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const at = words.findIndex((word, i) => i > 0 && isWh(word));
  if (
    at < 1 ||
    !OPENING.test(
      words
        .slice(0, at)
        .map(({ lower }) => `${lower} `)
        .join(''),
    )
  )
    return [];
  const inner = words.slice(at);
  const verb = verbAfter(inner, 0);
  // The subject is between the wh-phrase and the verb.
  let start = 1;
  if (/^(what|which|how)$/.test(inner[0].lower) && inner[1] && /^(JJ|NN|NNS)$/.test(inner[1].tag) && /^(DT|PRP)/.test(inner[2]?.tag ?? ''))
    start = 2;
  if (verb <= start || !inner.slice(start, verb).some(isNoun)) return [];
  let end = verb;
  while (end > start + 1 && /^RB/.test(inner[end - 1].tag)) end--;
  const subject = inner.slice(start, end);
  const auxiliary = auxiliaryKind(inner[verb]) !== undefined && inner[verb].lemma !== 'do' ? inner.slice(end, verb + 1) : [];
  const predicate = inner.slice(auxiliary.length > 0 ? verb + 1 : end);
  const filled = fillGap({ predicate, phrase: whPhrase(inner.slice(0, start)), answer, subjectPlural: isPlural(subject) });
  return [{ words: [...subject, ...auxiliary, ...filled.words], rule: `embedded/${filled.rule}`, confidence: 0.75 }];
}
