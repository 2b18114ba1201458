/** The answer as a noun phrase in the place of "which N": an adjective takes the noun along, a verb becomes its -ing form. */

import { pluralize } from '../../nlp/words/index.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { asksForSort, type WhPhrase } from './wh-phrase.ts';
import { isNoun, made, replaced, type Word } from './words.ts';

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
  return { words: closed(answer.withArticle), plural: answer.isPlural };
}

/** "Which human organ system … respiratory" → "the respiratory system"; "which type of rock … igneous" → "igneous rock". */
function describedNoun(answer: AnswerPhrase, phrase: WhPhrase): Nominal | null {
  const { rest, head } = phrase;
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
  if (answer.isPlural || answer.isName) return null;
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
