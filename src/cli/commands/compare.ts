/** `sensebench compare <run> <run> …`: paired tests for every score, won and lost items; or the choice of a checkpoint. */
import { z } from 'zod';
import { findRun, metricNames, runOptions } from '../../app/index.ts';
import type { Table } from '../../core/index.ts';
import { type ActionResult, defineAction, InputError } from '../../core/index.ts';
import { formatOf, printedScore, systemsTable } from '../../evaluate/report/index.ts';
import { type ComparedRun, compareRuns, type EvaluatedRun, measureRun, type RunComparison, readRun } from '../../evaluate/scores/index.ts';
import { fixed, tableToCsv, tableToLatex, tableToMarkdown, tableToText } from '../../report/index.ts';

const FORMATS = { text: tableToText, markdown: tableToMarkdown, latex: tableToLatex, csv: tableToCsv };

export const action = defineAction({
  summary: 'compare runs of one dataset: paired tests, won and lost items',
  arguments: [{ name: 'run', summary: 'run folders; each is compared with the first', variadic: true }],
  options: z.object({
    run: z.array(z.string()).min(1),
    metrics: z.array(z.string()).default([]).describe("names of metrics (default: the benchmark's own)"),
    test: z.enum(['permutation', 'bootstrap']).default('permutation').describe('kind of paired test'),
    resamples: z.number().int().positive().default(1000),
    seed: z.number().int().default(17).describe('seed of the significance test'),
    by: z.string().optional().describe('score by which wins and losses are counted (default: the first)'),
    select: z.string().optional().describe('only name the run with the highest score of this kind, as one picks a checkpoint on dev'),
    format: z.enum(['text', 'markdown', 'latex', 'csv']).default('text').describe('format of the tables'),
    ...runOptions,
  }),
  examples: [
    'compare runs/flan-t5 runs/gpt-4o-mini',
    'compare runs/checkpoint-* --select rouge2 --json',
    'compare runs/a runs/b runs/c --metrics bleu4 cider --test bootstrap --format latex',
  ],
  async run({ run: folders, select, metrics, format, ...options }, context) {
    const names = namesOf(folders);
    if (select !== undefined) return chooseRun(await Promise.all(folders.map(readRun)), names, select);
    if (folders.length < 2) throw new InputError('a comparison takes two runs or more');
    const found = await Promise.all(folders.map((folder) => findRun(folder, options, context)));
    const [{ manifest, benchmark }] = found;
    for (const other of found) demandSame(manifest.dataset.sha256, other.manifest.dataset.sha256, other.folder);
    const scorer = context.scorer(metricNames(metrics, benchmark));
    const runs: ComparedRun[] = [];
    for (const [i, { folder, items }] of found.entries()) {
      const measured = await measureRun(folder, { benchmark, items, scorer, signal: context.signal });
      runs.push({ ...measured, name: names[i] });
    }
    const comparison = await compareRuns(runs, { ...options, signal: context.signal });
    const write = (table: Table) => FORMATS[format](table, context);
    const tables = [systemsTable(runs, benchmark), ...comparison.pairs.map(pairTable)];
    return { json: toJson(benchmark.name, comparison), text: tables.map(write).join('\n\n') };
  },
});

/** A single pair is also at the top level, where scripts read it; all pairs are in `pairs`. */
function toJson(benchmark: string, { pairs, corpus, items, runs, by }: RunComparison): unknown {
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
  };
}

function pairTable({ first, second, metrics }: RunComparison['pairs'][number]): Table {
  return {
    caption: `${first} against ${second}`,
    columns: [
      { key: 'metric', label: 'score' },
      { key: 'difference', label: 'difference', align: 'right' },
      { key: 'p', label: 'p', align: 'right', format: fixed(4) },
      { key: 'pHolm', label: 'p (Holm)', align: 'right', format: fixed(4) },
      { key: 'wins', label: 'won', align: 'right' },
      { key: 'losses', label: 'lost', align: 'right' },
      { key: 'ties', label: 'tied', align: 'right' },
    ],
    rows: Object.entries(metrics).map(([metric, { difference, ...test }]) => ({
      metric,
      difference: difference === null ? null : formatOf(metric)(difference),
      ...test,
    })),
  };
}

function chooseRun(runs: readonly EvaluatedRun[], names: readonly string[], output: string): ActionResult {
  const values = runs.map(({ scores }, i) => {
    const value = scores.corpus[output];
    if (value === undefined)
      throw new InputError(`has no score "${output}"`, { file: names[i], expected: Object.keys(scores.corpus).join(', ') });
    return value;
  });
  for (const [i, { manifest }] of runs.entries()) demandSame(runs[0].manifest.dataset.sha256, manifest.dataset.sha256, names[i]);
  let best = -1;
  for (const [i, value] of values.entries()) {
    if (value !== null && (best < 0 || value > (values[best] ?? Number.NEGATIVE_INFINITY))) best = i;
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

/** Folder names; whole paths where those do not tell them apart. */
function namesOf(folders: readonly string[]): string[] {
  const bare = folders.map((folder) => folder.replace(/\/+$/, ''));
  const short = bare.map((folder) => folder.split('/').at(-1) ?? folder);
  return new Set(short).size === short.length ? short : bare;
}
