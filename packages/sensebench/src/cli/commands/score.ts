/** `sensebench score text …` and `sensebench score <benchmark> …`: metrics of any predictions, several systems in one table. */
import { basename } from 'node:path';
import {
  type Action,
  type ActionContext,
  type ActionResult,
  type Benchmark,
  defineAction,
  InputError,
  type Item,
  joinSentences,
  type PredictedText,
  type Scores,
  unknownName,
} from '@sensebench/metrics/internal/core';
import { type AnyMetric, chooseMetrics, countTokenized, freezeFrequencies } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { conceptNetFor, deepOption } from '../../app/index.ts';
import { selectItems } from '../../evaluate/predict/index.ts';
import { FILE_FORMATS, readPredictionTexts, readReferences } from '../../files/formats/index.ts';
import { writeJson } from '../../files/index.ts';
import { breakdownTable, columnOptions, hiddenScores, scoresTable, shownColumns } from '../../report/runs/index.ts';
import { EXIT } from '../exit-code.ts';

const optionShape = {
  predictions: z.array(z.string()).min(1).describe('files of predictions: JSON Lines {id, prediction}, JSON, CSV, TSV, or plain text'),
  predictionsFormat: z.enum(FILE_FORMATS).optional().describe('format of the predictions (default: decided by ending and content)'),
  metrics: z
    .array(z.string())
    .default([])
    .describe("names, apart or with commas between them, with options or without: bleu,'ter(asian)'; default stands for the usual ones"),
  ...columnOptions,
  ci: z.boolean().default(false).describe('95% intervals; items that share a unit count together'),
  seed: z.number().int().default(17).describe('seed of --sample and of the intervals of --ci'),
  limit: z.number().int().positive().optional().describe('only the first items'),
  sample: z.number().int().positive().optional().describe('n items drawn by seed, spread over what items share'),
  subset: z.boolean().default(false).describe('score the items that have a prediction, on purpose; the files must name them by id'),
  by: z.string().optional().describe('also print the scores of groups of items: the name of one of the breakdowns (size, connectivity, …)'),
  conceptnet: z.string().optional().describe("ConceptNet's assertions.csv.gz: scores by connectivity, where the benchmark has them"),
  saveIdf: z.string().optional().describe('write the document frequencies of these references, for cider(idf=FILE)'),
  failBelow: z.array(z.string()).default([]).describe('metric=x: exit code 1 when a score is lower (fractions, as in the JSON)'),
  ...deepOption,
  tokenized: z.boolean().default(false).describe('the texts are tokens with blanks between them: do not tokenize them again'),
};

type ScoreOptions = z.infer<z.ZodObject<typeof optionShape>>;

const GROUPS = {
  'Items and files': ['predictionsFormat', 'referencesFormat', 'limit', 'sample', 'subset', 'seed', 'tokenized', 'saveIdf'],
  'Tables and limits': ['allMetrics', 'resamples', 'by', 'conceptnet', 'failBelow', 'deep'],
};
const NOTES = ['sensebench metrics list shows every metric with its options.'];

export const text = defineAction({
  summary: 'score texts against references, without a benchmark',
  options: z.object({
    references: z
      .array(z.string())
      .min(1)
      .describe('JSON Lines {id, references}, JSON, CSV, TSV, or plain text (several files: several references)'),
    referencesFormat: z.enum(FILE_FORMATS).optional().describe('format of the references (default: decided by ending and content)'),
    ...optionShape,
  }),
  groups: GROUPS,
  notes: NOTES,
  examples: [
    'score text --references refs.jsonl --predictions system.txt',
    'score text --references refs1.txt refs2.txt --predictions a.txt b.txt --metrics bleu,cider --ci --json',
  ],
  run: (options, context) => {
    const read = () => readReferences(options.references, { format: options.referencesFormat });
    return run({ read, files: options.references, options, context });
  },
});

/** `sensebench score <benchmark>` */
export function scoreBenchmark(benchmark: Benchmark): Action {
  return defineAction({
    summary: `score predictions for ${benchmark.title}`,
    options: z.object({
      dataset: z.string().describe('a file in the published format, or a dataset folder'),
      split: z.string().optional().describe('split to read, if the dataset is a folder'),
      ...optionShape,
    }),
    groups: GROUPS,
    notes: NOTES,
    examples: [`score ${benchmark.name} --dataset dev.jsonl --predictions system.jsonl`],
    run: (options, context) => {
      const read = async () => {
        const items: Item[] = [];
        for await (const item of benchmark.read(options.dataset, { split: options.split, say: context.say })) items.push(item);
        if (items.length === 0) throw new InputError('has no items', { file: options.dataset });
        return items;
      };
      return run({ read, files: [options.dataset], options, context, benchmark });
    },
  });
}

interface ScoreRun {
  read(): Promise<Item[]>;
  /** Files to read. */
  files: readonly string[];
  options: ScoreOptions;
  context: ActionContext;
  benchmark?: Benchmark;
}

