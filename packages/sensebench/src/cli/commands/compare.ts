/** `sensebench compare <run> <run> …`: every pair with intervals and paired tests; power; or the choice of a checkpoint. */
import { existsSync, statSync } from 'node:fs';
import {
  type ActionContext,
  type ActionResult,
  type Benchmark,
  defineAction,
  InputError,
  type Item,
  type Table,
  unknownName,
} from '@sensebench/metrics/internal/core';
import { PAIRED_TESTS, printedAs, scoreLabel } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { findRun, loadMetrics, runOptions, withMetrics } from '../../app/index.ts';
import { type ComparedPair, type ComparedRun, compareRuns, measureRun, type RunComparison } from '../../evaluate/scores/index.ts';
import { FILE_FORMATS, readPredictionTexts, readReferences } from '../../files/formats/index.ts';
import { type EvaluatedRun, readRun } from '../../files/index.ts';
import {
  columnOptions,
  describePair,
  otherDataTables,
  PUBLISHED_SHOWN,
  printedScore,
  shownColumns,
  systemsTable,
} from '../../report/runs/index.ts';
import { planFrom, planFromOne, planFromPairs } from '../plan-items.ts';

const optionsSchema = z.object({
  run: z.array(z.string()).default([]),
  references: z.array(z.string()).default([]).describe('compare files of texts with these references, without a benchmark'),
  referencesFormat: z.enum(FILE_FORMATS).optional().describe('format of the references (default: decided by ending and content)'),
  predictionsFormat: z.enum(FILE_FORMATS).optional().describe('format of the texts, with --references'),
  metrics: z.array(z.string()).default([]).describe("names of metrics (default: the benchmark's own)"),
  baseline: z.string().optional().describe('name of the run that the others are compared with (default: every pair)'),
  test: z.enum(PAIRED_TESTS).default('t').describe('paired test; permutation and bootstrap need items that share nothing'),
  resamples: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('resamples of --test permutation or bootstrap (default: 1000, and at least 100 for each pair of runs)'),
  seed: z.number().int().default(17).describe('seed of the significance test'),
  by: z.string().optional().describe('the headline score: tests are corrected and wins counted by it (default: the first)'),
  power: z.boolean().default(false).describe('the smallest difference that the items can show; of runs, or of --variance and --items'),
  variance: z.number().positive().optional().describe("variance of an item's difference between two systems, with --power"),
  items: z.number().int().min(2).optional().describe('number of items to plan for, with --power'),
  select: z.string().optional().describe('only name the run with the highest score of this kind, as one picks a checkpoint on dev'),
  published: z.enum(PUBLISHED_SHOWN).optional().describe('published rows: none, those of the same data, or all (default: same)'),
  ...columnOptions,
  ...runOptions,
});

type CompareFlags = z.infer<typeof optionsSchema>;

export const action = defineAction({
  summary: 'compare runs of one dataset, or files of texts: differences with intervals, paired tests, won and lost items',
  arguments: [{ name: 'run', summary: 'run folders; with --references files of predictions', variadic: true, optional: true }],
  options: optionsSchema,
  examples: [
    'compare runs/flan-t5 runs/gpt-4o-mini',
    'compare runs/a runs/b runs/c --baseline a',
    'compare a.txt b.txt --references refs.txt --metrics bleu chrf',
    'compare runs/a runs/b --power --items 2000',
    'compare runs/checkpoint-* --select rouge2 --json',
    'compare runs/a runs/b runs/c --metrics bleu4 cider --test bootstrap --format latex',
  ],
  async run({ run: paths, select, ...options }, context) {
    const names = namesOf(paths);
    if (select !== undefined) return chooseRun(await Promise.all(paths.map(readRun)), names, { output: select, warn: context.warn });
    if (options.variance !== undefined) return planFrom(options);
    if (paths.length < (options.power ? 1 : 2)) throw new InputError('a comparison takes two runs or more');
    const { runs, benchmark, items, tags } =
      options.references.length > 0 ? await measureFiles(paths, options, context) : await measureRuns(paths, options, context);
    if (options.power && runs.length === 1) return planFromOne(runs[0], benchmark, options);
    const comparison = await compareRuns(runs, { ...options, units: benchmark?.units, unit: benchmark?.unit, signal: context.signal });
    warnOfDoubts(comparison, runs, context);
    if (options.power) return planFromPairs(comparison, benchmark, options);
    const tagged = runs.map((run, i) => ({ ...run, name: withTags(run.name, tags?.[i]) }));
    const published = options.published ?? 'same';
    const others = benchmark && items && published === 'all' ? otherDataTables(runs, benchmark, items) : [];
    const tables = [
      systemsTable(tagged, benchmark, { items, published, columns: shownColumns(benchmark, options) }),
      ...others,
      ...comparison.pairs.map((pair) => pairTable(pair, comparison.by, benchmark)),
    ];
    const notes = comparison.pairs.map((pair) => describePair(pair, { by: comparison.by, own: benchmark?.ownMetrics }));
    return {
      json: toJson(benchmark?.name ?? 'text', comparison),
      tables,
      notes: `\n${[...notes, describeResampling(comparison)].join('\n')}`,
    };
  },
});

