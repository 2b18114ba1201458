/** `sensebench build situatedgen`: from question-answering corpora to a dataset folder, or what other options would give. */
import { basename, dirname, join, resolve } from 'node:path';
import { readDecisions, tasksOf } from '../../../annotate/index.ts';
import { bareName, fileSources, readDatasheet, writeDataset } from '../../../build/dataset/index.ts';
import { createStepRunner, folderStore, type StepRunner } from '../../../build/steps/index.ts';
import {
  type ActionContext,
  type ActionResult,
  createRandom,
  defineAction,
  InputError,
  type LedgerRow,
  type Runner,
  type Tools,
} from '../../../core/index.ts';
import { checkFolder, sha256, stableJson } from '../../../files/index.ts';
import { tableToText } from '../../../report/index.ts';
import { type BuildOptions, buildOptionsSchema, list, pipelineOptions, sourceSpecs, whatIfOptions } from '../build-options.ts';
import { comparePairs, type PairComparison } from '../dataset/compare-pairs.ts';
import { datasetContent } from '../dataset/content.ts';
import { datasetStats } from '../dataset/dataset-stats.ts';
import { starterVerdicts } from '../dataset/starter-verdicts.ts';
import { readExampleFiles } from '../read-examples.ts';
import type { SituatedGenExample } from '../row.ts';
import { assembleExample } from '../steps/assemble-example.ts';
import { exactVectors } from '../steps/embed-texts.ts';
import { filterAgreement, filterByPeople } from '../steps/filter-by-people.ts';
import { keepBest } from '../steps/keep-best.ts';
import { keepUnseen, type UnseenKind } from '../steps/keep-unseen.ts';
import { type Pipeline, type PipelineOptions, runPipeline } from '../steps/pipeline.ts';
import { SPLITS } from '../steps/split-pairs.ts';
import { filterTask } from '../tasks/filter.ts';
import { TASKS } from '../tasks/index.ts';

export const build = defineAction({
  summary: 'SituatedGen from question-answering corpora, with a ledger of everything that was dropped',
  options: buildOptionsSchema,
  examples: [
    'build situatedgen --out my-dataset',
    'build situatedgen --source creak=train.jsonl strategyqa=train.json --out my-dataset --threshold 0.8 --seed 17',
    'build situatedgen --statements creak.jsonl --entities given --keywords-from train.jsonl,dev.jsonl --compare train.jsonl,dev.jsonl --out parity',
    'build situatedgen --what-if threshold=0.76,0.78,0.82',
  ],
  resumes: true,
  async run(options, context) {
    if (options.out === undefined && options.whatIf.length === 0)
      throw new InputError('--out is required', { expected: 'a folder, or --what-if' });
    if (options.out !== undefined && options.whatIf.length === 0) await checkFolder(options.out, { force: options.force });
    const datasheet = options.datasheet === undefined ? undefined : await readDatasheet(options.datasheet);
    const started = context.now().getTime();
    const specs = sourceSpecs(options);
    const settings = pipelineOptions(options);
    const { steps, converter } = await prepare(options, context);
    if (options.whatIf.length > 0) return whatIf(options, specs, steps);
    const runner = steps();
    const pipeline = await runPipeline(specs, settings, { runner, deep: options.deep });
    await converter?.close?.();
    const analyse =
      typeof settings.entities === 'object' ? { deep: options.deep, recognizer: settings.entities.onnx } : options.deep ? 'deep' : true;
    const tools = await context.tools({ analyse, embedder: true });
    const { dataset, text } = await assemble({ pipeline, options, settings, context, tools, converter });
    const out = options.out ?? '';
    const content = datasetContent(dataset, options.name ?? basename(resolve(out)), options);
    await writeDataset(out, { ...content, datasheet }, { force: options.force, say: context.say });
    const seconds = (context.now().getTime() - started) / 1000;
    for (const { step, shards, cached, ms } of runner.log)
      context.say(`${step}: ${cached === shards ? 'known' : `${(ms / 1000).toFixed(1)} s`}`);
    return {
      json: {
        out: options.out,
        rows: Object.fromEntries(Object.entries(dataset.examples).map(([split, rows]) => [split, rows.length])),
        dropped: dataset.stats.dropped,
        pairs: dataset.stats.mining.pairs,
        achieved: dataset.stats.ratios.achieved,
        ...(dataset.comparison ? { comparison: { ...dataset.comparison, missed: dataset.comparison.missed.length } } : {}),
        steps: stepsOf(runner),
        seconds,
      },
      text: `${text}\n${options.out}: ${seconds.toFixed(1)} s`,
    };
  },
});

