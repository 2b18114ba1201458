/** Statistics of any examples in the released layout (SituatedGen, section 5.2): Table 2, Figure 3, context types. */

import type { TextEntity } from '@sensebench/metrics/internal/core';
import { createTextNumbers } from '../../files/index.ts';
import type { Context } from '../../statements/index.ts';
import { contextOf, pairContext } from './contexts.ts';
import { brokenRules, DEFINITION_RULES } from './definition.ts';
import type { ExampleRows, SituatedGenExample } from './row.ts';

export interface DatasetFigures {
  examples: number;
  uniqueSentences: number;
  uniqueSentencesPerExample: number | null;
  uniqueKeywords: number;
  keywordsPerExample: number | null;
  tokensPerExample: number | null;
  /** Shares of the examples whose context is known. */
  contexts: Record<Context, number | null>;
  contextCounts: Record<Context, number> & { unknown: number };
  /** Figure 3: examples by number of keywords. */
  keywordCounts: Record<string, number>;
  keywordSkewness: number | null;
  frequentKeywords: { keyword: string; count: number }[];
  /** Statements by source. */
  sources: Record<string, number>;
  /** The number of examples that break section 3.1, by rule. Only those whose entities are known are checked. */
  definition: { checked: number; breaking: number; rules: Record<string, number> };
}

/** The entities of a statement, by its id. */
export interface EntitiesById {
  get(id: string): readonly TextEntity[] | undefined;
}

export function datasetFigures(examples: ExampleRows, entities: EntitiesById, { top = 30 } = {}): DatasetFigures {
  const counter = createFigureCounter();
  for (const example of examples) counter.add(example, entitiesOf(example, entities));
  return counter.figures({ top });
}

/** The entities of the two statements of an example, as far as they are known. */
export function entitiesOf({ ids }: SituatedGenExample, entities: EntitiesById): ExampleEntities {
  return [entities.get(ids[0]), entities.get(ids[1])];
}

type ExampleEntities = readonly [readonly TextEntity[] | undefined, readonly TextEntity[] | undefined];

/** Counts a stream of examples, so that a split and all splits together are counted in one pass. */
export interface FigureCounter {
  add(example: SituatedGenExample, entities: ExampleEntities): void;
  /** `top` is the number of frequent keywords to list. */
  figures(options?: { top?: number }): DatasetFigures;
}

export function createFigureCounter(): FigureCounter {
  const [sentences, ids] = [createTextNumbers(), createTextNumbers()];
  const keywords = new Map<string, number>();
  const sizes: number[] = [];
  /** The number of tokens of each sentence, by the sentence's number. */
  const tokens: number[] = [];
  const sources = new Map<string, number>();
  const contextCounts = { GEO: 0, TEMP: 0, BOTH: 0, unknown: 0 };
  const definition = { checked: 0, breaking: 0, rules: Object.fromEntries(DEFINITION_RULES.map((rule) => [rule, 0])) };
  let words = 0;

  function add(example: SituatedGenExample, [first, second]: ExampleEntities): void {
    for (const keyword of example.keywords) keywords.set(keyword, (keywords.get(keyword) ?? 0) + 1);
    sizes.push(example.keywords.length);
    for (const statement of example.statements) {
      const number = sentences.add(statement);
      tokens[number] ??= nltkTokens(statement).length;
      words += tokens[number];
    }
    for (const id of example.ids) {
      const source = id.split('::')[0];
      if (ids.isNew(id)) sources.set(source, (sources.get(source) ?? 0) + 1);
    }
    contextCounts[exampleContext(example, [first, second]) ?? 'unknown']++;
    if (!first || !second) return;
    definition.checked++;
    const broken = brokenRules(example, [first, second]);
    if (broken.length > 0) definition.breaking++;
    for (const rule of broken) definition.rules[rule]++;
  }

  function figures({ top = 30 } = {}): DatasetFigures {
    const examples = sizes.length;
    const known = examples - contextCounts.unknown;
    const share = (count: number) => (known > 0 ? count / known : null);
    return {
      examples,
      uniqueSentences: sentences.size,
      uniqueSentencesPerExample: ratio(sentences.size, examples),
      uniqueKeywords: keywords.size,
      keywordsPerExample: ratio(sum(sizes), examples),
      tokensPerExample: ratio(words, examples),
      contexts: { GEO: share(contextCounts.GEO), TEMP: share(contextCounts.TEMP), BOTH: share(contextCounts.BOTH) },
      contextCounts,
      keywordCounts: histogram(sizes),
      keywordSkewness: skewness(sizes),
      frequentKeywords: [...keywords]
        .map(([keyword, count]) => ({ keyword, count }))
        .sort((a, b) => b.count - a.count || (a.keyword < b.keyword ? -1 : 1))
        .slice(0, top),
      // In the order of the ids.
      sources: Object.fromEntries([...sources].sort(([a], [b]) => (`${a}::` < `${b}::` ? -1 : 1))),
      definition,
    };
  }

  return { add, figures };
}

