/** A question that opens with a wh-word, as a statement: the clause is put in order and the answer goes into its gap. */
import type { AnswerPhrase } from './answer-phrase.ts';
import { findSubject } from './find-subject.ts';
import { verbAfter } from './locate-wh.ts';
import { adverbialEnd, type Filled, fillGap, strandedPreposition } from './move-answer.ts';
import { predicateHead, type WordSenses } from './score-predicate.ts';
import { auxiliaryKind, auxiliaryText, inVerbForm, isNot, negated } from './verb-groups.ts';
import { apposition, asksForSort, isPlace, isTime, nounPhrase, type WhPhrase, whPhrase } from './wh-phrase.ts';
import { isFiniteVerb, isNoun, isVerb, made, replaced, type Word } from './words.ts';
import { type Converted, confidenceOf, isPlural, withTense } from './yes-no.ts';

export interface FrontedQuestion {
  /** From the wh-word on. */
  words: readonly Word[];
  /** "In which …": the preposition before it. */
  preposition?: Word;
  answer: AnswerPhrase;
  senses: WordSenses;
}

export function convertFronted(question: FrontedQuestion): Converted | null {
  const { words, answer, senses } = question;
  const found = verbAfter(words, 0);
  const at = found < 0 ? likelyVerb(words, senses) : found;
  if (at < 0) return null;
  let start = at;
  while (
    start > 1 &&
    words[0].lower !== 'how' &&
    /^(RB|RBS|RBR|JJS)$/.test(words[start - 1].tag) &&
    /(ly|always|often|also|never|ever|even|still|usually|best|most)$/.test(words[start - 1].lower)
  )
    start--;
  const adverbs = words.slice(start, at);
  const phrase = whPhrase(words.slice(0, start));
  const verb = words[at];
  let after = words[0].lower === 'what' ? withoutLike(words.slice(at + 1)) : words.slice(at + 1);
  let negative = false;
  if (isNot(after[0])) {
    negative = true;
    after = after.slice(1);
  }
  const kind = auxiliaryKind(verb);
  const clause = [...adverbs, ...words.slice(at)];
  if (kind === undefined || asksForSubject(words, at)) return subjectQuestion(phrase, clause, answer);
  const cut = findSubject(after, {
    kind,
    senses,
    mayBeWhole: kind === 'be',
    needsGap: kind === 'be' && /^(what|who|which)$/.test(phrase.wh),
  });
  if (!cut) return subjectQuestion(phrase, clause, answer);
  const whole = cut.end === after.length;
  // "Where is your condo if you are drinking Schlitz?": the condition is not part of the subject.
  const end = whole ? adverbialEnd(after, 0) : cut.end;
  const condition = whole ? after.slice(end) : [];
  const subject = after.slice(0, whole && condition.some((word) => /^(that|who|which|where)$/.test(word.lower)) ? after.length : end);
  if (whole && subject.length < after.length && !subject.some((word) => /^(WDT|WP|WRB)$/.test(word.tag) || word.lower === 'that')) {
    const main = invertedQuestion({ phrase, verb, subject, predicate: [], negative, sure: confidenceOf(cut), question });
    return { ...main, words: [...main.words, ...condition] };
  }
  // "Where are you when you use your ticket?": nothing but the place is asked of the main clause.
  if (
    kind === 'be' &&
    !whole &&
    /^(where|when|why)$/.test(phrase.wh) &&
    /^(when|if|while|after|before|because)$/.test(after[cut.end].lower)
  ) {
    const main = invertedQuestion({
      phrase,
      verb,
      subject: after.slice(0, cut.end),
      predicate: [],
      negative,
      sure: confidenceOf(cut),
      question,
    });
    return { ...main, words: [...main.words, ...after.slice(cut.end)] };
  }
  const predicate = [...adverbs.filter((word) => !/^(else|exactly)$/.test(word.lower)), ...after.slice(cut.end)];
  return invertedQuestion({ phrase, verb, subject: after.slice(0, cut.end), predicate, negative, sure: confidenceOf(cut), question });
}

/** Where the tagger saw no finite verb: a later word that is one by the dictionary ("which animal migrates …"). */
function likelyVerb(words: readonly Word[], senses: WordSenses): number {
  return words.findIndex(
    (word, i) =>
      i > 1 &&
      word.text === word.lower &&
      (/^(VB|VBN|VBD|VBP)$/.test(word.tag) ||
        (word.tag === 'NNS' && senses.verb(word.lower.replace(/e?s$/, '')) + senses.verb(word.lower.replace(/s$/, '')) > 0.5)),
  );
}

