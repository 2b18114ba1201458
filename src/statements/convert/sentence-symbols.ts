/** A sentence as the language model of the ranker reads it: function words as they are, every other word as its tag. */
import type { Word } from './words.ts';

const KEPT = new Set(
  (
    'a an the of in on at to for from by with and or but if when while as than that which who what where why how because is are was were be been being do does did has have had ' +
    'can could will would should may might must not no it they he she we you i this these those there its their his her most likely best more only all some any one , . : ;'
  ).split(' '),
);

export function symbolOf({ lower, tag }: Pick<Word, 'lower' | 'tag'>): string {
  if (KEPT.has(lower)) return lower;
  return /^[A-Z]/.test(tag) ? tag : 'SYM';
}
