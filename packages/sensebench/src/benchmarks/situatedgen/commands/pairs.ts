/** `sensebench situatedgen pairs`: scores pairs of statements with the model of contrast. */
import { extname } from 'node:path';
import { type ActionContext, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readCsv, readJsonl } from '../../../files/index.ts';
import { loadContrastModel, QUALITIES, type Quality } from '../contrast/contrast-model.ts';
import { readStatements } from '../contrast/describe-statements.ts';

const pairSchema = z
  .looseObject({
    first: z.string().optional(),
    second: z.string().optional(),
    statements: z.tuple([z.string(), z.string()]).optional(),
  })
  .transform((row) => ({ row, first: row.first ?? row.statements?.[0], second: row.second ?? row.statements?.[1] }));

interface GivenPair {
  row: Readonly<Record<string, unknown>>;
  first: string;
  second: string;
}

export const pairs = defineAction({
  summary: 'how likely pairs of statements are to be valid, and good tests of commonsense, by the model of contrast',
  arguments: [
    { name: 'file', summary: 'pairs: CSV or TSV with two columns, or JSON Lines with `first` and `second`, or with `statements`' },
  ],
  options: z.object({
    file: z.string(),
    deep: z.boolean().default(false).describe('tags and trees of the deep model, about ten times slower'),
  }),
  notes: [
    'Prints a JSON line for each pair: its fields, and the probabilities `validChance` and `goodChance`, each with the feature that lowers it most.',
    'If the rows have the fields `valid` (true or false) or `verdict` ("good" or another word), the areas under the ROC curve are printed to standard error.',
  ],
  examples: ['situatedgen pairs pairs.tsv', 'situatedgen pairs judged.jsonl --output scored.jsonl'],
  async run({ file, deep }, context) {
    const given = await readPairs(file);
    if (given.length === 0) throw new InputError('has no pairs', { file });
    const scored = await scorePairs(given, { deep, context });
    for (const line of agreementLines(scored)) context.warn(line);
    return { lines: scored.map(({ row, ...pair }) => JSON.stringify({ ...row, ...pair })) };
  },
});

async function readPairs(file: string): Promise<GivenPair[]> {
  const ending = extname(file.replace(/\.gz$/i, '')).toLowerCase();
  const given: GivenPair[] = [];
  const expected = 'the fields "first" and "second", or "statements"';
  if (ending === '.csv' || ending === '.tsv' || ending === '.txt') {
    const header = ['first', 'second'] as const;
    for await (const { record } of readCsv(file, { delimiter: ending === '.csv' ? ',' : '\t', header })) {
      const { first, second } = record;
      // A header of the same names is allowed.
      if (first !== 'first' || second !== 'second') given.push({ row: {}, first, second });
    }
    return given;
  }
  for await (const { line, value } of readJsonl(file, pairSchema)) {
    const { row, first, second } = value;
    if (first === undefined || second === undefined) throw new InputError('has no pair', { file, line, expected });
    given.push({ row, first, second });
  }
  return given;
}

interface ScoredPair extends GivenPair {
  validChance: number;
  goodChance: number;
  validWeakness: string;
  goodWeakness: string;
}

/** Texts that are analysed together. */
const BATCH = 500;

async function scorePairs(
  given: readonly GivenPair[],
  { deep, context }: { deep: boolean; context: ActionContext },
): Promise<ScoredPair[]> {
  const { analyse, wordnet, embedder } = await context.tools({ analyse: { deep, entities: 'deep' }, wordnet: true, embedder: true });
  if (!wordnet) throw new Error('WordNet was not loaded');
  const model = loadContrastModel();
  const reader = model.facts(wordnet);
  const texts = [...new Set(given.flatMap(({ first, second }) => [first, second]))];
  const progress = context.progress('statements', texts.length);
  const described = new Map<string, ReturnType<typeof model.describe>>();
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    const analysed = await analyse(batch, { parse: true });
    const readings = await readStatements(
      analysed.map((analysis) => ({ analysis })),
      { reader, embedder, signal: context.signal },
    );
    for (const [i, { facts, vectors }] of readings.entries()) described.set(batch[i], model.describe(facts, vectors));
    progress.update(from + batch.length);
  }
  progress.stop();
  const at = (text: string) => {
    const found = described.get(text);
    if (!found) throw new Error(`"${text}" was not read`);
    return found;
  };
  return given.map((pair) => {
    const [one, two] = [at(pair.first), at(pair.second)];
    const { valid, good } = model.score(one, two);
    return {
      ...pair,
      validChance: rounded(valid),
      goodChance: rounded(good),
      validWeakness: model.weakness(one, two, 'valid'),
      goodWeakness: model.weakness(one, two, 'good'),
    };
  });
}

function rounded(chance: number): number {
  return Math.round(1000 * chance) / 1000;
}

/** A label of several readers counts once for each of them. */
function labelsOf(row: Readonly<Record<string, unknown>>, quality: Quality): boolean[] {
  const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
  if (quality === 'valid') return all(row.valid).filter((value) => typeof value === 'boolean');
  return all(row.verdict)
    .filter((value) => typeof value === 'string')
    .map((verdict) => verdict === 'good');
}

function agreementLines(scored: readonly ScoredPair[]): string[] {
  return QUALITIES.flatMap((quality) => {
    const readings = scored.flatMap((pair) => labelsOf(pair.row, quality).map((good) => ({ score: pair[`${quality}Chance`], good })));
    const found = areaUnderCurve(readings);
    return found === null ? [] : [`${quality}: ${readings.length} readings, AUC ${found.toFixed(3)}`];
  });
}

/** The chance that a good one gets a higher score than a bad one, ties counting half (Hanley and McNeil, 1982); null where one kind is missing. */
export function areaUnderCurve(scored: readonly { score: number; good: boolean }[]): number | null {
  const ranked = [...scored].sort((a, b) => a.score - b.score);
  const good = ranked.filter((one) => one.good).length;
  const bad = ranked.length - good;
  if (good === 0 || bad === 0) return null;
  let sum = 0;
  for (let from = 0; from < ranked.length; ) {
    let to = from;
    while (to < ranked.length && ranked[to].score === ranked[from].score) to++;
    const rank = (from + 1 + to) / 2;
    for (let i = from; i < to; i++) if (ranked[i].good) sum += rank;
    from = to;
  }
  return (sum - (good * (good + 1)) / 2) / (good * bad);
}
