/** Sentence templates, that is, sentences with masked keywords. Many sentences of one template show that a dataset follows a pattern. */
import type { Benchmark, Item } from '@sensebench/metrics/internal/core';
import { type AuditLanguage, choiceTexts, countEach, mostFirst, wordsOf } from './item-texts.ts';

export interface Templates {
  /** The kind of masked words. */
  masked: 'keywords' | 'content words';
  /** The number of distinct sentences, or of candidate answers for benchmarks with choices. */
  texts: number;
  templates: number;
  /** The share of the texts whose template occurs in another text too. */
  repeated: number | null;
  /** The share of the texts with one of the templates in `top`. */
  topShare: number | null;
  /** The most frequent templates of several texts. */
  top: { template: string; texts: number; share: number }[];
}

const MASK = '_';

/** Without keywords, all words but these are masked: the closed classes of English. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those some any no every each all both i you he she it we they me him her us them my your his its our their who what which when where why how ' +
    'is are was were be been being am do does did have has had will would can could may might must shall should not and or but if because so than as while ' +
    'of in on at by for with from to into onto over under about after before between through during without within up down out off near there here then too very'
  ).split(' '),
);

export function findTemplates(
  items: readonly Item[],
  { benchmark, language, top }: { benchmark: Benchmark; language: AuditLanguage; top: number },
): Templates {
  // Counts each sentence once, because pairs share sentences and a repeated sentence is not a template.
  const templateOf = new Map<string, string>();
  for (const item of items) {
    const mask = benchmark.keywords ? maskKeywords(benchmark.keywords(item), language) : maskContent;
    for (const text of textsOf(item, { benchmark, language })) if (!templateOf.has(text)) templateOf.set(text, mask(text));
  }
  const texts = templateOf.size;
  const counts = mostFirst(countEach(templateOf.values()));
  const shareOf = (some: readonly [string, number][]) => (texts === 0 ? null : some.reduce((sum, [, count]) => sum + count, 0) / texts);
  const shared = counts.filter(([, count]) => count > 1);
  const most = shared.slice(0, top);
  return {
    masked: benchmark.keywords ? 'keywords' : 'content words',
    texts,
    templates: counts.length,
    repeated: shareOf(shared),
    topShare: shareOf(most),
    top: most.map(([template, count]) => ({ template, texts: count, share: count / texts })),
  };
}

function textsOf(item: Item, { benchmark, language }: { benchmark: Benchmark; language: AuditLanguage }): readonly string[] {
  const choices = choiceTexts(item, benchmark);
  return choices ? choices.answers.map(({ text }) => text) : item.references.flatMap((reference) => language.sentences(reference));
}

/** Compares stems. Keywords of several words are matched as a whole, longest first. */
function maskKeywords(keywords: readonly string[], { stem }: Pick<AuditLanguage, 'stem'>): (text: string) => string {
  const sought = keywords.map((keyword) => wordsOf(keyword).map(stem)).sort((a, b) => b.length - a.length);
  return (text) => {
    const words = wordsOf(text);
    const stems = words.map(stem);
    const masked: string[] = [];
    for (let place = 0; place < words.length; ) {
      const found = sought.find((keyword) => keyword.length > 0 && keyword.every((part, i) => stems[place + i] === part));
      masked.push(found ? MASK : words[place]);
      place += found?.length ?? 1;
    }
    return joinMasked(masked);
  };
}

function maskContent(text: string): string {
  return joinMasked(wordsOf(text).map((word) => (FUNCTION_WORDS.has(word) ? word : MASK)));
}

/** Joins consecutive masks. */
function joinMasked(words: readonly string[]): string {
  return words.filter((word, i) => word !== MASK || words[i - 1] !== MASK).join(' ');
}
