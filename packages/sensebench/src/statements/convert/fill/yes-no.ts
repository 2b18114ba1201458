/** Makes a statement of a yes/no question: the auxiliary follows the subject, "do" is removed, and a no negates the main verb. */
import { findSubject, type SubjectCut } from '../parse/find-subject.ts';
import { predicateHead, type WordSenses } from '../parse/score-predicate.ts';
import { auxiliaryKind, auxiliaryText, coordinatedVerbs, formOfDo, inVerbForm, isNot, negated } from '../parse/verb-groups.ts';
import { isFiniteVerb, isNoun, made, replaced, uncapitalised, type Word } from '../parse/words.ts';
import { affirmed, deniedSubject, isEver, isSentenceAdverb } from './polarity.ts';

export interface Converted {
  words: Word[];
  rule: string;
  /** The rule's own confidence in its result, 0–1, before the grammar check. */
  confidence: number;
}

export function convertYesNo(question: readonly Word[], answer: boolean, senses: WordSenses): Converted {
  const { leadIn, clause, comma } = splitLeadIn(question);
  if (clause.length < 2) return convertDeclarative(question, answer);
  const [auxiliary, ...after] = clause;
  const kind = auxiliaryKind(auxiliary) ?? 'be';
  const contracted = isNot(after[0]) && /^n/.test(after[0].lower) && after[0].lower !== 'not';
  const rest = contracted ? after.slice(1) : after;
  const cut = findSubject(rest, { kind, senses });
  if (!cut) return { ...convertDeclarative(question, answer), confidence: 0.2 };
  const said = invert({ auxiliary, subject: rest.slice(0, cut.end), predicate: rest.slice(cut.end), negative: !answer });
  const words = leadIn.length > 0 ? [...leadIn, ...(comma ? made(',', ',') : []), ...said.words] : said.words;
  return { words, rule: `yes-no/${said.rule}`, confidence: confidenceOf(cut) * (contracted ? 0.8 : 1) };
}

export interface Clause {
  auxiliary: Word;
  subject: Word[];
  predicate: Word[];
  negative: boolean;
}

/** Subject, auxiliary and predicate as a declarative clause. */
function invert({ auxiliary, subject, predicate, negative }: Clause): { words: Word[]; rule: string } {
  const kind = auxiliaryKind(auxiliary) ?? 'be';
  // "Is a beard is moss …?": the verb was written twice.
  if (predicate.length > 1 && predicate[0].lower === auxiliary.lower)
    return invert({ auxiliary, subject, predicate: predicate.slice(1), negative });
  const given = predicate.findIndex((word) => isNot(word));
  const head = predicateHead(predicate, 0);
  // "Did she not win?" asks about the negative sentence: a no makes it positive.
  if (given >= 0 && given < Math.max(1, head)) {
    const without = predicate.filter((_, i) => i !== given);
    return { ...invert({ auxiliary, subject, predicate: without, negative: !negative }), rule: `${kind}/negative` };
  }
  if (negative) {
    const denied = deniedSubject(subject);
    if (!denied.carries) return { words: deny({ auxiliary, subject, predicate, negative }), rule: `${kind}/no` };
    return { words: assert({ auxiliary, subject: denied.words, predicate, negative }), rule: `${kind}/no/quantifier` };
  }
  return { words: assert({ auxiliary, subject: affirmed(subject), predicate: affirmed(predicate), negative }), rule: `${kind}/yes` };
}

const PLURAL: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have' };

/** "Was Raphael's paintings …?": the verb of a plain plural subject is corrected. */
function agreeing(auxiliary: Word, subject: readonly Word[]): Word {
  const text = auxiliaryText(auxiliary);
  const head = subject[subject.length - 1];
  const plural =
    Object.hasOwn(PLURAL, text) &&
    head?.tag === 'NNS' &&
    head.text === head.lower &&
    !/(ics|species|series|news|means|headquarters)$/.test(head.lower) &&
    subject.every((word) => /^(DT|JJ|NN|NNS|NNP|POS|PRP\$)$/.test(word.tag)) &&
    !/^(a|an|this|that|each|every)$/.test(subject[0].lower) &&
    subject.length > 1;
  return replaced(auxiliary, plural ? PLURAL[text] : text);
}

