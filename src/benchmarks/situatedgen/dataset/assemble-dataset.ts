/** From the pipeline to a dataset: rows of each split, people's verdicts, statistics, and a comparison with released pairs. */
import { basename } from 'node:path';
import { readDecisions, settle, tasksOf } from '../../../annotate/index.ts';
import { bareName, fileSources } from '../../../build/dataset/index.ts';
import { type ActionContext, createRandom, InputError, type LedgerRow, type Runner, type Tools } from '../../../core/index.ts';
import { type BuildOptions, list } from '../build-options.ts';
import { readExampleFiles } from '../read-examples.ts';
import type { SituatedGenExample } from '../row.ts';
import { assembleExample } from '../steps/assemble-example.ts';
import { exactVectors } from '../steps/embed-texts.ts';
import { filterAgreement, filterByPeople } from '../steps/filter-by-people.ts';
import { keepBest } from '../steps/keep-best.ts';
import { keepUnseen, type UnseenKind } from '../steps/keep-unseen.ts';
import type { Pipeline, PipelineOptions } from '../steps/pipeline.ts';
import { SPLITS } from '../steps/split-pairs.ts';
import { filterTask } from '../tasks/filter.ts';
import { TASKS } from '../tasks/index.ts';
import { comparePairs, type PairComparison } from './compare-pairs.ts';
import { datasetStats } from './dataset-stats.ts';
import { starterVerdicts } from './starter-verdicts.ts';

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
  if (mined.rows.length === 0)
    throw new InputError(`no pair of ${statements.length} statements reaches the threshold ${settings.threshold} and keeps the rules`, {
      expected: 'more statements, or a lower --threshold',
    });
  const paired: Record<string, SituatedGenExample[]> = { train: [], dev: [], test: [] };
  pairs.forEach(({ first, second, similarity, context: kind, contrast }, i) => {
    const name = split.splits[i];
    if (name)
      paired[name].push(
        assembleExample(statements[first], statements[second], { seed: settings.seed, similarity, context: kind, contrast }),
      );
  });
  // Pairs come in the order of their statements: shuffled, the first rows are a fair sample.
  for (const name of SPLITS) paired[name] = createRandom(`${settings.seed}/order/${name}`).shuffle(paired[name]);
  warnAboutRatios(pipeline, context);
  const ledger = [...pipeline.ledger];
  const unseen = options.unseen ? dropSeen(paired, options.unseen, ledger, context) : paired;
  const examples = settings.top === undefined ? unseen : dropAllButBest(unseen, settings.top, ledger);
  const own = starterVerdicts(options);
  const decided = own ?? options.decisions;
  const { current, all, elsewhere } = await readDecisions(decided, filterTask, {
    // Our own verdicts are on the default build: with other options some of its pairs are elsewhere, and that is not a mistake.
    ...(own ? {} : { items: Object.values(paired).flatMap((rows) => rows.map(({ ids }) => ({ id: ids.join('|') }))) }),
    tasks: tasksOf({ name: 'situatedgen', tasks: TASKS }),
    now: context.now(),
    warn: context.warn,
  });
  const decisions = [...current, ...elsewhere];
  const { independent } = settle([...all, ...elsewhere]);
  const filtered = decided.length > 0 ? filterByPeople(examples.test, decisions) : null;
  if (filtered) {
    examples.test = filtered.rows;
    for (const row of filtered.dropped) ledger.push(row);
  }
  const stats = datasetStats({
    examples,
    statements,
    sources: pipeline.contexts,
    mined: {
      found: mined.rows.length,
      pairs: pairs.length,
      similarities: pairs.map(({ similarity }) => similarity),
      refused: mined.refused,
    },
    threshold: settings.threshold,
    split,
    ledger,
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
    ...(converter ? { converter: converter.id } : {}),
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
      ledger,
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

/** What is left of each split, with a ledger row for each example that is not. */
function dropAllButBest(
  examples: Record<string, SituatedGenExample[]>,
  top: number,
  ledger: LedgerRow[],
): Record<string, SituatedGenExample[]> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, rows]) => {
      const best = keepBest(rows, top);
      ledger.push(...best.dropped);
      return [name, best.rows];
    }),
  );
}

/** Before people judge: what is dropped here need not be read. */
function dropSeen(
  paired: Readonly<Record<string, SituatedGenExample[]>>,
  kind: UnseenKind,
  ledger: LedgerRow[],
  { warn }: Pick<ActionContext, 'warn'>,
): Record<string, SituatedGenExample[]> {
  const { splits, dropped } = keepUnseen(paired, kind);
  for (const row of dropped) ledger.push(row);
  for (const [name, rows] of Object.entries(paired)) {
    if (rows.length > 0 && splits[name].length === 0) warn(`--unseen ${kind} leaves nothing of ${name}: train has it all`);
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
  const { statements, masked, frames, mined, ledger: dropped } = pipeline;
  return comparePairs(await readExampleFiles(paths), {
    statements,
    found: mined.rows,
    masked,
    dropped,
    ...(settings.pairs === 'strict' ? { strict: { frames, without: settings.withoutRules } } : {}),
    ...settings,
    ...(await pipeline.vectors()),
    ...exactVectors(masked, tools),
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
  examples: Record<string, SituatedGenExample[]>,
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
