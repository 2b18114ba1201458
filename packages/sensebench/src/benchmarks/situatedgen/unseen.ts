/** Compositional generalization (SituatedGen, first version, section 3.2): keywords and keyword combinations that train does not have. */

import { createTextNumbers, type TextNumbers } from '../../files/index.ts';
import { plainWords } from './plain-words.ts';
import { remember } from './remember.ts';
import { type SituatedGenExample, sentenceKeywords } from './row.ts';

/**
 * What train lacks of an example: a keyword; no keyword but the combination of a sentence (the case that the paper calls compositional
 * generalization); nothing.
 */
export const UNSEEN_GROUPS = ['keywords', 'combinations', 'none'] as const;
export type UnseenGroup = (typeof UNSEEN_GROUPS)[number];

/** The keywords of some examples. All but `texts` ignore case and inflection. */
export interface KnownKeywords {
  texts: Known;
  keywords: Known;
  /** Two keywords in one sentence. */
  pairs: Known;
  /** All keywords of one sentence, in any order. */
  combinations: Known;
  /** All keywords of both sentences, in any order: the input of the task. */
  inputs: Known;
}

type Known = Pick<TextNumbers, 'has' | 'size'>;

interface Count {
  unique: number;
  unseen: number;
}

/** How much of a split train lacks. */
export interface UnseenFigures {
  /** Literal keywords, which Table 2 counts as unique keywords. */
  keywords: Count;
  /** Ignoring case and inflection, here and below. */
  plainKeywords: Count;
  keywordPairs: Count;
  combinations: Count;
  inputs: Count;
  examples: Record<UnseenGroup, number>;
}

export function knownKeywords(examples: Iterable<SituatedGenExample>): KnownKeywords {
  const known = createKinds(createTextNumbers);
  for (const example of examples) for (const [kind, text] of kindsOf(example)) known[kind].add(text);
  return known;
}

function createKinds<Value>(create: () => Value): Record<keyof KnownKeywords, Value> {
  return { texts: create(), keywords: create(), pairs: create(), combinations: create(), inputs: create() };
}

/** Everything that an example has of each kind. */
function* kindsOf(example: SituatedGenExample): Generator<[keyof KnownKeywords, string]> {
  for (const keyword of example.keywords) yield ['texts', keyword];
  const sentences = sentenceForms(example);
  for (const forms of sentences) {
    for (const form of forms) yield ['keywords', form];
    for (const pair of pairsOf(forms)) yield ['pairs', pair];
    yield ['combinations', joined(forms)];
  }
  yield ['inputs', inputOf(sentences)];
}

/** The combinations of the two sentences, each as a text. */
export function combinationsOf(example: SituatedGenExample): string[] {
  return sentenceForms(example).map(joined);
}

export function unseenGroup(example: SituatedGenExample, train: KnownKeywords): UnseenGroup {
  if (example.keywords.some((keyword) => !train.keywords.has(keywordForm(keyword)))) return 'keywords';
  return combinationsOf(example).some((combination) => !train.combinations.has(combination)) ? 'combinations' : 'none';
}

function unseenFigures(examples: Iterable<SituatedGenExample>, train: KnownKeywords): UnseenFigures {
  const own = createKinds(createTextNumbers);
  const counts = createKinds((): Count => ({ unique: 0, unseen: 0 }));
  const groups = { keywords: 0, combinations: 0, none: 0 };
  for (const example of examples) {
    groups[unseenGroup(example, train)]++;
    for (const [kind, text] of kindsOf(example)) {
      if (!own[kind].isNew(text)) continue;
      counts[kind].unique++;
      if (!train[kind].has(text)) counts[kind].unseen++;
    }
  }
  const { texts, keywords, pairs, combinations, inputs } = counts;
  return { keywords: texts, plainKeywords: keywords, keywordPairs: pairs, combinations, inputs, examples: groups };
}

/** The parts of the other splits that train lacks; empty without train. */
export function unseenBySplit(splits: Readonly<Record<string, Iterable<SituatedGenExample>>>): Record<string, UnseenFigures> {
  const { train, ...others } = splits;
  if (!train) return {};
  const known = knownKeywords(train);
  return Object.fromEntries(Object.entries(others).map(([name, examples]) => [name, unseenFigures(examples, known)]));
}

/** Keywords without letters have no words. */
const keywordForm = remember((keyword: string) => plainWords(keyword).trim() || keyword.toLowerCase());

function sentenceForms(example: SituatedGenExample): string[][] {
  return [0, 1].map((sentence) => sentenceKeywords(example, sentence).map(keywordForm).sort());
}

function joined(forms: readonly string[]): string {
  return forms.join(' + ');
}

/** The two sentences of an example are unordered. */
function inputOf(sentences: readonly (readonly string[])[]): string {
  return joined(sentences.flat().sort());
}

function* pairsOf(forms: readonly string[]): Generator<string> {
  for (const [i, first] of forms.entries()) for (const second of forms.slice(i + 1)) if (first !== second) yield joined([first, second]);
}
