/** Makes statements of a question that begins with a wh-word: the clause is put in order and the answer fills its gap. */

import { type SubjectCut, subjectCuts } from '../parse/find-subject.ts';
import { adverbialEnd } from '../parse/gap-place.ts';
import type { WordSenses } from '../parse/score-predicate.ts';
import { agreeing, auxiliaryText, copulaFor, isNot, negated } from '../parse/verb-groups.ts';
import { made, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import type { Frame } from './frame.ts';
import { type Filled, fillGap } from './move-answer.ts';
import { clauseAsGerund, nominal } from './nominal.ts';
import { complement } from './subject-candidates.ts';
import { nounPhrase, type WhPhrase } from './wh-phrase.ts';
import { type Converted, confidenceOf, isPlural, withTense } from './yes-no.ts';

export interface InvertedOptions {
  /** "In which …": the preposition before it. */
  preposition?: Word;
  answer: AnswerPhrase;
  senses: WordSenses;
}

export function invertedCandidates(frame: Frame, options: InvertedOptions): Converted[] {
  const { phrase, kind, adverbs } = frame;
  if (kind === undefined) return [];
  let after = phrase.wh === 'what' ? withoutLike(frame.after) : frame.after;
  const negative = isNot(after[0]);
  if (negative) after = after.slice(1);
  const cuts = subjectCuts(after, {
    kind,
    senses: options.senses,
    mayBeWhole: kind === 'be',
    needsGap: kind === 'be' && /^(what|who|which)$/.test(phrase.wh),
  });
  const kept = adverbs.filter((word) => !/^(else|exactly)$/.test(word.lower));
  return cuts
    .filter((cut, i) => i === 0 || cut.margin > -3.5)
    .flatMap((cut, i) => {
      const { subject, predicate, rest } = clauseParts(after, cut, phrase, kind === 'be');
      const parts = { frame, subject, predicate: [...kept, ...predicate], rest, negative, sure: confidenceOf(cut) * (i === 0 ? 1 : 0.7) };
      return statementsOf(parts, options).map((made) => (i === 0 ? made : { ...made, rule: `${made.rule}/second` }));
    });
}

/** "Where is your condo if you are drinking Schlitz?": the condition is not part of the subject. */
function clauseParts(after: readonly Word[], cut: SubjectCut, phrase: WhPhrase, isBe: boolean) {
  const end = fixedEnd(after, cut.end);
  if (end === after.length) {
    const until = adverbialEnd(after, 0);
    const relative = after.slice(0, until).some((word) => /^(WDT|WP|WRB)$/.test(word.tag) || word.lower === 'that');
    const own = after.slice(until).some((word) => /^(that|who|which|where)$/.test(word.lower));
    if (until < after.length && !relative && !own) return { subject: after.slice(0, until), predicate: [], rest: after.slice(until) };
  }
  if (isBe && /^(where|when|why)$/.test(phrase.wh) && /^(when|if|while|after|before|because)$/.test(after[end]?.lower ?? ''))
    return { subject: after.slice(0, end), predicate: [], rest: after.slice(end) };
  return { subject: after.slice(0, end), predicate: after.slice(end), rest: [] };
}

/** "most likely" is not cut in two. */
function fixedEnd(after: readonly Word[], end: number): number {
  if (/^(most|least|more|best)$/.test(after[end - 1]?.lower ?? '') && end > 1 && /^(likely|\p{L}+ly)$/u.test(after[end]?.lower ?? ''))
    return end - 1;
  return end;
}

interface Parts {
  frame: Frame;
  subject: Word[];
  predicate: Word[];
  /** A condition that follows the whole clause. */
  rest: Word[];
  negative: boolean;
  sure: number;
}

function statementsOf(parts: Parts, options: InvertedOptions): Converted[] {
  const { frame, subject, predicate, rest, negative, sure } = parts;
  const { phrase, verb } = frame;
  const { answer, preposition } = options;
  const denied = negative || predicate.slice(0, 2).some((word) => isNot(word));
  const dissolves = frame.kind === 'do' && !denied;
  // "do" takes its tense along before the answer moves in.
  const tensed = dissolves ? withTense(verb, subject, predicate) : predicate;
  const auxiliary = dissolves ? [] : negative ? negated(verb) : [replaced(verb, auxiliaryText(verb))];
  const clause = [...subject, ...auxiliary, ...tensed];
  const found: Converted[] = [];
  const add = (filled: Filled) =>
    found.push({
      words: [...subject, ...auxiliary, ...filled.words, ...rest],
      rule: `inverted/${filled.rule}`,
      confidence: Math.min(sure, filled.confidence),
    });
  const wantsNoun = /^(what|which|who|whose)$/.test(phrase.wh);
  const believed = wantsNoun && !preposition ? insideBelief(tensed, answer) : null;
  if (believed) {
    add({ words: believed, rule: 'belief', confidence: 0.8 });
    return found;
  }
  // "X is different from Y in that …": a state is not reached by doing something.
  const isState = frame.kind === 'be' && /^(JJ|JJR|JJS|RBS|RBR)$/.test(predicate[0]?.tag ?? '');
  const gerund = phrase.wh === 'how' && phrase.rest.length === 0 && !isState ? clauseAsGerund(answer) : null;
  if (gerund) add({ words: [...tensed, ...made('by', 'IN'), ...gerund], rule: 'how/gerund', confidence: 0.8 });
  if (predicate.length === 0 && !preposition) {
    if (!wantsNoun) add(place(phrase, answer, subject));
    return found;
  }
  if (!(wantsNoun && answer.kind === 'clause' && !preposition))
    add(fillGap({ predicate: tensed, phrase, answer, subjectPlural: isPlural(subject), ...(preposition ? { preposition } : {}) }));
  if (wantsNoun && !preposition) {
    const noun = nominal(answer, phrase);
    const opening = phrase.rest.length > 0 ? [...made('the', 'DT'), ...phrase.rest, ...made('that', 'WDT')] : made('what', 'WP');
    const plural = phrase.head?.tag === 'NNS' && phrase.rest.length > 0;
    // "The year that the war ended" wants an "in": a time is said with its preposition.
    const isMoment = /^(year|day|month|season|time|decade|century)$/.test(phrase.head?.lemma ?? '') && phrase.rest.length === 1;
    if ((phrase.rest.length > 0 && !isMoment) || answer.kind === 'clause')
      found.push({
        words: [
          ...opening,
          ...clause,
          ...rest,
          ...made(copulaFor(clause, { plural }), 'VBZ'),
          ...(noun && phrase.rest.length > 0 ? noun.words : complement(answer)),
        ],
        rule: phrase.rest.length > 0 ? 'inverted/cleft' : 'inverted/what',
        confidence: Math.min(sure, 0.8),
      });
  }
  return found;
}

/** "Farmers hope will fall" → "Farmers hope that rain will fall". */
function insideBelief(predicate: readonly Word[], answer: AnswerPhrase): Word[] | null {
  const at = predicate.findIndex(
    (word, i) =>
      /^(hope|think|believe|expect|say|know|predict|suppose|claim|feel|suspect)$/.test(word.lemma) && predicate[i + 1]?.tag === 'MD',
  );
  if (at < 0) return null;
  return [
    ...predicate.slice(0, at + 1),
    ...made('that', 'IN'),
    ...answer.withArticle,
    ...agreeing(predicate.slice(at + 1), { plural: answer.isPlural }),
  ];
}

/** "What is the weather like in Dubai?" asks for the weather itself. */
function withoutLike(words: readonly Word[]): Word[] {
  const at = words.findIndex(
    (word, i) =>
      i > 0 && word.lower === 'like' && /^NN/.test(words[i - 1].tag) && (words[i + 1] === undefined || /^(IN|WRB)$/.test(words[i + 1].tag)),
  );
  return at < 0 || words.some((word) => /^(VB|VBP|VBN)$/.test(word.tag)) ? [...words] : words.filter((_, i) => i !== at);
}

/** "Where is X?", "how old is X?": what follows "be". */
function place(phrase: WhPhrase, answer: AnswerPhrase, subject: readonly Word[]): Filled {
  if (phrase.wh === 'how' && phrase.rest.length > 0)
    return {
      words: [...(nounPhrase(phrase, answer) ?? answer.bare), ...(phrase.rest[1]?.tag === 'IN' ? phrase.rest.slice(1) : [])],
      rule: 'measure',
      confidence: 0.85,
    };
  const names = /^(place|time|thing|example|name|reason|city|country|state|spot|location|way|part|day|season|month)s?$/.test(
    subject.find((word) => /^NN/.test(word.tag) && !/^(kind|type)$/.test(word.lower))?.lower ?? '',
  );
  if (/^(where|when)$/.test(phrase.wh) && names && answer.kind !== 'preposition')
    return { words: [...answer.withArticle, ...phrase.rest], rule: 'place', confidence: 0.85 };
  return fillGap({ predicate: [], phrase, answer, subjectPlural: false });
}
