/** Makes a dataset of the pipeline's result: rows of each split, people's verdicts, statistics, and a comparison with released pairs. */
import { basename, join } from 'node:path';
import { type ActionContext, createRandom, InputError, type LedgerRow, type Runner, type Tools } from '@sensebench/metrics/internal/core';
import { readDecisions, settle, tasksOf } from '../../../annotate/index.ts';
import { bareName, createDropCounts, fileSources } from '../../../build/dataset/index.ts';
import { collect } from '../../../build/steps/index.ts';
import { createRowFile } from '../../../files/index.ts';
import { starterCorpus } from '../../../statements/sources/index.ts';
import { assembleExample } from '../build/assemble-example.ts';
import { exactVectors } from '../build/embed-texts.ts';
import { filterAgreement, filterByPeople } from '../build/filter-by-people.ts';
import { keepUnseen, type UnseenKind } from '../build/keep-unseen.ts';
import { keepBest } from '../build/limit-partners.ts';
import type { MinedPair } from '../build/pair-table.ts';
import type { Pipeline, PipelineOptions } from '../build/pipeline.ts';
import { SPLITS } from '../build/split-pairs.ts';
import { type BuildOptions, list, sourceSpecs } from '../build-options.ts';
import { readExampleFiles } from '../read-examples.ts';
import type { ExampleRows, SituatedGenExample } from '../row.ts';
import { filterTask } from '../tasks/filter.ts';
import { TASKS } from '../tasks/index.ts';
import { comparePairs, type PairComparison } from './compare-pairs.ts';
import { datasetStats } from './dataset-stats.ts';

interface Assembly {
  pipeline: Pipeline;
  options: BuildOptions;
  settings: PipelineOptions;
  context: ActionContext;
  tools: Tools;
  converter?: Runner;
}

export async function assemble({ pipeline, options, settings, context, tools, converter }: Assembly) {
  const { statements, mined, pairs, split } = pipeline;
  if (mined.found === 0)
    throw new InputError(
      settings.pairs === 'model'
        ? `no pair of ${statements.length} statements is likely enough (--precision ${settings.precision})`
        : `no pair of ${statements.length} statements reaches the threshold ${settings.threshold} and keeps the rules`,
      { expected: `more statements, or a lower ${settings.pairs === 'model' ? '--precision' : 'threshold of mining'}` },
    );
  const paired = Object.fromEntries(SPLITS.map((name, i) => [name, examplesOf(pipeline, { split: i + 1, seed: settings.seed })]));
  warnAboutRatios(pipeline, context);
  /** The rows that are dropped after the steps. */
  const late: LedgerRow[] = [];
  const unseen = options.unseen ? dropSeen(inMemory(paired), options.unseen, late, context) : paired;
  const examples = settings.top === undefined ? unseen : dropAllButBest(inMemory(unseen), settings.top, late);
  const own = starterVerdicts(options);
  const decided = own ?? options.decisions;
  const { current, all, elsewhere } = await readDecisions(decided, filterTask, {
    // Our own verdicts are on the default build. With other options, some of its pairs are in other splits, which is not an error.
    ...(own || decided.length === 0
      ? {}
      : { items: Object.values(paired).flatMap((rows) => Array.from(rows, ({ ids }) => ({ id: ids.join('|') }))) }),
    tasks: tasksOf({ name: 'situatedgen', tasks: TASKS }),
    now: context.now(),
    warn: context.warn,
  });
  const decisions = [...current, ...elsewhere];
  const { independent } = settle([...all, ...elsewhere]);
  const filtered = decided.length > 0 ? filterByPeople([...examples.test], decisions) : null;
  if (filtered) {
    examples.test = filtered.rows;
    for (const row of filtered.dropped) late.push(row);
  }
  const stats = datasetStats({
    examples,
    statements,
    sources: pipeline.contexts,
    mined: {
      found: mined.found,
      pairs: pairs.length,
      similarities: similaritiesOf(pairs),
      refused: mined.refused,
      ...(mined.model ? { model: mined.model } : {}),
    },
    threshold: settings.threshold,
    split,
    dropped: await countAll(withLate(pipeline, late)),
    filter: filtered
      ? {
          judged: filtered.judged,
          undecided: filtered.undecided,
          removedShare: filtered.removedShare,
          agreement: filterAgreement(independent),
        }
      : null,
    seed: settings.seed,
  });
  const comparison = await compare(pipeline, list(options.compare), settings, { embedder: tools.embedder, signal: context.signal });
  const sources = [
    ...Object.entries(pipeline.sources).map(([given, sha256]) => ({ name: bareName(given), sha256 })),
    ...(await fileSources([...settings.keywordsFrom, ...decided])),
  ];
  const config = {
    ...settings,
    ...(typeof settings.entities === 'object' ? { entities: `onnx:${basename(settings.entities.onnx)}` } : {}),
    ...(converter ? { [settings.complete === undefined ? 'converter' : 'complete']: converter.id } : {}),
    keywordsFrom: settings.keywordsFrom.map(bareName),
    sources: Object.keys(pipeline.sources).map(bareName),
    decisions: decided.length,
    ...(options.unseen ? { unseen: options.unseen } : {}),
  };
  const versions = { sensebench: context.version, embedder: tools.ids?.embedder ?? 'none', analyser: tools.ids?.analyser ?? 'none' };
  return {
    dataset: {
      examples,
      statements,
      ledger: withLate(pipeline, late),
      stats,
      comparison,
      decisions: decisions.length,
      readByAuthors: own !== null,
      sources,
      versions,
      config,
    },
    text: describe(examples, pipeline, comparison),
  };
}