async function run({ read, files, options, context, benchmark: given }: ScoreRun): Promise<ActionResult> {
  // By its file: the index would load what builds and annotates too.
  const { loadMetrics } = await import('../../app/metric-modules.ts');
  const { names: metrics, own } = await loadMetrics(options.metrics, given);
  const benchmark = given && { ...given, ownMetrics: own };
  // Before the files are read: its threads start then.
  const scorer = context.scorer(metrics, {
    files: [...files, ...options.predictions],
    conceptnet: conceptNetFor(benchmark, options.conceptnet),
    ownMetrics: own,
    tokenized: options.tokenized,
    deep: options.deep,
  });
  const items = await read();
  const limits = options.failBelow.map(readLimit);
  demandScores(limits, metrics, own);
  const names = systemNames(options.predictions);
  const systems: { name: string; texts: Map<string, PredictedText> }[] = [];
  let answered: readonly Item[] = items;
  for (const [i, path] of options.predictions.entries()) {
    const {
      texts,
      notes,
      items: own,
    } = await readPredictionTexts(path, items, benchmark, { format: options.predictionsFormat, subset: options.subset });
    for (const note of notes) context.warn(note);
    const traces = options.tokenized ? null : countTokenized(texts.map(joinSentences));
    if (traces !== null)
      context.warn(
        `${names[i]}: ${traces} of ${texts.length} predictions look tokenized already (" ." or " n't"); score plain text, or give --tokenized`,
      );
    systems.push({ name: names[i], texts: new Map(own.map(({ id }, place) => [id, texts[place]])) });
    if (options.subset) answered = inBoth(answered, own, { path, items: items.length, warn: context.warn });
  }
  if (options.saveIdf) await writeJson(options.saveIdf, freezeFrequencies(items));
  const { limit, sample, seed } = options;
  const limited = sample === undefined ? answered.slice(0, limit) : selectItems(answered, { limit, sample, seed, units: benchmark?.units });
  const results: { name: string; scores: Scores }[] = [];
  for (const { name, texts } of systems) {
    const { scores } = await scorer.measure({
      items: limited,
      predictions: limited.map(({ id }) => texts.get(id) ?? ''),
      benchmark,
      intervals: options.ci ? { seed: options.seed } : undefined,
      signal: context.signal,
    });
    if (scores.empty) context.warn(`${name}: ${scores.empty} empty predictions`);
    results.push({ name, scores });
  }
  const by = options.by === undefined ? undefined : demandBreakdown(options.by, results[0].scores);
  const columns = shownColumns(benchmark, options);
  const { table, notes } = scoresTable(results, { own, modelScores: benchmark?.modelScores, columns, first: benchmark?.columns });
  return {
    json:
      results.length === 1
        ? results[0].scores
        : {
            benchmark: results[0].scores.benchmark,
            items: limited.length,
            systems: Object.fromEntries(results.map(({ name, scores }) => [name, scores])),
          },
    tables: [table, ...(by ? [breakdownTable(results, { name: by, outputs: columns ?? Object.keys(results[0].scores.corpus), own })] : [])],
    notes: [...notes, ...hiddenScores(results[0].scores, columns)].join('\n'),
    exitCode: results.some(({ scores }) => limits.some(({ output, least }) => (scores.corpus[output] ?? Number.NEGATIVE_INFINITY) < least))
      ? EXIT.below
      : EXIT.fine,
  };
}

/** All systems are scored on the same items: those that every file has. */
function inBoth(
  answered: readonly Item[],
  own: readonly Item[],
  { path, items, warn }: { path: string; items: number; warn(line: string): void },
): readonly Item[] {
  if (own.length < items) warn(`${path}: ${own.length} of ${items} items have a prediction; the others are not scored`);
  const ids = new Set(own.map(({ id }) => id));
  const both = answered.filter(({ id }) => ids.has(id));
  if (both.length === 0) throw new InputError('has no item in common with the files before it', { file: path });
  return both;
}

/** Groups that no item is in are not known from the file alone. */
function demandBreakdown(name: string, { breakdowns = {} }: Scores): string {
  if (Object.keys(breakdowns[name] ?? {}).length > 0) return name;
  const filled = Object.keys(breakdowns).filter((each) => Object.keys(breakdowns[each]).length > 0);
  throw new InputError(`--by: the items have no groups by "${name}"`, { expected: filled.join(', ') || 'a benchmark with breakdowns' });
}

/** A limit on a score that nobody measures would never be met. */
function demandScores(limits: readonly { output: string }[], metrics: readonly string[], own: readonly AnyMetric[]): void {
  const outputs = chooseMetrics(metrics, own).flatMap((chosen) => chosen.outputs);
  for (const { output } of limits) {
    if (!outputs.includes(output)) throw unknownName('score', output, outputs);
  }
}

function readLimit(text: string): { output: string; least: number } {
  const [, output, number] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const least = Number(number);
  if (!output || Number.isNaN(least)) throw new InputError(`--fail-below "${text}"`, { expected: 'metric=x, like bleu4=0.25' });
  return { output, least };
}

/** File names without ending; whole paths where that does not tell them apart. */
function systemNames(paths: readonly string[]): string[] {
  const short = paths.map((path) => basename(path).replace(/\.(jsonl?|ndjson|txt|csv|tsv|gz)$/g, ''));
  return new Set(short).size === short.length ? short : [...paths];
}
