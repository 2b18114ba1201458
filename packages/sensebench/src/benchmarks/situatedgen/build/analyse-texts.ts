/** Analyses each statement: its nouns (SituatedGen, appendix A.2) and, when asked, its entities. */

import {
  type Analysis,
  defineStep,
  type Shard,
  type StepTools,
  type TextEntity,
  type Token,
  type ToolNeeds,
  type WordNet,
  type WordNetPos,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { Statement } from '../../../statements/index.ts';

interface Findings {
  nouns: { start: number; end: number }[];
  entities: TextEntity[];
}

/** A statement with the positions of its nouns. */
export type AnalysedStatement = Statement & Pick<Findings, 'nouns'>;

/** The number of texts that are analysed together. */
const BATCH = 500;

export const analyseStep = defineStep({
  name: 'analyse',
  version: 6,
  options: z.object({
    entities: z.boolean(),
    deep: z.boolean(),
    recognizer: z.string().optional(),
    /** Which of our models finds the entities. */
    model: z.enum(['linear', 'deep']).optional(),
    /** Whether verbs that were tagged as nouns are left out. */
    missedVerbs: z.boolean(),
  }),
  needs: ({ deep, recognizer, model }) => ({ analyse: analyserNeeds({ deep, recognizer, model }), wordnet: true }),
  over: 'each',
  async run([{ rows }]: readonly Shard<Statement>[], { entities, missedVerbs }, tools): Promise<Shard<AnalysedStatement>> {
    const found = await analyseTexts([...new Set(rows.map(({ text }) => text))], { entities, missedVerbs }, tools);
    const statements = rows.map((statement) => {
      const { nouns = [], entities: own = [] } = found.get(statement.text) ?? {};
      return { ...statement, ...(entities ? { entities: own } : {}), nouns };
    });
    return { rows: statements, dropped: [] };
  },
});

/** The analyser of a build, whose tags and trees may come from another model than its entities. */
export function analyserNeeds({
  deep,
  recognizer,
  model,
}: {
  deep: boolean;
  recognizer?: string;
  model?: 'linear' | 'deep';
}): ToolNeeds['analyse'] {
  if (recognizer !== undefined) return { deep, recognizer };
  if (model === undefined || (model === 'deep') === deep) return deep ? 'deep' : true;
  return { deep, entities: model };
}

async function analyseTexts(
  texts: readonly string[],
  { entities, missedVerbs }: { entities: boolean; missedVerbs: boolean },
  { analyse, wordnet, signal, progress }: StepTools,
): Promise<Map<string, Findings>> {
  const found = new Map<string, Findings>();
  for (let from = 0; from < texts.length; from += BATCH) {
    signal.throwIfAborted();
    const batch = texts.slice(from, from + BATCH);
    for (const [i, analysis] of (await analyse(batch, { entities })).entries()) {
      const verb = missedVerbs && wordnet ? missedVerb(analysis.tokens, wordnet) : null;
      found.set(batch[i], findings(analysis, { wordnet, verb }));
    }
    progress(found.size);
  }
  return found;
}

/** `verb` is the index of a token that is not a noun, whatever its tag. */
function findings({ tokens, entities }: Analysis, { wordnet, verb }: { wordnet: WordNet | undefined; verb: number | null }): Findings {
  return {
    nouns: tokens.filter((_, i) => i !== verb && isNoun(tokens, i, wordnet)).map(({ start, end }) => ({ start, end })),
    entities: entities.map(({ text, type, start, end }) => ({ text, type, start, end })),
  };
}

/**
 * A noun by its tag; a word that WordNet knows as nothing but a noun, whatever its tag; and two differences between treebank tags and those of the
 * paper's tagger: "someone" is a pronoun, and "north" in "north of Texas" is a noun.
 */
function isNoun(tokens: readonly Token[], i: number, wordnet: WordNet | undefined): boolean {
  const { tag, text } = tokens[i];
  if (/^NNP?S?$/.test(tag)) return /[\p{L}\p{N}]/u.test(text) && !/^(some|any|every|no)(one|body|thing)$/i.test(text);
  if (/^(north|south|east|west)$/i.test(text) && tokens[i + 1]?.text === 'of') return true;
  return /^(VB|JJ|RB)/.test(tag) && text.length > 3 && wordnet !== undefined && isOnlyNoun(text.toLowerCase(), wordnet);
}

function isOnlyNoun(word: string, wordnet: WordNet): boolean {
  const known = (pos: WordNetPos) => [word, ...wordnet.baseForms(word, pos)].some((form) => wordnet.synsets(form, pos).length > 0);
  return known('n') && !known('v') && !known('a') && !known('r');
}

/**
 * A statement is a sentence, so it has a verb. If no word is tagged as one, a word that is tagged as a common noun must be it: one that directly follows a noun,
 * that WordNet knows as a verb, and that agrees with the subject ("miners dig", "a cowboy herds"). Null if there is a verb, or no such word.
 */
export function missedVerb(tokens: readonly Token[], wordnet: WordNet): number | null {
  if (tokens.some(({ tag }) => /^(VB|MD)/.test(tag))) return null;
  const isNoun = (i: number) => /^NN/.test(tokens[i]?.tag ?? '');
  const isPlural = (i: number) => /S$/.test(tokens[i].tag) || /^(people|children|men|women)$/i.test(tokens[i].text);
  const isVerb = (i: number) => isNoun(i) && /^\p{Ll}/u.test(tokens[i].text) && isKnownVerb(tokens[i].text, wordnet);
  const from = subjectFrom(tokens);
  const start = tokens.findIndex((_, i) => i >= from && isNoun(i));
  if (start < 0) return null;
  let end = start;
  while (isNoun(end + 1)) end++;
  // In "Gardeners plant tomatoes" a plural ends the subject, in "Wheat fields stretch" the second noun does.
  const first = isPlural(start) ? start + 1 : isNoun(start + 1) && isPlural(start + 1) ? start + 2 : null;
  if (first !== null && first <= end && isVerb(first)) return first;
  const wanted = tokens.findIndex((_, i) => i > end && isNoun(i - 1) && isVerb(i) && isPlural(i) !== isPlural(end));
  if (wanted > 0) return wanted;
  return start + 1 <= end && isVerb(start + 1) && isPlural(start + 1) !== isPlural(start) ? start + 1 : null;
}

/** The first possible position of the subject, for example after "In August,". */
function subjectFrom(tokens: readonly Token[]): number {
  if (tokens[0]?.tag !== 'IN') return 0;
  return tokens.findIndex(({ text }) => text === ',') + 1;
}

function isKnownVerb(word: string, wordnet: WordNet): boolean {
  return [word, ...wordnet.baseForms(word, 'v')].some((form) => wordnet.synsets(form, 'v').length > 0);
}