function assert({ auxiliary, subject, predicate }: Clause): Word[] {
  const plain = agreeing(auxiliary, subject);
  if (auxiliaryKind(auxiliary) !== 'do') return [...subject, plain, ...predicate];
  return [...subject, ...withTense(auxiliary, subject, predicate)];
}

/** Tense and person move from "do" to the main verb and the verbs coordinated with it. */
export function withTense(auxiliary: Word, subject: readonly Word[], predicate: readonly Word[]): Word[] {
  const plural = isPlural(subject);
  const form = formOfDo(auxiliary, { plural });
  const main = predicateHead(predicate, 0);
  const verbs = new Set([main, ...coordinatedVerbs(predicate, main)]);
  return predicate.map((word, i) => (verbs.has(i) ? { ...replaced(word, inVerbForm(baseOf(word), form, { plural })), tag: form } : word));
}

/** After "do" the verb has its base form, whatever the lemmatizer makes of it. */
const baseOf = (word: Word) => (/^(VB|VBP|NN|JJ|IN|RB)$/.test(word.tag) ? word.lower : word.lemma);

/** Two things joined by "and", or a plural noun at the head. */
export function isPlural(subject: readonly Word[]): boolean {
  let head: Word | undefined;
  for (const word of subject) {
    if (/^(IN|TO|WDT|WP|WRB|VBN|VBG|,)$/.test(word.tag) && head) break;
    if (word.lower === 'and' && head && word.tag === 'CC')
      return !head.tag.startsWith('NNP') || subject.some((other) => other.tag === 'NNS');
    if (isNoun(word)) head = word;
  }
  return head?.tag === 'NNS' || /^(they|we|you|these|those)$/.test(head?.lower ?? '');
}

function deny({ auxiliary, subject, predicate }: Clause): Word[] {
  const adverbs: Word[] = [];
  let rest = predicate;
  while (rest.length > 1 && isSentenceAdverb(rest[0]) && rest[1].tag !== 'TO') {
    adverbs.push(rest[0]);
    rest = rest.slice(1);
  }
  if (isEver(rest[0])) {
    const never = [...adverbs, ...made('never', 'RB')];
    if (auxiliaryKind(auxiliary) === 'do') return [...subject, ...never, ...withTense(auxiliary, subject, rest.slice(1))];
    return [...subject, replaced(auxiliary, auxiliaryText(auxiliary)), ...never, ...rest.slice(1)];
  }
  // "There is not mountains" wants its "any".
  if (subject.length === 1 && subject[0].lower === 'there' && /^(NNS|NNPS|JJ)$/.test(rest[0]?.tag ?? ''))
    rest = [...made('any', 'DT'), ...rest];
  const helper = agreeing(auxiliary, subject);
  if (adverbs.length === 0) return [...subject, ...negated(helper), ...someUnderNot(rest)];
  const [first, ...not] = negated(helper);
  if (first.text === 'cannot') return [...subject, ...adverbs, first, ...rest];
  if (auxiliaryKind(auxiliary) === 'do') return [...subject, ...adverbs, first, ...not, ...rest];
  return [...subject, first, ...adverbs, ...not, ...rest];
}

/** "There are not some …" → "There are not any …". */
function someUnderNot(words: readonly Word[]): Word[] {
  return words.map((word, i) => (i === 0 && word.lower === 'some' && word.tag === 'DT' ? replaced(word, 'any') : word));
}

