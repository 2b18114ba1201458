/** What two sentences share that say the same with the same words: the set of their words without grammar, case, number and order. */

import { singularize } from '../../nlp/words/index.ts';

/** Words that only join others. Negation, numbers and prepositions of place and time stay: they change what is said. */
const GRAMMAR = new Set(
  'a an the is are was were be been being am do does did has have had having will would shall should can could may might must of to and or that which who whom whose as by with it its this these those there very also'.split(
    ' ',
  ),
);

/** Sorted, each word once. */
export function contentKey(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}\p{N}])/gu, '')
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set((words ?? []).filter((word) => !GRAMMAR.has(word)).map(singularize))].sort().join(' ');
}
