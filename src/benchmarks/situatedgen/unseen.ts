/** Compositional generalization (SituatedGen, first version, section 3.2): keywords and keyword combinations that train does not have. */

import { plainWords } from './plain-words.ts';
import type { SituatedGenExample } from './row.ts';
import { sentenceKeywords } from './sentence-keywords.ts';

/**
 * What train does not have of an example: a keyword; no keyword but the combination of a sentence (the case that the paper calls compositional
 * generalization); nothing.
 */
export const UNSEEN_GROUPS = ['keywords', 'combinations', 'none'] as const;
export type UnseenGroup = (typeof UNSEEN_GROUPS)[number];

/** The keywords of some examples. All but `texts` leave case and inflection aside: whoever saw "China" has seen "china". */
export interface KnownKeywords {
  texts: ReadonlySet<string>;
  keywords: ReadonlySet<string>;
  /** Two keywords in one sentence. */
  pairs: ReadonlySet<string>;
  /** All keywords of one sentence, in any order. */
  combinations: ReadonlySet<string>;
  /** All keywords of both sentences, in any order: the input of the task. */
  inputs: ReadonlySet<string>;
}

interface Count {
  unique: number;
  unseen: number;
}

/** How much of a split train does not have. */
export interface UnseenFigures {
  /** As they are written: what Table 2 counts as unique keywords. */
  keywords: Count;
  /** Case and inflection aside, here and below. */
  plainKeywords: Count;
  keywordPairs: Count;
  combinations: Count;
  inputs: Count;
  examples: Record<UnseenGroup, number>;
}

export function knownKeywords(examples: Iterable<SituatedGenExample>): KnownKeywords {
  const known = { texts: new Set<string>(), keywords: new Set<string>(), pairs: new Set<string>() };
  const [combinations, inputs] = [new Set<string>(), new Set<string>()];
  for (const example of examples) {
    for (const keyword of example.keywords) known.texts.add(keyword);
    const sentences = sentenceForms(example);
    for (const forms of sentences) {
      for (const form of forms) known.keywords.add(form);
      for (const pair of pairsOf(forms)) known.pairs.add(pair);
      combinations.add(joined(forms));
    }
    inputs.add(inputOf(sentences));
  }
  return { ...known, combinations, inputs };
}

/** The combinations of the two sentences, each as one text. */
export function combinationsOf(example: SituatedGenExample): string[] {
  return sentenceForms(example).map(joined);
}

export function unseenGroup(example: SituatedGenExample, train: KnownKeywords): UnseenGroup {
  if (example.keywords.some((keyword) => !train.keywords.has(keywordForm(keyword)))) return 'keywords';
  return combinationsOf(example).some((combination) => !train.combinations.has(combination)) ? 'combinations' : 'none';
}

function unseenFigures(examples: readonly SituatedGenExample[], train: KnownKeywords): UnseenFigures {
  const own = knownKeywords(examples);
  const count = (key: keyof KnownKeywords): Count => ({
    unique: own[key].size,
    unseen: [...own[key]].filter((value) => !train[key].has(value)).length,
  });
  const groups = { keywords: 0, combinations: 0, none: 0 };
  for (const example of examples) groups[unseenGroup(example, train)]++;
  return {
    keywords: count('texts'),
    plainKeywords: count('keywords'),
    keywordPairs: count('pairs'),
    combinations: count('combinations'),
    inputs: count('inputs'),
    examples: groups,
  };
}

/** What train does not have of each other split; nothing where there is no train. */
export function unseenBySplit(splits: Readonly<Record<string, readonly SituatedGenExample[]>>): Record<string, UnseenFigures> {
  const { train, ...others } = splits;
  if (!train) return {};
  const known = knownKeywords(train);
  return Object.fromEntries(Object.entries(others).map(([name, examples]) => [name, unseenFigures(examples, known)]));
}

/** A keyword of signs alone has no words. */
function keywordForm(keyword: string): string {
  return plainWords(keyword).trim() || keyword.toLowerCase();
}

function sentenceForms(example: SituatedGenExample): string[][] {
  return [0, 1].map((sentence) => sentenceKeywords(example, sentence).map(keywordForm).sort());
}

function joined(forms: readonly string[]): string {
  return forms.join(' + ');
}

/** The two sentences of an example have no order. */
function inputOf(sentences: readonly (readonly string[])[]): string {
  return joined(sentences.flat().sort());
}

function* pairsOf(forms: readonly string[]): Generator<string> {
  for (const [i, first] of forms.entries()) for (const second of forms.slice(i + 1)) if (first !== second) yield joined([first, second]);
}
