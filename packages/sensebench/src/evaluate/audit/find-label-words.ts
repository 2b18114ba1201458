/** Words that give a label away: tests each word of questions and answers by Fisher's exact test with Holm's correction. */
import type { Benchmark, Item } from '@sensebench/metrics/internal/core';
import { fisherExact, holm } from '@sensebench/metrics/internal/metrics';
import { choiceTexts, countEach, wordsOf } from './item-texts.ts';

export interface LabelWord {
  part: Part;
  word: string;
  label: string;
  /** The number of texts with the word, and of those with the label. */
  texts: number;
  labelled: number;
  /** The share of the label among texts with the word, and among all texts. */
  share: number;
  base: number;
  p: number;
  pHolm: number;
}

export interface LabelWords {
  /** The number of labelled questions and answers. */
  texts: number;
  /** The number of tested words; rare words are not tested. */
  tested: number;
  /** The number of words that give a label away at the level of 0.05. */
  found: number;
  /** The most significant words first. */
  words: LabelWord[];
}

type Part = 'question' | 'answer';

interface Case {
  part: Part;
  words: ReadonlySet<string>;
  label: string;
}

const LEVEL = 0.05;
/** Rarer words are not tested. */
const FEWEST = 5;
const MOST_LISTED = 50;

/** Null if the benchmark has no choices. */
export function findLabelWords(items: readonly Item[], { benchmark }: { benchmark: Benchmark }): LabelWords | null {
  if (!benchmark.choices) return null;
  const cases = items.flatMap((item) => casesOf(item, benchmark));
  const tests = (['question', 'answer'] as const).flatMap((part) => testsOf(cases.filter((each) => each.part === part)));
  const adjusted = holm(tests.map(({ p }) => p));
  const words = tests.map((test, i) => ({ ...test, pHolm: adjusted[i] ?? 1 })).sort((a, b) => a.p - b.p || (a.word < b.word ? -1 : 1));
  return {
    texts: cases.length,
    tested: tests.length,
    found: words.filter(({ pHolm }) => pHolm < LEVEL).length,
    words: words.slice(0, MOST_LISTED),
  };
}

/** With one candidate answer, it and its question have the label. With a text per choice, each is right or wrong, and the question has no label. */
function casesOf(item: Item, benchmark: Benchmark): Case[] {
  const [label] = item.references;
  const texts = choiceTexts(item, benchmark);
  if (label === undefined || !texts) return [];
  const makeCase = (part: Part, text: string, own: string): Case => ({ part, words: new Set(wordsOf(text)), label: own });
  return [
    ...(texts.question === '' || texts.answers.some((answer) => answer.label !== undefined)
      ? []
      : [makeCase('question', texts.question, label)]),
    ...texts.answers.map((answer) =>
      makeCase('answer', answer.text, answer.label === undefined ? label : answer.label === label ? 'right' : 'wrong'),
    ),
  ];
}

/** With two labels, only the one that is last in the alphabet (yes, wrong) is tested. */
function testsOf(cases: readonly Case[]): Omit<LabelWord, 'pHolm'>[] {
  const labels = countEach(cases.map(({ label }) => label));
  const asked = labels.size > 2 ? [...labels.keys()].sort() : [...labels.keys()].sort().slice(1);
  const texts = countEach(cases.flatMap(({ words }) => [...words]));
  return asked.flatMap((label) => {
    const all = labels.get(label) ?? 0;
    const labelled = countEach(cases.filter((each) => each.label === label).flatMap(({ words }) => [...words]));
    return [...texts]
      .filter(([, count]) => count >= FEWEST && count < cases.length)
      .map(([word, count]) => {
        const a = labelled.get(word) ?? 0;
        const p = fisherExact({ a, b: count - a, c: all - a, d: cases.length - all - (count - a) });
        return { part: cases[0].part, word, label, texts: count, labelled: a, share: a / count, base: all / cases.length, p };
      });
  });
}
