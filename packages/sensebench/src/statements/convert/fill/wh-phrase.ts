/** Joins the phrase of a wh-word ("which large state", "how many legs", "where in Spain") with the answer, keeping all content words. */

import { singularize } from '../../../nlp/word-forms/index.ts';
import { isNoun, made, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { placePhrase, timePhrase } from './place-and-time.ts';

/** Heads that take their name after "of": the state of Texas, the month of May. */
const OF_NAME = /^(continent|kingdom|empire|republic|district|borough|municipality|territory|peninsula|territories)$/;
/** Heads that take their name beside them: the year 1903, the planet Mars. */
const BESIDE_NAME =
  /^(year|planet|actor|actress|president|singer|scientist|author|writer|explorer|film|movie|book|novel|river|lake|ocean|holiday|language|company|constellation|star|moon|letter|number|color|colour|element|metal|goddess|god|king|queen|emperor|team|band|saint|poet|composer|painter|artist|philosopher|inventor|leader|general|tribe|desert|game)$/;
/** Heads of places and times, which become "in the …" when the clause has no gap for them. */
const PLACE_HEAD =
  /^(country|state|city|continent|nation|province|county|town|village|region|kingdom|empire|district|island|area|place|location|room|building|part|borough|territory|store|shop|environment|society|coast|ocean|planet)$/;
const TIME_HEAD = /^(month|season|year|decade|century|era|age|period)$/;

export interface WhPhrase {
  wh: string;
  /** The words between the wh-word and the verb. */
  rest: Word[];
  /** The noun at the head of the rest: "state" in "which large state of the south". */
  head: Word | undefined;
}

export function whPhrase(words: readonly Word[]): WhPhrase {
  const [wh, ...all] = words;
  // "Which of the following …", "which of these …"
  const rest =
    all[0]?.lower === 'of' && all.some((word) => /^(following|these|those)$/.test(word.lower))
      ? all.filter((_, i) => i > all.findIndex((word) => /^(following|these|those)$/.test(word.lower)))
      : all;
  const cut = rest.findIndex(
    (word, i) =>
      i > 0 &&
      (/^(IN|TO|WDT|,)$/.test(word.tag) || (/^(VBG|VBN)$/.test(word.tag) && !/^(NN|NNS|JJ|NNP|HYPH)$/.test(rest[i + 1]?.tag ?? ''))),
  );
  const nouns = (cut > 0 ? rest.slice(0, cut) : rest).filter(isNoun);
  return { wh: wh?.lower === 'whats' ? 'what' : (wh?.lower ?? ''), rest, head: nouns[nouns.length - 1] };
}

export const isPlace = ({ wh, head }: WhPhrase) => wh === 'where' || PLACE_HEAD.test(head?.lemma ?? '');
export const isTime = ({ wh, head }: WhPhrase) =>
  wh === 'when' || TIME_HEAD.test(head?.lemma ?? '') || /^(time|day)$/.test(head?.lemma ?? '');

/** "kind of", "type of": words that ask for a sort. */
export const asksForSort = ({ rest }: WhPhrase) =>
  /^(kind|type|sort|form|example)s?$/.test(rest.find(isNoun)?.lower ?? '') && rest.some(({ lower }) => lower === 'of');

/** Whether phrase and answer can form one noun phrase ("the state of Texas", "eight legs"). */
export function nounPhrase(phrase: WhPhrase, answer: AnswerPhrase): Word[] | null {
  const { wh, rest, head } = phrase;
  if (rest.length === 0) return answer.withArticle;
  if (wh === 'how') return amount(phrase, answer);
  if (!head || /^(of|else)$/.test(rest[0].lower)) return answer.withArticle;
  if (answer.bare.some((word) => word.lower === head.lower || word.lower === head.lemma)) {
    const others = rest.filter((word) => !answer.bare.some((own) => own.lower === word.lower));
    if (others.length === 0) return answer.withArticle;
  }
  const at = rest.indexOf(head);
  const until = rest.slice(0, at + 1);
  const after = rest.slice(at + 1);
  if (asksForSort(phrase)) return null;
  const bare = answer.bare[0]?.lower === 'the' && !answer.isName ? answer.bare.slice(1) : answer.withArticle;
  if (after[0]?.lower === 'of' || (head.tag === 'NNS' && !answer.isPlural)) return null;
  if (OF_NAME.test(head.lemma) && answer.kind === 'noun' && !answer.isPlural)
    return [...made('the', 'DT'), ...until, ...made('of', 'IN'), ...(TIME_HEAD.test(head.lemma) ? answer.bare : bare), ...apart(after)];
  if (BESIDE_NAME.test(head.lemma) && (answer.isName || /^\d+$/.test(answer.bare[0]?.text ?? '')) && after.length === 0)
    return [...made('the', 'DT'), ...until, ...answer.bare];
  return null;
}

/** The noun's qualifier follows the name after a comma: "the city of Paris, in the north". */
const apart = (after: readonly Word[]): Word[] => (after.length > 0 ? [...made(',', ','), ...after, ...made(',', ',')] : []);

function amount({ rest }: WhPhrase, answer: AnswerPhrase): Word[] {
  const [measure, ...noun] = rest;
  if (/^(many|much)$/.test(measure.lower)) {
    if (noun.length === 0 || noun.some((word) => answer.bare.some((own) => own.lower === word.lower || own.lower === word.lemma)))
      return answer.bare;
    // "about sixteen hours of sleep", but "eight legs" and "one time zone".
    const last = answer.bare[answer.bare.length - 1];
    if (measure.lower === 'much' && /^(NN|NNS)$/.test(last?.tag ?? ''))
      return [...answer.bare, ...(last?.lower === 'amount' ? [] : [...made('of', 'IN'), ...noun])];
    return [...answer.bare, ...(/^(one|1)$/.test(answer.bare.map(({ lower }) => lower).join(' ')) ? singular(noun) : noun)];
  }
  if (/^(old|tall|long|wide|deep|high|thick|heavy)$/.test(measure.lower) && !answer.bare.some(({ lower }) => lower === measure.lower)) {
    const number = /\d|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|year|foot|feet|inch|meter|mile/.test(
      answer.bare.map(({ lower }) => lower).join(' '),
    );
    return number && measure.lower !== 'heavy' ? [...answer.bare, ...made(measure.lower, 'JJ')] : answer.bare;
  }
  return answer.bare;
}

const singular = (words: readonly Word[]): Word[] =>
  words.map((word) => (word.tag === 'NNS' ? { ...replaced(word, singularize(word.lower)), tag: 'NN' } : word));

/** "Where", "when", "why" and "how" as an adverbial phrase. */
export function adverbial(phrase: WhPhrase, answer: AnswerPhrase, { verb = '' }: { verb?: string } = {}): Word[] {
  const { wh, rest } = phrase;
  if (wh === 'where') return [...placePhrase(answer, { verb }), ...rest.filter((word) => !/^(,|RB)$/.test(word.tag))];
  if (wh === 'when') return [...timePhrase(answer), ...rest.filter((word) => word.tag !== ',')];
  if (wh === 'why') return reason(answer);
  if (wh === 'how' && rest.length > 0) return howMuch(rest, answer, verb);
  return manner(answer);
}

function reason(answer: AnswerPhrase): Word[] {
  if (/^(because|to|so|for|due|in order)$/.test(answer.bare[0]?.lower ?? '')) return answer.bare;
  if (answer.kind === 'clause') return [...made('because', 'IN'), ...answer.bare];
  if (answer.kind === 'verb') return [...made('to', 'TO'), ...answer.inForm('VB')];
  return [...made('because of', 'IN'), ...(answer.kind === 'ing' ? answer.bare : answer.withArticle)];
}

function manner(answer: AnswerPhrase): Word[] {
  if (
    answer.kind === 'preposition' ||
    answer.kind === 'adjective' ||
    answer.bare[0]?.lower === 'by' ||
    /ly$/.test(answer.bare[answer.bare.length - 1]?.lower ?? '')
  )
    return answer.bare;
  if (answer.kind === 'verb' || answer.kind === 'ing' || (answer.canBeVerb && answer.bare.length > 1))
    return [...made('by', 'IN'), ...answer.inForm('VBG')];
  if (answer.kind === 'clause') return [...made('in that', 'IN'), ...answer.bare];
  const counted = answer.withArticle.length > answer.bare.length;
  return [...made(counted ? 'with' : 'through', 'IN'), ...answer.withArticle];
}

function howMuch(rest: readonly Word[], answer: AnswerPhrase, verb: string): Word[] {
  const measure = rest[0].lower;
  if (measure === 'long' && !/^(take|last|be|spend|live)$/.test(verb) && !/^(for|until|since|about)$/.test(answer.bare[0]?.lower ?? ''))
    return [...made('for', 'IN'), ...answer.bare];
  return answer.bare;
}
