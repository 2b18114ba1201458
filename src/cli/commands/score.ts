/** `sensebench score text …` and `sensebench score <benchmark> …`: metrics of any predictions, several systems in one table. */
import { basename } from 'node:path';
import { z } from 'zod';
import { type ScoreAhead, scoreAhead } from '../../app/index.ts';
import {
  type Action,
  type ActionContext,
  type ActionResult,
  type Benchmark,
  defineAction,
  type Encoder,
  InputError,
  type Item,
  type Scores,
  type ToolNeeds,
  type Tools,
} from '../../core/index.ts';
import { scoresTable } from '../../evaluate/report/index.ts';
import { readPredictionTexts, readReferences } from '../../files/formats/index.ts';
import { readJson, writeJson } from '../../files/index.ts';
import type { MetricOptions } from '../../metrics/index.ts';
import { chooseMetrics, DEFAULT_METRICS } from '../../metrics/index.ts';
import { score } from '../../metrics/score/index.ts';
import { freezeFrequencies, frozenFrequenciesSchema } from '../../metrics/text/index.ts';
import type { CommandModule } from '../command.ts';
import { EXIT } from '../run-action.ts';

const optionShape = {
  predictions: z.array(z.string()).min(1).describe('files of predictions: JSON Lines {id, prediction}, COCO JSON, or plain text'),
  metrics: z.array(z.string()).optional().describe('names, apart or with commas between them'),
  ci: z.boolean().default(false).describe('95% bootstrap intervals'),
  resamples: z.number().int().positive().default(1000).describe('for --ci'),
  seed: z.number().int().default(1).describe('for --ci'),
  limit: z.number().int().positive().optional().describe('only the first items'),
  idf: z.string().optional().describe('document frequencies for CIDEr, from --save-idf'),
  saveIdf: z.string().optional().describe('write the document frequencies of these references'),
  failBelow: z.array(z.string()).default([]).describe('metric=x: exit code 1 when a score is lower (fractions, as in the JSON)'),
  bertscoreModel: z.string().optional().describe('folder of an ONNX encoder for BERTScore; MiniLM without it'),
  bertscoreLayer: z.number().int().nonnegative().optional().describe('hidden state that BERTScore compares'),
  bertscoreIdf: z.boolean().default(false).describe('weigh tokens by their document frequency'),
  bertscoreRescale: z.boolean().default(false).describe("also with the model's published baselines"),
};

type ScoreOptions = z.infer<z.ZodObject<typeof optionShape>>;

const text = defineAction({
  summary: 'score texts against references, without a benchmark',
  options: z.object({
    references: z
      .array(z.string())
      .min(1)
      .describe('JSON Lines {id, references}, COCO annotations, or plain text (several files: several references)'),
    ...optionShape,
  }),
  examples: [
    'score text --references refs.jsonl --predictions system.txt',
    'score text --references refs1.txt refs2.txt --predictions a.txt b.txt --metrics bleu,cider --ci --json',
  ],
  run: (options, context) => run({ read: () => readReferences(options.references), files: options.references, options, context }),
});

export const actions: Readonly<Record<string, Action>> = { text };

export const forBenchmark: CommandModule['forBenchmark'] = (benchmark) =>
  defineAction({
    summary: `score predictions for ${benchmark.title}`,
    options: z.object({
      dataset: z.string().describe('a file in the published format, or a dataset folder'),
      split: z.string().optional().describe('of a dataset folder'),
      ...optionShape,
    }),
    examples: [`score ${benchmark.name} --dataset dev.jsonl --predictions system.jsonl`],
    run: (options, context) => {
      const read = async () => {
        const items: Item[] = [];
        for await (const item of benchmark.read(options.dataset, { split: options.split })) items.push(item);
        if (items.length === 0) throw new InputError('has no items', { file: options.dataset });
        return items;
      };
      return run({ read, files: [options.dataset], options, context, benchmark });
    },
  });

interface ScoreRun {
  read(): Promise<Item[]>;
  /** What is read. */
  files: readonly string[];
  options: ScoreOptions;
  context: ActionContext;
  benchmark?: Benchmark;
}

async function run({ read, files, options, context, benchmark }: ScoreRun): Promise<ActionResult> {
  const metrics =
    options.metrics?.flatMap((names) => names.split(',')).filter((name) => name !== '') ?? benchmark?.metrics ?? DEFAULT_METRICS;
  const ahead = scoreAhead(metrics, [...files, ...options.predictions], context);
  try {
    return await scoreAll({ items: await read(), metrics, ahead, options, context, benchmark });
  } finally {
    ahead.close();
  }
}