/** Makes a runner for each pipeline over one store: a ledger is of one pipeline. Answers of a converter are kept beside the store. */
async function prepare(options: BuildOptions, context: ActionContext): Promise<{ steps(): StepRunner; converter?: Runner }> {
  const { progress, signal, warn } = context;
  const cache = options.cache ?? join(options.out === undefined ? '.' : dirname(options.out), '.sensebench-cache');
  const store = folderStore(cache, { warn });
  const converter =
    options.converter === undefined ? undefined : await context.runner(options.converter, { cache: join(cache, 'answers') });
  const tools = converter ? withModel(context.tools, converter) : context.tools;
  return { steps: () => createStepRunner({ store, tools, signal, progress, clock: () => context.now().getTime() }), converter };
}

/** All that the answers of a model depend on is part of its id, and so of the keys of the steps that ask it. */
function withModel(tools: ActionContext['tools'], model: Runner): ActionContext['tools'] {
  const { id, settings, depends } = model;
  const name = `${id} ${sha256(stableJson({ settings, depends })).slice(0, 16)}`;
  return async ({ model: wanted, ...needs }) => {
    const found = await tools(needs);
    return wanted ? { ...found, model, ids: { ...found.ids, model: name } } : found;
  };
}

function stepsOf({ log }: StepRunner): { step: string; cached: boolean }[] {
  return log.map(({ step, shards, cached }) => ({ step, cached: cached === shards }));
}

interface Assembly {
  pipeline: Pipeline;
  options: BuildOptions;
  settings: PipelineOptions;
  context: ActionContext;
  tools: Tools;
  converter?: Runner;
}

async function assemble({ pipeline, options, settings, context, tools, converter }: Assembly) {
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
  const { current, elsewhere } = await readDecisions(decided, filterTask, {
    // Our own verdicts are on the default build: with other options some of its pairs are elsewhere, and that is not a mistake.
    ...(own ? {} : { items: Object.values(paired).flatMap((rows) => rows.map(({ ids }) => ({ id: ids.join('|') }))) }),
    tasks: tasksOf({ name: 'situatedgen', tasks: TASKS }),
    now: context.now(),
    warn: context.warn,
  });
  const decisions = [...current, ...elsewhere];
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
          agreement: filterAgreement(decisions),
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

/** Sizes with other options; nothing is written, and nothing is embedded twice. */
async function whatIf(options: BuildOptions, specs: ReturnType<typeof sourceSpecs>, steps: () => StepRunner): Promise<ActionResult> {
  const variants = [{ change: 'as given', options: pipelineOptions(options) }, ...whatIfOptions(options.whatIf, options)];
  const rows: Record<string, string | number>[] = [];
  const log: ReturnType<typeof stepsOf> = [];
  for (const variant of variants) {
    const runner = steps();
    const { statements, pairs, split } = await runPipeline(specs, variant.options, { runner, deep: options.deep });
    log.push(...stepsOf(runner));
    const sizes = Object.fromEntries(SPLITS.map((name) => [name, split.splits.filter((other) => other === name).length]));
    rows.push({
      change: variant.change,
      statements: statements.length,
      pairs: pairs.length,
      ...sizes,
      communities: split.communities.count,
      cut: split.communities.crossing,
    });
  }
  const columns = ['change', 'statements', 'pairs', ...SPLITS, 'communities', 'cut'].map((key) => ({ key, label: key }));
  return {
    json: { whatIf: rows, steps: log },
    text: tableToText({ columns, rows }),
  };
}