interface Measured {
  runs: ComparedRun[];
  benchmark?: Benchmark;
  /** The items of the dataset: they tell whether published rows are of the same data. */
  items?: readonly Item[];
  /** By run. */
  tags?: (readonly string[] | undefined)[];
}

async function measureRuns(
  paths: readonly string[],
  options: Omit<CompareFlags, 'run' | 'select'>,
  context: ActionContext,
): Promise<Measured> {
  for (const path of paths) {
    if (existsSync(path) && !statSync(path).isDirectory())
      throw new InputError('is a file, not a run folder; to compare files of texts give --references', { file: path });
  }
  const names = namesOf(paths);
  const found = await Promise.all(paths.map((folder) => findRun(folder, options, context)));
  const [{ manifest }] = found;
  const { benchmark, names: metrics } = await withMetrics(found[0].benchmark, options.metrics);
  for (const other of found) demandSame(manifest.dataset.sha256, other.manifest.dataset.sha256, other.folder);
  const scorer = context.scorer(metrics);
  const runs: ComparedRun[] = [];
  for (const [i, { folder, items }] of found.entries()) {
    runs.push({ ...(await measureRun(folder, { benchmark, items, scorer, signal: context.signal })), name: names[i] });
  }
  return { runs, benchmark, items: found[0].items, tags: found.map((run) => run.manifest.tags) };
}

async function measureFiles(
  paths: readonly string[],
  options: Omit<CompareFlags, 'run' | 'select'>,
  context: ActionContext,
): Promise<Measured> {
  const { names: metrics, own } = await loadMetrics(options.metrics);
  const scorer = context.scorer(metrics, { files: [...options.references, ...paths], ownMetrics: own });
  const items = await readReferences(options.references, { format: options.referencesFormat });
  const names = namesOf(paths);
  const runs: ComparedRun[] = [];
  for (const [i, path] of paths.entries()) {
    const { texts, notes } = await readPredictionTexts(path, items, undefined, { format: options.predictionsFormat });
    for (const note of notes) context.warn(note);
    const { scores, measured } = await scorer.measure({ items, predictions: texts, signal: context.signal });
    runs.push({ name: names[i], scores, measured: [measured], answered: items });
  }
  return { runs };
}

/** What a reader should know before believing a p-value. */
function warnOfDoubts({ items, resampling }: RunComparison, runs: readonly ComparedRun[], { warn }: Pick<ActionContext, 'warn'>): void {
  const more = runs.filter(({ answered }) => answered.length > items).map(({ name, answered }) => `${name} ${answered.length}`);
  if (more.length > 0) warn(`only the ${items} items that all runs have are compared (${more.join(', ')})`);
  if (resampling.method === 'none')
    warn(items < 2 ? 'one item alone cannot be tested' : `one ${resampling.unit} covers all items: no interval and no test can be given`);
  const { method, resamples, tests } = resampling;
  const ofTests = tests === 1 ? 'the test cannot' : `none of ${tests} tests can`;
  if (method === 'exact-permutation' && (2 * tests) / resamples > 0.05)
    warn(`${items} items have too few exchanges: ${ofTests} be significant; take more items or --test t`);
  else if (resamples > 0 && tests / (resamples + 1) > 0.05)
    warn(`with ${resamples} resamples ${ofTests} be significant; at least ${20 * tests} are needed`);
}

/** A single pair is also at the top level, where scripts read it; all pairs are in `pairs`. */
function toJson(benchmark: string, { pairs, corpus, items, runs, by, resampling, flips }: RunComparison): unknown {
  const [pair] = pairs;
  const own = (output: string) => (pairs.length === 1 ? pair.metrics[output] : {});
  return {
    benchmark,
    items,
    runs,
    by,
    metrics: Object.fromEntries(Object.entries(corpus).map(([output, values]) => [output, { ...values, ...own(output) }])),
    ...(pairs.length === 1 ? { wins: pair.wins.length, losses: pair.losses.length, ties: pair.ties } : {}),
    pairs: pairs.map(({ wins, losses, ...rest }) => ({
      ...rest,
      wins: wins.length,
      losses: losses.length,
      winItems: wins,
      lossItems: losses,
    })),
    resampling,
    ...(flips ? { flips } : {}),
  };
}