/** The context in the row, or the one derived from the entities of its statements. */
function exampleContext(example: SituatedGenExample, [first, second]: ExampleEntities): Context | null {
  if (example.context) return example.context;
  return first && second ? pairContext(contextOf(first), contextOf(second)) : null;
}

/** Fisher's moment coefficient g1, as scipy.stats.skew gives it. */
export function skewness(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const mean = sum(values) / values.length;
  // Uses multiplication and a square root, which give the same digits on every machine, unlike powers.
  const variance = sum(values.map((value) => (value - mean) * (value - mean))) / values.length;
  const third = sum(values.map((value) => (value - mean) * (value - mean) * (value - mean))) / values.length;
  return variance > 0 ? third / (variance * Math.sqrt(variance)) : null;
}

function histogram(values: readonly number[]): Record<string, number> {
  return countBy(
    [...values].sort((a, b) => a - b),
    String,
  );
}

function countBy<T>(values: readonly T[], key: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[key(value)] = (counts[key(value)] ?? 0) + 1;
  return counts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** Abbreviations that keep their full stop inside a sentence; any other word before a full stop ends a sentence there, as Punkt has it. */
const ABBREVIATIONS = new Set(
  'u.s u.k u.n d.c l.a n.y a.m p.m b.c a.d st mt ft dr mr mrs ms jr sr vs gen sen rep gov prof co corp inc ltd no etc e.g i.e jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

const RULES: readonly (readonly [RegExp, string])[] = [
  [/^["“«]|(?<=[\s([{<])["“«]/g, ' $& '],
  [/["“”«»]/g, ' $& '],
  [/([:,])(?=\D)|[:,]$/g, ' $& '],
  [/\.{2,}|[;@#$%&?!()[\]{}<>*]|--/g, ' $& '],
  [/([^'])'(?=\s|$)/g, "$1 ' "],
  [/([^' ])('(?:s|m|d|ll|re|ve)|n't)(?=\s|$|[.,;:?!])/gi, '$1 $2 '],
  [/\b(can)(not)\b|\b(gon|wan)(na)\b|\b(got)(ta)\b|\b(gim|lem)(me)\b/gi, '$1$3$5$7 $2$4$6$8'],
];

/** Counts tokens as NLTK's word_tokenize does, which gives the "# Avg. Output Tokens" of SituatedGen's Table 2 (20.89 and 24.08). */
export function nltkTokens(sentence: string): string[] {
  let text = ` ${sentence} `;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word, index) => {
    if (!/[^.]\.$/.test(word)) return [word];
    const bare = word.slice(0, -1);
    const last = index === words.length - 1;
    const kept = !last && (/^\p{L}$/u.test(bare) || ABBREVIATIONS.has(bare.toLowerCase()));
    return kept ? [word] : [bare, '.'];
  });
}
