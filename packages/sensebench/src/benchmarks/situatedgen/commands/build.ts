/** `sensebench build situatedgen`: builds a dataset folder from question-answering corpora, or reports sizes with other options. */
import { basename, join, resolve } from 'node:path';
import { type ActionContext, type ActionResult, defineAction, InputError, type Runner } from '@sensebench/metrics/internal/core';
import { readDatasheet, writeDataset } from '../../../build/dataset/index.ts';
import { openSteps, storeFolder } from '../../../build/engines/index.ts';
import { type StepRunner, stepTimes } from '../../../build/steps/index.ts';
import { checkFolder, sha256, stableJson } from '../../../files/index.ts';
import { analyserNeeds } from '../build/analyse-texts.ts';
import { embedderNeeds } from '../build/embed-texts.ts';
import { recognizerOf, runPipeline } from '../build/pipeline.ts';
import { SPLITS } from '../build/split-pairs.ts';
import {
  type BuildOptions,
  buildFlagsSchema,
  describeSteps,
  pipelineOptions,
  readBuildFlags,
  sourceSpecs,
  whatIfOptions,
} from '../build-options.ts';
import { assemble } from '../dataset/assemble-dataset.ts';
import { datasetContent } from '../dataset/content.ts';

/** The statistics and files of so many pairs take some seconds. */
const MANY_PAIRS = 20_000;

export const build = defineAction({
  summary: 'SituatedGen from question-answering corpora, with a ledger of everything that was dropped',
  options: buildFlagsSchema,
  groups: {
    'Texts and people': ['statements', 'complete', 'decisions', 'compare', 'datasheet', 'deep'],
    Computing: ['cache', 'threads', 'engine'],
  },
  notes: [describeSteps()],
  examples: [
    'build situatedgen --out my-dataset',
    'build situatedgen --source creak=train.jsonl strategyqa=train.json --out my-dataset --precision 0.8 --seed 17',
    `build situatedgen --statements creak.jsonl --entities given --step 'keywords(keywords-from=train.jsonl)' --compare train.jsonl --out parity`,
    'build situatedgen --what-if threshold=0.76,0.78,0.82',
  ],
  resumes: true,
  async run(flags, context) {
    const given = readBuildFlags(flags);
    const options = { ...given, entities: given.entities ?? (await ownEntities(context)) };
    if (options.out === undefined && options.whatIf.length === 0)
      throw new InputError('--out is required', { expected: 'a folder, or --what-if' });
    if (options.out !== undefined && options.whatIf.length === 0) await checkFolder(options.out, { force: options.force });
    const datasheet = options.datasheet === undefined ? undefined : await readDatasheet(options.datasheet);
    const started = context.now().getTime();
    const specs = sourceSpecs(options);
    const settings = pipelineOptions(options);
    const { steps, close, converter } = await prepare(options, context);
    if (options.whatIf.length > 0) return whatIf(options, specs, steps).finally(close);
    const runner = steps();
    const pipeline = await runPipeline(specs, settings, { runner, deep: options.deep }).finally(close);
    await converter?.close?.();
    const analyse = analyserNeeds({ deep: options.deep, ...recognizerOf(settings.entities) });
    const tools = await context.tools({ analyse, ...embedderNeeds(settings) });
    if (pipeline.pairs.length > MANY_PAIRS) context.say(`${pipeline.pairs.length} pairs: figures are counted and files written`);
    const { dataset, text } = await assemble({ pipeline, options, settings, context, tools, converter });
    const out = options.out ?? '';
    const content = datasetContent(dataset, basename(resolve(out)), options);
    await writeDataset(out, { ...content, datasheet }, { force: options.force, say: context.say });
    const seconds = (context.now().getTime() - started) / 1000;
    for (const line of stepTimes(runner.log)) context.say(line);
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

/** The deep model needs the same engine that the embedder prefers. */
async function ownEntities({ tools, say }: ActionContext): Promise<'deep' | 'model'> {
  const { embedder } = await tools({ embedder: true });
  if (embedder?.engine === 'onnx') return 'deep';
  say('entities come from the linear model, because the deep one needs onnxruntime-node');
  return 'model';
}

/** Makes a step runner for each pipeline over one store, because each ledger is that of one pipeline. Answers of a converter are cached beside the store. */
async function prepare(
  options: BuildOptions,
  context: ActionContext,
): Promise<{ steps(): StepRunner; close(): Promise<void>; converter?: Runner }> {
  const folder = storeFolder(options);
  const model = options.converter ?? options.complete;
  const converter = model === undefined ? undefined : await context.runner(model, { usual: { cache: join(folder, 'answers') } });
  const tools = converter ? withModel(context.tools, converter) : context.tools;
  const opened = openSteps({ options, benchmark: 'situatedgen', context, tools });
  return { steps: opened.runner, close: opened.close, converter };
}

/** The id of a model includes everything that its answers depend on, and is part of the keys of the steps that use it. */
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

/** Reports sizes with other options, without writing anything or embedding anything twice. */
async function whatIf(options: BuildOptions, specs: ReturnType<typeof sourceSpecs>, steps: () => StepRunner): Promise<ActionResult> {
  const variants = [{ change: 'as given', options: pipelineOptions(options) }, ...whatIfOptions(options.whatIf, options)];
  const rows: Record<string, string | number>[] = [];
  const log: ReturnType<typeof stepsOf> = [];
  for (const variant of variants) {
    const runner = steps();
    const { statements, pairs, split } = await runPipeline(specs, variant.options, { runner, deep: options.deep });
    log.push(...stepsOf(runner));
    const sizes = Object.fromEntries(SPLITS.map((name, i) => [name, split.splits.filter((other) => other === i + 1).length]));
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
    tables: [{ columns, rows }],
  };
}