/** The examples of a split in a scratch file, because they are read a dozen times. They are shuffled, so that the first rows are a fair sample. */
function examplesOf({ statements, pairs, split }: Pipeline, options: { split: number; seed: number }): ExampleRows {
  const { seed } = options;
  const places: number[] = [];
  for (const [place, of] of split.splits.entries()) if (of === options.split) places.push(place);
  const order = Uint32Array.from(createRandom(`${seed}/order/${SPLITS[options.split - 1]}`).shuffle(places));
  const rows = createRowFile<SituatedGenExample>();
  for (const place of order) {
    const { first, second, similarity, context, contrast } = pairs.get(place);
    rows.add(assembleExample(statements.at(first), statements.at(second), { seed, similarity, context, contrast }));
  }
  return rows;
}

function* similaritiesOf(pairs: Iterable<MinedPair>): Generator<number> {
  for (const { similarity } of pairs) yield similarity;
}

async function* withLate({ ledger }: Pipeline, late: readonly LedgerRow[]): AsyncGenerator<LedgerRow> {
  yield* ledger();
  yield* late;
}

async function countAll(ledger: AsyncIterable<LedgerRow>): Promise<Record<string, Record<string, number>>> {
  const drops = createDropCounts();
  for await (const row of ledger) drops.add(row);
  return drops.counts();
}

/** Options that compare single examples need all of them in memory. */
function inMemory(examples: Readonly<Record<string, ExampleRows>>): Record<string, SituatedGenExample[]> {
  return Object.fromEntries(Object.entries(examples).map(([name, rows]) => [name, [...rows]]));
}

/** The examples that each split keeps, and a ledger row for each one that is dropped. */
function dropAllButBest(examples: Record<string, SituatedGenExample[]>, top: number, ledger: LedgerRow[]): Record<string, ExampleRows> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, rows]) => {
      const best = keepBest(rows, top);
      ledger.push(...best.dropped);
      return [name, best.rows];
    }),
  );
}

/** Drops examples before people judge them, so that they need not be read. */
function dropSeen(
  paired: Readonly<Record<string, SituatedGenExample[]>>,
  kind: UnseenKind,
  ledger: LedgerRow[],
  { warn }: Pick<ActionContext, 'warn'>,
): Record<string, ExampleRows> {
  const { splits, dropped } = keepUnseen(paired, kind);
  for (const row of dropped) ledger.push(row);
  for (const [name, rows] of Object.entries(paired)) {
    if (rows.length > 0 && splits[name].length === 0) warn(`unseen=${kind} leaves nothing of ${name}: train has it all`);
  }
  return splits;
}

async function compare(
  pipeline: Pipeline,
  paths: readonly string[],
  settings: PipelineOptions,
  tools: Parameters<typeof exactVectors>[1],
): Promise<PairComparison | null> {
  if (paths.length === 0) return null;
  const { masked, frames, mined, vectors, dimensions } = await pipeline.whole();
  return comparePairs(await readExampleFiles(paths), {
    statements: [...pipeline.statements],
    found: mined,
    masked,
    dropped: await collect(pipeline.ledger()),
    ...(settings.pairs === 'strict' ? { strict: { frames, without: settings.withoutRules } } : {}),
    ...settings,
    vectors,
    dimensions,
    ...exactVectors((place) => masked[place], tools),
  });
}

function warnAboutRatios({ split }: Pipeline, context: ActionContext): void {
  const { achieved, wished } = split;
  if (!achieved) return;
  const off = SPLITS.filter((name) => Math.abs(achieved[name] - wished[name]) > 0.05);
  if (off.length === 0) return;
  const said = SPLITS.map((name) => `${name} ${(100 * achieved[name]).toFixed(1)}% of ${(100 * wished[name]).toFixed(1)}%`).join(', ');
  context.warn(`whole communities cannot meet the ratios; achieved: ${said}`);
}

function describe(
  examples: Readonly<Record<string, ExampleRows>>,
  { pairs, split, statements }: Pipeline,
  comparison: PairComparison | null,
): string {
  const sizes = Object.entries(examples).map(([name, rows]) => `${name} ${rows.length}`);
  return [
    `${statements.length} statements, ${pairs.length} pairs, ${split.communities.count} communities: ${sizes.join(', ')}`,
    ...(comparison
      ? [
          `${comparison.found} of ${comparison.given} given released pairs found (${comparison.share === null ? '–' : (100 * comparison.share).toFixed(1)}%)`,
          ...Object.entries(comparison.lostBy).map(([rule, count]) => `  ${count} lost by ${rule}`),
          describePlaces(comparison),
        ]
      : []),
  ].join('\n');
}

function describePlaces({ minedPlaces: places }: PairComparison): string {
  return [
    `mined pairs: ${places.insideCommunity} in one released community, ${places.betweenCommunities} between communities of a split`,
    `${places.betweenSplits} between splits, ${places.oneReleased} with one released statement, ${places.noneReleased} with none`,
  ].join(', ');
}

/**
 * The verdicts on the test split of the starter build, which those who wrote the corpus read pair by pair (corpus/README.md).
 * Null for a build from other sources, or with its own decisions.
 */
function starterVerdicts(options: Pick<BuildOptions, 'source' | 'statements' | 'decisions'>): string[] | null {
  const onlyStarter = sourceSpecs(options).every(({ reader, path }) => reader.name === 'starter' && path === starterCorpus());
  return onlyStarter && options.decisions.length === 0 ? [join(starterCorpus(), 'situatedgen', 'verdicts.jsonl')] : null;
}
