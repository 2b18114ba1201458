/** `sensebench build situatedgen`: from question-answering corpora to a dataset folder, or what other options would give. */
import { dirname, join } from 'node:path';
import { readDecisions, tasksOf } from '../../../annotate/index.ts';
import { createStepRunner, folderCache } from '../../../build/steps/index.ts';
import { type ActionContext, type ActionResult, defineAction, InputError } from '../../../core/index.ts';
import { checkFolder } from '../../../files/index.ts';
import { tableToText } from '../../../report/index.ts';
import { comparePairs, type PairComparison } from '../dataset/compare-pairs.ts';
import { datasetStats } from '../dataset/dataset-stats.ts';
import { writeDataset } from '../dataset/write-dataset.ts';
import { readExampleFiles } from '../read-examples.ts';
import type { SituatedGenExample } from '../row.ts';
import { assembleExample } from '../steps/assemble-example.ts';
import { analyserId } from '../steps/build-inputs.ts';
import { converter } from '../steps/converter.ts';
import { filterAgreement, filterByPeople } from '../steps/filter-by-people.ts';
import { type Pipeline, type PipelineOptions, type PipelineTools, runPipeline } from '../steps/pipeline.ts';
import { SPLITS } from '../steps/split-pairs.ts';
import { filterTask } from '../tasks/filter.ts';
import { TASKS } from '../tasks/index.ts';
import { type BuildOptions, buildOptionsSchema, list, pipelineOptions, sourceSpecs, whatIfOptions } from './build-options.ts';

export const build = defineAction({
  summary: 'SituatedGen from question-answering corpora, with a ledger of everything that was dropped',
  options: buildOptionsSchema,
  examples: [
    'build situatedgen --out my-dataset',
    'build situatedgen --source creak=train.jsonl strategyqa=train.json --out my-dataset --threshold 0.8 --seed 17',
    'build situatedgen --statements creak.jsonl --entities given --keywords-from train.jsonl,dev.jsonl --compare train.jsonl,dev.jsonl --out parity',
    'build situatedgen --what-if threshold=0.76,0.78,0.82',
  ],
  async run(options, context) {
    if (options.out === undefined && options.whatIf.length === 0)
      throw new InputError('--out is required', { expected: 'a folder, or --what-if' });
    if (options.out !== undefined && options.whatIf.length === 0) await checkFolder(options.out, { force: options.force });
    const started = context.now().getTime();
    const specs = sourceSpecs(options);
    const world = await prepare(options, context);
    if (options.whatIf.length > 0) return whatIf(options, specs, world);
    const settings = pipelineOptions(options);
    const pipeline = await runPipeline(specs, settings, world);
    const { dataset, text } = await assemble(pipeline, options, settings, context, world);
    await writeDataset(options.out ?? '', dataset, { ...options, date: options.published ?? context.now().toISOString().slice(0, 10) });
    const seconds = (context.now().getTime() - started) / 1000;
    for (const { step, cached, milliseconds } of world.runner.log)
      context.say(`${step}: ${cached ? 'known' : `${(milliseconds / 1000).toFixed(1)} s`}`);
    return {
      json: {
        out: options.out,
        rows: Object.fromEntries(Object.entries(dataset.examples).map(([split, rows]) => [split, rows.length])),
        dropped: dataset.stats.dropped,
        pairs: dataset.stats.mining.pairs,
        achieved: dataset.stats.ratios.achieved,
        ...(dataset.comparison ? { comparison: { ...dataset.comparison, missed: dataset.comparison.missed.length } } : {}),
        steps: world.runner.log.map(({ step, cached }) => ({ step, cached })),
        seconds,
      },
      text: `${text}\n${options.out}: ${seconds.toFixed(1)} s`,
    };
  },
});

async function prepare(options: BuildOptions, context: ActionContext): Promise<PipelineTools> {
  const cache = options.cache ?? join(options.out === undefined ? '.' : dirname(options.out), '.sensebench-cache');
  return {
    analyser: analyserId(options),
    tools: await context.tools({ analyse: options.deep ? 'deep' : true, embedder: true, wordnet: true }),
    runner: createStepRunner({ cache: folderCache(cache), signal: context.signal, clock: () => context.now().getTime() }),
    context,
    convert: converter,
  };
}

async function assemble(
  pipeline: Pipeline,
  options: BuildOptions,
  settings: PipelineOptions,
  context: ActionContext,
  { tools, analyser }: PipelineTools,
) {
  const { statements, mined, pairs, split } = pipeline;
  if (mined.rows.length === 0)
    throw new InputError(`no pair of ${statements.length} statements reaches the threshold ${settings.threshold} and keeps the rules`, {
      expected: 'more statements, or a lower --threshold',
    });
  const examples: Record<string, SituatedGenExample[]> = { train: [], dev: [], test: [] };
  pairs.forEach(({ first, second, similarity, context: kind }, i) => {
    const name = split.splits[i];
    if (name)
      examples[name].push(assembleExample(statements[first], statements[second], { seed: settings.seed, similarity, context: kind }));
  });
  warnAboutRatios(pipeline, context);
  const ledger = [...pipeline.ledger];
  const { current, elsewhere } = await readDecisions(options.decisions, filterTask, {
    items: Object.values(examples).flatMap((rows) => rows.map(({ ids }) => ({ id: ids.join('|') }))),
    tasks: tasksOf({ name: 'situatedgen', tasks: TASKS }),
    now: context.now(),
    warn: context.warn,
  });
  const decisions = [...current, ...elsewhere];
  const filtered = options.decisions.length > 0 ? filterByPeople(examples.test, decisions) : null;
  if (filtered) {
    examples.test = filtered.rows;
    ledger.push(...filtered.dropped);
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
  const comparison = await compare(pipeline, list(options.compare), settings);
  const config = { ...settings, sources: Object.keys(pipeline.sources), decisions: options.decisions.length };
  const versions = { sensebench: context.version, embedder: tools.embedder?.id ?? 'none', analyser };
  return {
    dataset: { examples, statements, ledger, stats, comparison, sources: pipeline.sources, versions, config },
    text: describe(examples, pipeline, comparison),
  };
}

async function compare(pipeline: Pipeline, paths: readonly string[], settings: PipelineOptions): Promise<PairComparison | null> {
  if (paths.length === 0) return null;
  const released = (await readExampleFiles(paths)).flatMap((file) => file.examples);
  const { statements, masked, ledger: dropped } = pipeline;
  return comparePairs(released, { statements, masked, dropped, ...settings, ...(await pipeline.vectors()) });
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
        ]
      : []),
  ].join('\n');
}

/** Sizes with other options; nothing is written, and nothing is embedded twice. */
async function whatIf(options: BuildOptions, specs: ReturnType<typeof sourceSpecs>, world: PipelineTools): Promise<ActionResult> {
  const variants = [{ change: 'as given', options: pipelineOptions(options) }, ...whatIfOptions(options.whatIf, options)];
  const rows: Record<string, string | number>[] = [];
  for (const variant of variants) {
    const { statements, pairs, split } = await runPipeline(specs, variant.options, world);
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
    json: { whatIf: rows, steps: world.runner.log.map(({ step, cached }) => ({ step, cached })) },
    text: tableToText({ columns, rows }),
  };
}