/** No subject follows the verb: the wh-phrase is the subject. */
function asksForSubject(words: readonly Word[], at: number): boolean {
  const kind = auxiliaryKind(words[at]);
  const head = predicateHead(words, at + 1);
  const next = words[head];
  if (next === undefined) return false;
  if (kind === 'modal') return next.tag === 'VB' || (next.tag === 'VBP' && !isNoun(words[at + 1]));
  if (kind === 'have') {
    if (/^(VBN|VBD)$/.test(next.tag)) return true;
    return (
      !words.slice(head + 1).some((word) => word.tag === 'VBN') ||
      (/^(DT|CD|JJ|NNS)$/.test(next.tag) && !words.slice(head + 1, head + 4).some((word) => word.tag === 'VBN'))
    );
  }
  if (kind === 'do') return false;
  if (/^(VBN|VBG|IN|TO|RB|RBR)$/.test(next.tag) || /^(home|part|able|likely|famous|known|responsible)$/.test(next.lower)) return true;
  if (/^(JJ|JJR|JJS|RBS)$/.test(next.tag)) {
    const after = words[head + 1];
    return after === undefined || !(isNoun(after) || /^(JJ|CC)$/.test(after.tag));
  }
  return false;
}

/** "What is the weather like in Dubai?" asks for the weather itself. */
function withoutLike(words: readonly Word[]): Word[] {
  const at = words.findIndex(
    (word, i) =>
      i > 0 && word.lower === 'like' && isNoun(words[i - 1]) && (words[i + 1] === undefined || /^(IN|WRB)$/.test(words[i + 1].tag)),
  );
  return at < 0 || words.some((word) => /^(VB|VBP|VBN)$/.test(word.tag)) ? [...words] : words.filter((_, i) => i !== at);
}

interface Inverted {
  phrase: WhPhrase;
  verb: Word;
  subject: Word[];
  predicate: Word[];
  negative: boolean;
  sure: number;
  question: FrontedQuestion;
}

function invertedQuestion(parts: Inverted): Converted {
  const { phrase, verb, subject, predicate, negative, sure, question } = parts;
  const { answer, preposition } = question;
  const kind = auxiliaryKind(verb) ?? 'be';
  const subjectPlural = isPlural(subject);
  const denied = negative || predicate.slice(0, 2).some((word) => isNot(word));
  // "do" takes its tense along before the answer moves in.
  const dissolved = kind === 'do' && !denied ? withTense(verb, subject, predicate) : predicate;
  const auxiliary = kind === 'do' && !denied ? [] : negative ? negated(verb) : [replaced(verb, auxiliaryText(verb))];
  const wantsNoun = !/^(where|when|why|how)$/.test(phrase.wh) && phrase.rest.length > 0;
  if (
    wantsNoun &&
    !preposition &&
    nounPhrase(phrase, answer) === null &&
    !((hasNoGap(dissolved) || kind === 'be') && (isPlace(phrase) || isTime(phrase)) && strandedPreposition(dissolved, 0) < 0)
  ) {
    return { ...cleft(phrase, [...subject, ...auxiliary, ...dissolved], answer), confidence: Math.min(sure, 0.8) };
  }
  const filled: Filled =
    predicate.length === 0 && !preposition
      ? copula(phrase, answer, subject)
      : fillGap({ predicate: dissolved, phrase, answer, subjectPlural, ...(preposition ? { preposition } : {}) });
  return {
    words: [...subject, ...auxiliary, ...filled.words],
    rule: `wh/${phrase.wh}/${filled.rule}`,
    confidence: Math.min(sure, filled.confidence),
  };
}

const hasNoGap = (predicate: readonly Word[]) =>
  predicate.some((word, i) => isVerb(word) && /^(DT|NN|NNS|JJ|PRP|PRP\$|CD)$/.test(predicate[i + 1]?.tag ?? ''));

function copula(phrase: WhPhrase, answer: AnswerPhrase, subject: readonly Word[]): Filled {
  if (phrase.wh === 'how' && phrase.rest.length > 0)
    return { words: nounPhrase(phrase, answer) ?? answer.bare, rule: 'copula', confidence: 0.85 };
  const names = /^(place|time|thing|example|name|reason|city|country|state|spot|location|way|part|day|season|month)s?$/.test(
    subject.find((word) => /^NN/.test(word.tag) && !/^(kind|type)$/.test(word.lower))?.lower ?? '',
  );
  if (/^(where|when)$/.test(phrase.wh) && names && answer.kind !== 'preposition')
    return { words: [...answer.withArticle, ...phrase.rest], rule: 'copula', confidence: 0.85 };
  if (/^(where|when|why|how)$/.test(phrase.wh)) return fillGap({ predicate: [], phrase, answer, subjectPlural: false });
  // "The reaction was to feel upset", but "the first thing to do is get out of bed".
  const purpose =
    answer.canBeVerb &&
    answer.bare.length > 1 &&
    answer.kind === 'noun' &&
    answer.withArticle.length === answer.bare.length &&
    subject.some((word) => /^(purpose|goal|aim|job|duty|task|function|role|objective)$/.test(word.lemma));
  if ((answer.kind === 'verb' || purpose) && !subject.some((word) => word.lemma === 'do'))
    return { words: [...made('to', 'TO'), ...answer.inForm('VB')], rule: 'copula', confidence: 0.75 };
  const noun = nounPhrase(phrase, answer) ?? apposition(phrase, answer, { last: true });
  return { words: noun, rule: 'copula', confidence: 0.9 };
}