function pairTable({ a, b, metrics }: ComparedPair, by: string, benchmark?: Benchmark): Table {
  const own = benchmark?.ownMetrics;
  return {
    caption: `${a} - ${b}`,
    columns: [
      { key: 'metric', label: 'score' },
      { key: 'difference', label: 'difference', align: 'right' },
      { key: 'interval', label: '95% interval', align: 'right' },
      { key: 'p', label: 'p', align: 'right' },
      { key: 'pHolm', label: 'p (Holm)', align: 'right' },
      { key: 'wins', label: 'won', align: 'right' },
      { key: 'losses', label: 'lost', align: 'right' },
      { key: 'ties', label: 'tied', align: 'right' },
    ],
    rows: Object.entries(metrics).map(([metric, { difference, interval, pHolm, p, wins, losses, ties }]) => ({
      metric: scoreLabel(metric, own),
      difference: difference === null ? null : printedScore(metric, difference, own),
      interval: interval && `[${interval.map((end) => printedScore(metric, end, own)).join(', ')}]`,
      p: printedP(p),
      pHolm: metric === by ? printedP(pHolm ?? null) : 'exploratory',
      wins,
      losses,
      ties,
    })),
  };
}

function printedP(p: number | null): string | null {
  return p === null ? null : p < 0.0001 ? '<0.0001' : p.toFixed(4);
}

function describeResampling({ resampling, flips }: RunComparison): string {
  const { method, units, unit, resamples, seed, tests } = resampling;
  const drawn = resamples > 0 ? `, ${resamples} resamples, seed ${seed}` : '';
  const turned = Object.entries(flips ?? {}).map(
    ([run, share]) => `${run}: ${(100 * share).toFixed(1)}% of the items flip between repeats`,
  );
  return [
    `tests: ${method} over ${units} ${unit}s${drawn}; Holm over ${tests === 1 ? 'one test' : `${tests} tests`} of the headline score`,
    ...turned,
  ].join('\n');
}

function chooseRun(
  runs: readonly EvaluatedRun[],
  names: readonly string[],
  { output, warn }: { output: string } & Pick<ActionContext, 'warn'>,
): ActionResult {
  const values = runs.map(({ scores }, i) => {
    const value = scores.corpus[output];
    if (value === undefined) throw unknownName('score', output, Object.keys(scores.corpus), { file: names[i] });
    return value;
  });
  for (const [i, { manifest }] of runs.entries()) demandSame(runs[0].manifest.dataset.sha256, manifest.dataset.sha256, names[i]);
  const ids = runs.map(({ scores }) => JSON.stringify(scores.perItem.map(({ id }) => id).sort()));
  if (ids.some((own) => own !== ids[0]))
    warn(`these runs do not have the same items (${runs.map(({ scores }, i) => `${names[i]} ${scores.items}`).join(', ')})`);
  const sign = printedAs(output).lowerIsBetter ? -1 : 1;
  let best = -1;
  for (const [i, value] of values.entries()) {
    if (value !== null && (best < 0 || sign * value > sign * (values[best] ?? Number.NaN))) best = i;
  }
  if (best < 0) throw new InputError(`no run has a defined score "${output}"`);
  return {
    json: { selected: names[best], by: output, values: Object.fromEntries(names.map((name, i) => [name, values[i]])) },
    text: `${names[best]} (${output} ${printedScore(output, values[best] ?? 0)})`,
  };
}

function demandSame(first: string, other: string, folder: string): void {
  if (first !== other) throw new InputError('is a run of another dataset; only runs of one dataset can be compared', { file: folder });
}

/** `gpt-4o-mini [baseline]`: JSON has the bare names. */
function withTags(name: string, tags: readonly string[] = []): string {
  return tags.length > 0 ? `${name} [${tags.join(', ')}]` : name;
}

/** Folder names; whole paths where those do not tell them apart. */
function namesOf(folders: readonly string[]): string[] {
  const bare = folders.map((folder) => folder.replace(/\/+$/, ''));
  const short = bare.map((folder) => folder.split('/').at(-1) ?? folder);
  return new Set(short).size === short.length ? short : bare;
}
