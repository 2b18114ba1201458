/** The answer as a noun phrase in the place of "which N": an adjective takes the noun along, a verb becomes its -ing form. */

import { pluralize } from '../../../nlp/word-forms/index.ts';
import { inVerbForm } from '../parse/verb-groups.ts';
import { isNoun, made, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { article } from './articles.ts';
import { asksForSort, type WhPhrase } from './wh-phrase.ts';

export interface Nominal {
  words: Word[];
  plural: boolean;
}

/** Null for a clause and for a phrase with a preposition, which cannot be a subject. */
export function nominal(answer: AnswerPhrase, phrase: WhPhrase): Nominal | null {
  if (answer.kind === 'clause' || answer.kind === 'preposition') return null;
  if (answer.kind === 'adjective' && phrase.rest.length > 0) return describedNoun(answer, phrase);
  if (answer.kind === 'adjective') return null;
  if (answer.kind === 'verb') return { words: answer.inForm('VBG'), plural: false };
  if (phrase.wh === 'whose' && phrase.rest.length > 0) return { words: owned(answer, phrase.rest), plural: phrase.head?.tag === 'NNS' };
  const one = oneWith(answer, phrase);
  if (one) return { words: one, plural: false };
  const share = shareOf(answer, phrase);
  if (share) return { words: share, plural: phrase.rest[phrase.rest.length - 1]?.tag === 'NNS' };
  const path = pathOf(answer, phrase);
  if (path) return { words: path, plural: false };
  const its = ownedByTopic(answer, phrase);
  if (its) return { words: its, plural: answer.isPlural };
  return { words: closed(asksForSort(phrase) ? oneOf(answer) : answer.withArticle), plural: answer.isPlural };
}

/** "Which type of environment? one with dry conditions" → "an environment with dry conditions". */
function oneWith({ bare }: AnswerPhrase, phrase: WhPhrase): Word[] | null {
  const sort = asksForSort(phrase) ? phrase.rest[phrase.rest.length - 1] : undefined;
  const head = sort ?? phrase.head;
  if (head?.tag !== 'NN' || bare[0]?.lower !== 'one' || !/^(with|that|in|whose|where|which)$/.test(bare[1]?.lower ?? '')) return null;
  return [...made(article(head.lower), 'DT'), { ...head, at: -1, space: true }, ...bare.slice(1)];
}

/** "What percentage of the offspring …? 25%" → "25% of the offspring". */
function shareOf({ bare }: AnswerPhrase, { rest, head }: WhPhrase): Word[] | null {
  const of = rest.findIndex(({ lower }) => lower === 'of');
  if (of < 1 || !/^(percentage|percent|fraction|proportion|share)$/.test(head?.lemma ?? '') || bare.some(({ lower }) => lower === 'of'))
    return null;
  return [...bare, ...rest.slice(of)];
}

/** "Which type of body? moon" → "a moon": one of its sort, even where there is one of it only. */
function oneOf({ bare, withArticle }: AnswerPhrase): Word[] {
  if (withArticle[0]?.lower !== 'the' || bare[0]?.lower === 'the' || bare.length > 1) return withArticle;
  return [...made(article(bare[0].lower), 'DT'), ...bare];
}

/** "Which energy conversion … chemical energy to mechanical energy" → "the energy conversion from chemical energy to mechanical energy". */
function pathOf({ bare, kind }: AnswerPhrase, { rest, head }: WhPhrase): Word[] | null {
  if (
    !head ||
    kind !== 'noun' ||
    !/^(conversion|change|transformation|transfer|transition|path|pathway|flow|movement|sequence)$/.test(head.lemma)
  )
    return null;
  const to = bare.findIndex(({ lower }) => /^(to|into)$/.test(lower));
  if (to < 1 || rest.length > 3 || bare.some(({ lower }) => lower === head.lower || lower === head.lemma || lower === 'of')) return null;
  return [...made('the', 'DT'), ...rest, ...(bare[0].lower === 'from' ? [] : made('from', 'IN')), ...bare];
}

/** "Which characteristic of Earth … its mountain ranges" → "Earth's mountain ranges". */
function ownedByTopic({ bare }: AnswerPhrase, { rest }: WhPhrase): Word[] | null {
  const of = rest.findIndex(({ lower }) => lower === 'of');
  const owner = rest.slice(of + 1);
  if (of < 1 || !/^(its|their)$/.test(bare[0]?.lower ?? '') || owner.length === 0 || owner.length > 3) return null;
  const last = owner[owner.length - 1];
  if (!/^NN/.test(last.tag)) return null;
  return [...owner.slice(0, -1), replaced(last, `${last.text}${/s$/.test(last.text) ? "'" : "'s"}`), ...bare.slice(1)];
}

/** "Which human organ system … respiratory" → "the respiratory system"; "which type of rock … igneous" → "igneous rock". */
function describedNoun(answer: AnswerPhrase, phrase: WhPhrase): Nominal | null {
  const { rest, head } = phrase;
  // "Which term … solid" → "the term solid".
  if (head && /^(term|word|name|phrase)$/.test(head.lemma))
    return { words: [...made('the', 'DT'), { ...head, at: -1, space: true }, ...answer.bare], plural: false };
  const of = rest.findIndex(({ lower }) => lower === 'of');
  const noun = asksForSort(phrase) && of > 0 ? rest.slice(of + 1).filter((word) => !/^(DT)$/.test(word.tag)) : head ? [head] : [];
  // "Which color shirt … white" → "a white shirt".
  const kept = rest[0]?.lower === 'color' && rest.length > 1 ? rest.slice(1) : noun;
  if (kept.length === 0 || !kept.some(isNoun)) return null;
  const several = answer.bare.some(({ lower }) => lower === 'and');
  const last = kept[kept.length - 1];
  const words = several && last.tag === 'NN' ? [...kept.slice(0, -1), { ...replaced(last, pluralize(last.lower)), tag: 'NNS' }] : kept;
  const plural = words[words.length - 1].tag === 'NNS';
  const named = [...answer.bare, ...words.map((word) => ({ ...word, at: -1, space: true }))];
  if (last.lemma === 'system') return { words: [...made('the', 'DT'), ...named], plural };
  return { words: plural ? named : answer.asNoun(named), plural };
}

/** "Which part of the plant … flower" → "the flower of the plant". */
export function partOf(answer: AnswerPhrase, { rest }: WhPhrase): Word[] | null {
  const of = rest.findIndex(({ lower }) => lower === 'of');
  if (of !== 1 || rest[0].lemma !== 'part' || answer.bare.length !== 1 || !/^(the|a|an)$/.test(rest[2]?.lower ?? '')) return null;
  // "the blood of the body": only what can be counted is a part.
  if (answer.isPlural || answer.isName || answer.withArticle.length === answer.bare.length) return null;
  return [...made('the', 'DT'), ...answer.bare, ...rest.slice(of)];
}

/** "sandstone, a sedimentary rock,": the apposition ends with a comma too. */
function closed(words: readonly Word[]): Word[] {
  const comma = words.findIndex((word, i) => /,$/.test(word.text) && /^(a|an|the)$/.test(words[i + 1]?.lower ?? ''));
  return comma < 0 || words.slice(comma + 1).some((word) => /,$|^(and|or)$/.test(word.text)) ? [...words] : [...words, ...made(',', ',')];
}

function owned(answer: AnswerPhrase, rest: readonly Word[]): Word[] {
  const last = answer.withArticle[answer.withArticle.length - 1];
  if (!last) return [...rest];
  const text = /['’]s?$/.test(last.text) ? last.text : `${last.text}${/s$/.test(last.text) && answer.isPlural ? "'" : "'s"}`;
  return [...answer.withArticle.slice(0, -1), replaced(last, text), ...rest];
}

const HELPER = /^(can|will|may|might|must|would|could|should|do|does|did|has|have|had)$/;

/**
 * A clause in the place of a noun, as its -ing form: "A lion cub practices hunting" → "a lion cub practicing hunting".
 * The -ing form of a clause without its subject: "They make small objects easier to see" → "making small objects easier to see".
 */
export function clauseAsGerund(answer: AnswerPhrase): Word[] | null {
  const [subject, verb, ...rest] = answer.bare;
  if (!subject || !verb || !/^(it|they|he|she|we|you)$/.test(subject.lower)) return null;
  const base = answer.verbBase(verb.lower);
  if (base === null || HELPER.test(verb.lower)) return null;
  return [...made(inVerbForm(base, 'VBG'), 'VBG'), ...rest];
}

/** The same with its subject, which must be a noun; null where the verb cannot be told or is a modal. */
export function clauseAsNoun(answer: AnswerPhrase): Word[] | null {
  const { bare } = answer;
  if (answer.kind !== 'clause' || /^(PRP|EX|IN|WRB|WP|WDT)$/.test(bare[0]?.tag ?? '') || bare.length < 3) return null;
  if (/^(it|they|he|she|we|you|i|there|this|that|as|if|when|because|after|before|while|both)$/.test(bare[0].lower)) return null;
  const at = bare.findIndex((word, i) => i > 0 && (/^(VBZ|VBP|VBD|MD)$/.test(word.tag) || HELPER.test(word.lower)));
  if (at < 0 || HELPER.test(bare[at].lower) || bare[at].tag === 'MD') return null;
  if (bare.slice(0, at).some((word) => /[,;]$|^and$/.test(word.text) || /^(that|which|who|where)$/.test(word.lower))) return null;
  const rest = bare.slice(at + 1);
  // A second clause or a second verb would want its own -ing form.
  if (
    rest.some(
      (word, i) =>
        /^(and|but|or|so)$/.test(word.lower) &&
        (rest.slice(i + 1).some((other) => /^(VBZ|VBP|VBD|MD)$/.test(other.tag)) || answer.verbBase(rest[i + 1]?.lower ?? '') !== null),
    )
  )
    return null;
  const base = baseOf(answer, bare[at]);
  return base === null ? null : [...bare.slice(0, at), ...made(inVerbForm(base, 'VBG'), 'VBG'), ...rest];
}

const baseOf = (answer: AnswerPhrase, verb: Word) => (/^(is|are|was|were)$/.test(verb.lower) ? 'be' : answer.verbBase(verb.lower));