/** The cleft speaks in the tense of its clause. */
function copulaOf(clause: readonly Word[], plural: boolean): string {
  const past = clause.find((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined)?.tag === 'VBD';
  return past ? (plural ? 'were' : 'was') : plural ? 'are' : 'is';
}

/** "The kind of tea that people drink in Kyoto is green." */
function cleft({ wh, rest }: WhPhrase, clause: readonly Word[], answer: AnswerPhrase): Omit<Converted, 'confidence'> {
  const plural = rest.some((word) => word.tag === 'NNS') && !rest.some((word) => word.tag === 'NN');
  return {
    words: [
      ...made('the', 'DT'),
      ...rest,
      ...made('that', 'WDT'),
      ...clause,
      ...made(copulaOf(clause, plural), 'VBZ'),
      ...answer.withArticle,
    ],
    rule: `wh/${wh}/cleft`,
  };
}

function subjectQuestion(phrase: WhPhrase, clause: readonly Word[], answer: AnswerPhrase): Converted {
  const happening =
    answer.canBeVerb &&
    answer.bare.length === 1 &&
    !answer.isPlural &&
    answer.kind === 'noun' &&
    clause.some((word) => word.lemma === 'happen') &&
    answer.withArticle.length === 1;
  const said = answer.kind === 'verb' || happening ? answer.inForm('VBG') : answer.withArticle;
  const subject = answer.kind === 'clause' ? [...made('that', 'IN'), ...answer.bare] : said;
  const agreed = agree(clause, answer);
  const amount = phrase.wh === 'how' && phrase.rest.length > 0 ? nounPhrase(phrase, answer) : null;
  if (amount) return { words: [...amount, ...clause], rule: 'wh/how/subject', confidence: 0.85 };
  if (/^(where|when|why|how)$/.test(phrase.wh) || phrase.rest.length === 0)
    return {
      words: [...subject, ...phrase.rest, ...agreed],
      rule: `wh/${phrase.wh}/subject`,
      confidence: answer.kind === 'noun' || answer.kind === 'ing' ? 0.88 : 0.6,
    };
  const noun = nounPhrase(phrase, answer);
  if (noun) return { words: [...noun, ...clause], rule: `wh/${phrase.wh}/subject`, confidence: 0.88 };
  if (answer.kind === 'clause')
    return {
      words: [...made('the', 'DT'), ...phrase.rest, ...made('that', 'WDT'), ...clause, ...made('is', 'VBZ'), ...subject],
      rule: `wh/${phrase.wh}/subject cleft`,
      confidence: 0.75,
    };
  // "A brownstone is the type of residence that has a stoop."
  const plural = answer.isPlural && !asksForSort(phrase);
  const copulaWord = clause[0] && clause[0].tag === 'VBD' ? (plural ? 'were' : 'was') : answer.isPlural ? 'are' : 'is';
  return {
    words: [...subject, ...made(copulaWord, 'VBZ'), ...made('the', 'DT'), ...phrase.rest, ...made('that', 'WDT'), ...clause],
    rule: `wh/${phrase.wh}/subject cleft`,
    confidence: 0.82,
  };
}

/** The verb agrees with the answer, which is the subject now. */
function agree(clause: readonly Word[], answer: AnswerPhrase): Word[] {
  const [verb, ...rest] = clause;
  if (verb && !answer.isPlural && !answer.isName && /^(are|were)$/.test(verb.lower))
    return [replaced(verb, verb.lower === 'are' ? 'is' : 'was'), ...rest];
  if (!verb || !answer.isPlural || !isFiniteVerb(verb)) return [...clause];
  const text = auxiliaryText(verb);
  const plural: Record<string, string> = { is: 'are', was: 'were', has: 'have', does: 'do' };
  if (Object.hasOwn(plural, text)) return [replaced(verb, plural[text]), ...rest];
  return verb.tag === 'VBZ' ? [replaced(verb, inVerbForm(verb.lemma, 'VBP')), ...rest] : [...clause];
}