interface ScoreAllInput extends Pick<ScoreRun, 'options' | 'context' | 'benchmark'> {
  items: Item[];
  metrics: readonly string[];
  ahead: ScoreAhead;
}

async function scoreAll({ items, metrics, ahead, options, context, benchmark }: ScoreAllInput): Promise<ActionResult> {
  const limits = options.failBelow.map(readLimit);
  const names = systemNames(options.predictions);
  const chosen = chooseMetrics(metrics, benchmark?.ownMetrics);
  for (const { output } of limits) {
    if (!chosen.some(({ outputs }) => outputs.includes(output)))
      throw new InputError(`--fail-below: "${output}" is not among the scores`, {
        expected: chosen.flatMap(({ outputs }) => outputs).join(', '),
      });
  }
  const systems: { name: string; texts: string[] }[] = [];
  for (const [i, path] of options.predictions.entries()) {
    const { texts, notes } = await readPredictionTexts(path, items, benchmark);
    for (const note of notes) context.warn(note);
    systems.push({ name: names[i], texts });
  }
  if (options.saveIdf) await writeJson(options.saveIdf, freezeFrequencies(items));
  const metricOptions = await readMetricOptions(options, ahead);
  const limited = items.slice(0, options.limit);
  const tools = toolsFor(options, context);
  const results: { name: string; scores: Scores }[] = [];
  for (const { name, texts } of systems) {
    const scores = await score({
      items: limited,
      predictions: texts.slice(0, options.limit),
      metrics,
      ownMetrics: benchmark?.ownMetrics,
      options: metricOptions,
      tools,
      workers: ahead.workers,
      benchmark: benchmark?.name ?? 'text',
      keywords: benchmark?.keywords,
      breakdowns: benchmark?.breakdowns,
      intervals: options.ci ? { resamples: options.resamples, seed: options.seed } : undefined,
      version: context.version,
    });
    if (scores.empty) context.warn(`${name}: ${scores.empty} empty predictions`);
    results.push({ name, scores });
  }
  return {
    json:
      results.length === 1
        ? results[0].scores
        : {
            benchmark: results[0].scores.benchmark,
            items: limited.length,
            systems: Object.fromEntries(results.map(({ name, scores }) => [name, scores])),
          },
    text: scoresTable(results, benchmark?.ownMetrics),
    exitCode: results.some(({ scores }) => limits.some(({ output, least }) => (scores.corpus[output] ?? Number.NEGATIVE_INFINITY) < least))
      ? EXIT.below
      : EXIT.fine,
  };
}

/** The command line's tools, with the chosen encoder in place of its own; loaded once for all systems. */
function toolsFor({ bertscoreModel }: ScoreOptions, context: ActionContext): (needs: ToolNeeds) => Promise<Tools> {
  let encoder: Promise<Encoder> | undefined;
  return async (needs) => {
    if (!bertscoreModel || !needs.encoder) return context.tools(needs);
    encoder ??= import('../../nlp/embeddings/encoder.ts').then(({ loadEncoderFolder }) => loadEncoderFolder(bertscoreModel));
    return { ...(await context.tools({ ...needs, encoder: false })), encoder: await encoder };
  };
}

async function readMetricOptions(options: ScoreOptions, ahead: ScoreAhead): Promise<MetricOptions> {
  return {
    cider: { idf: options.idf ? await readJson(options.idf, frozenFrequenciesSchema) : undefined },
    meteor: ahead.meteor(),
    bertscore: { layer: options.bertscoreLayer, idf: options.bertscoreIdf, rescale: options.bertscoreRescale },
  };
}

function readLimit(text: string): { output: string; least: number } {
  const [, output, number] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const least = Number(number);
  if (!output || Number.isNaN(least)) throw new InputError(`--fail-below "${text}"`, { expected: 'metric=x, like bleu4=0.25' });
  return { output, least };
}

/** File names without ending; whole paths where that does not tell them apart. */
function systemNames(paths: readonly string[]): string[] {
  const short = paths.map((path) => basename(path).replace(/\.(jsonl?|txt|gz)$/g, ''));
  return new Set(short).size === short.length ? short : [...paths];
}