/** Keeps a question in the order of a statement, or negates it at its first finite verb. */
function convertDeclarative(question: readonly Word[], answer: boolean): Converted {
  const tag = question.findIndex(
    (word, i) =>
      i > 2 &&
      word.text === ',' &&
      /^(right|correct|true|yes|no|ok|is|are|was|were|do|does|did|has|have|can|could|will|would)$/.test(question[i + 1]?.lower ?? '') &&
      question.length - i <= 4,
  );
  const words = tag > 0 ? question.slice(0, tag) : [...question];
  // "Penguins don't live there, do they? No." agrees with the sentence before the tag.
  const agrees = tag > 0 && !answer && words.some((word) => isNot(word));
  if (answer || agrees) return { words, rule: `yes-no/declarative/${agrees ? 'no' : 'yes'}`, confidence: 0.75 };
  const root = words.findIndex((word) => word.head === -1 && isFiniteVerb(word));
  const at = words.findIndex((word) => auxiliaryKind(word) !== undefined && isFiniteVerb(word));
  const verb = root >= 0 ? root : at >= 0 ? at : words.findIndex(isFiniteVerb);
  if (verb < 0)
    return { words: [...made('It is not true that', 'X'), ...uncapitalised(words)], rule: 'yes-no/declarative/no', confidence: 0.3 };
  const word = words[verb];
  if (isNot(words[verb + 1])) {
    words.splice(verb + 1, 1);
    return { words, rule: 'yes-no/declarative/no', confidence: 0.5 };
  }
  const helper =
    auxiliaryKind(word) !== undefined &&
    !(auxiliaryKind(word) === 'do' || (auxiliaryKind(word) === 'have' && !/^VB[ND]$/.test(words[verb + 1]?.tag ?? '')));
  if (helper) words.splice(verb, 1, ...negated(word));
  else
    words.splice(
      verb,
      1,
      ...made(word.tag === 'VBD' ? 'did not' : word.tag === 'VBZ' ? 'does not' : 'do not', 'RB'),
      replaced(word, word.lemma),
    );
  return { words, rule: 'yes-no/declarative/no', confidence: 0.65 };
}

/** High if tags and parser agree on a clear cut. */
export function confidenceOf(cut: SubjectCut): number {
  const clear = Math.min(1, Math.max(0, cut.margin) / 4);
  const base = cut.score < 0 ? 0.3 : cut.score < 3 ? 0.6 : 0.8;
  const vote = cut.parserAgrees === undefined ? 0 : cut.parserAgrees ? 0.1 : -0.2;
  return Math.max(0.05, Math.min(0.99, base + 0.12 * clear + vote));
}

interface LeadInSplit {
  leadIn: Word[];
  /** The words from the auxiliary on; empty if nothing is inverted. */
  clause: Word[];
  /** Whether the lead-in is a clause that lacks a comma. */
  comma: boolean;
}

/** Finds the words before the inverted clause of a question: "If you freeze the soup, | would it keep until spring?" */
function splitLeadIn(question: readonly Word[]): LeadInSplit {
  const at = inversionAt(question);
  if (at < 0) return { leadIn: [...question], clause: [], comma: false };
  const leadIn = question.slice(0, at);
  const ended = leadIn.length === 0 || /^[,;:]$/.test(leadIn[leadIn.length - 1].text);
  return { leadIn, clause: question.slice(at), comma: !ended };
}

const STARTS_SUBJECT = /^(DT|PDT|PRP|PRP\$|EX|NN|NNS|NNP|NNPS|CD|JJ|JJR|JJS|VBG|RBR|FW|``)$/;

/** The auxiliary that opens the main clause: the first word, or the first after a comma, or one with a subject behind it and none before. */
function inversionAt(words: readonly Word[]): number {
  if (words.length < 2) return -1;
  if (auxiliaryKind(words[0]) !== undefined) return 0;
  const candidates = words
    .map((word, i) => ({ word, i }))
    .filter(({ word, i }) => i > 0 && i < words.length - 1 && auxiliaryKind(word) !== undefined && word.text !== "'s");
  const opensAfterComma = candidates.find(({ i }) => words[i - 1].text === ',' && STARTS_SUBJECT.test(words[i + 1].tag));
  if (opensAfterComma) return opensAfterComma.i;
  if (!/^(IN|WRB|TO|RB|VBG|VBN)$/.test(words[0].tag)) return -1;
  // Without a comma: "If you boil the syrup is it candy?" The subordinate clause has used up its own verb.
  const subject = candidates.filter(({ i }) => /^(PRP|EX|DT)$/.test(words[i + 1].tag) && !/^(PRP|WDT|WP|EX|TO)$/.test(words[i - 1].tag));
  return subject.length > 0 ? subject[subject.length - 1].i : -1;
}
