/** Analyses a made sentence again and compares its tags with those that the rules relied on. */
import type { Analysis } from '@sensebench/metrics/internal/core';
import type { NgramModel } from '../../../nlp/language-models/index.ts';
import type { Word } from '../parse/words.ts';

export interface SecondReading {
  /** The words with the tags of the second analysis. */
  words: Word[];
  /** Mean and lowest log-probability of the symbols, scaled to about one. */
  mean: number;
  worst: number;
  /** The lowest at joins of words that were not adjacent before; 0 without such joins. */
  joint: number;
  /** Classes that changed: "N>V" is a noun that now reads as a finite verb. */
  changes: string[];
}

export function readAgain(words: readonly Word[], { tokens }: Analysis, tags: NgramModel): SecondReading {
  const places = align(words, tokens);
  const retagged = words.map((word) => ({ ...word }));
  const changes: string[] = [];
  for (const [i, at] of places.entries()) {
    if (at < 0 || (i > 0 && places[i - 1] === at)) continue;
    const before = classOf(words[at].tag);
    const after = classOf(tokens[i].tag);
    if (before !== '' && after !== '' && before !== after) changes.push(`${before}>${after}`);
    retagged[at].tag = tokens[i].tag;
  }
  const symbols = ['<s>', ...tokens.map(({ text, tag }) => symbolOf({ lower: text.toLowerCase(), tag })), '</s>'];
  const values = symbols.map((symbol, i) => (i === 0 ? 0 : tags.logprobOf(symbol, symbols.slice(Math.max(0, i - tags.order + 1), i))));
  let joint = 0;
  for (let i = 1; i < tokens.length; i++) {
    const one = words[places[i - 1]];
    const other = words[places[i]];
    if (!one || !other || one === other || (one.at < 0 && other.at < 0) || (one.at >= 0 && other.at === one.at + 1)) continue;
    // The symbol of token i is at i + 1; the next one shows whether the sentence continues well after the join.
    joint = Math.min(joint, (values[i + 1] + (values[i + 2] ?? values[i + 1])) / 2);
  }
  const sum = values.reduce((total, value) => total + value, 0);
  return { words: retagged, mean: sum / (values.length - 1) / 2, worst: Math.min(...values) / 8, joint: joint / 4, changes };
}

/** For each token, the word that it begins or belongs to; -1 after a position at which the texts differ. */
function align(words: readonly Word[], tokens: Analysis['tokens']): number[] {
  const owner: number[] = [];
  let text = '';
  for (const [i, word] of words.entries()) {
    const lower = word.text.toLowerCase();
    text += lower;
    for (let k = 0; k < lower.length; k++) owner.push(i);
  }
  let at = 0;
  return tokens.map((token) => {
    const lower = token.text.toLowerCase();
    if (!text.startsWith(lower, at)) return -1;
    const place = owner[at] ?? -1;
    at += lower.length;
    return place;
  });
}

function classOf(tag: string): string {
  if (/^(NN|NNS|NNP|NNPS)$/.test(tag)) return 'N';
  if (/^(VBZ|VBP|VBD)$/.test(tag)) return 'V';
  if (/^(VB|VBG|VBN)$/.test(tag)) return tag;
  if (/^JJ/.test(tag)) return 'J';
  return /^RB/.test(tag) ? 'R' : '';
}

const KEPT = new Set(
  (
    'a an the of in on at to for from by with and or but if when while as than that which who what where why how because is are was were be been being do does did has have had ' +
    'can could will would should may might must not no it they he she we you i this these those there its their his her most likely best more only all some any one , . : ;'
  ).split(' '),
);

/** The input of the ranker's language model: function words as they are, other words as their tags. */
export function symbolOf({ lower, tag }: Pick<Word, 'lower' | 'tag'>): string {
  if (KEPT.has(lower)) return lower;
  return /^[A-Z]/.test(tag) ? tag : 'SYM';
}
