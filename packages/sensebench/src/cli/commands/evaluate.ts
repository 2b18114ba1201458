/** `sensebench evaluate <benchmark>`: runs a model on a dataset, resumably, and scores it. */
import { join } from 'node:path';
import {
  type Action,
  type Benchmark,
  defineAction,
  InputError,
  type OptionTable,
  type Runner,
  readOptions,
  readSpec,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { deepOption, demandPrice, moduleOf, withMetrics } from '../../app/index.ts';
import { BENCHMARK_NAMES, BENCHMARK_SPECS } from '../../benchmarks/index.ts';
import { describeDryRun, dryRun, evaluate } from '../../evaluate/index.ts';
import { collectItems, describeCounts, findLeaks, readPool, selectItems } from '../../evaluate/predict/index.ts';
import { hashFile, isFolder, splitFile } from '../../files/index.ts';
import { showMarks } from '../../report/index.ts';
import { columnOptions, hiddenScores, shownColumns, systemsTable } from '../../report/runs/index.ts';
import { MODEL_NAMES } from '../../runners/models/index.ts';
import type { createRetriever } from '../../runners/retrieve.ts';

const [FIRST, SECOND = FIRST] = BENCHMARK_NAMES;

/** Options of a prompt, behind its name. */
const PROMPT_OPTIONS = {
  sameExamples: { kind: 'flag', summary: 'the same examples for every item, which a model can keep in its cache' },
  retrieve: { kind: 'number', default: 0, least: 0, whole: true, summary: 'put the n nearest training texts into the prompt' },
} as const satisfies OptionTable;

export const action: Action = defineAction({
  summary: 'run a model on a benchmark and score it; the same command goes on with an interrupted run',
  arguments: [{ name: 'benchmark', summary: BENCHMARK_SPECS }],
  options: z.object({
    benchmark: z.string(),
    dataset: z.string().describe('dataset folder, or a file of the published format'),
    model: z
      .string()
      .describe(
        `${MODEL_NAMES.join(', ')}, or the path of a .js module, with options behind it: openai:gpt-4o-mini(temperature=0.7). sensebench models shows them all`,
      ),
    out: z.string().optional().describe('the run folder (required without --dry-run)'),
    prompt: z.string().optional().describe('name of a prompt template, with options or without: chat(retrieve=3,same-examples)'),
    shots: z.number().int().min(0).optional().describe('few-shot examples per item'),
    limit: z.number().int().positive().optional().describe('only the first n items'),
    metrics: z
      .array(z.string())
      .default([])
      .describe("names of metrics, with options or without: bleu,'ter(asian)' (default: the benchmark's own)"),
    ci: z.boolean().default(false).describe('95% intervals; items that share a unit count together'),
    dryRun: z.boolean().default(false).describe('print the first three prompts, tokens and cost; nothing is asked or written'),
    maxCost: z.number().positive().optional().describe('stop asking when the answers of this folder have cost so many dollars'),
    split: z.string().default('test').describe('split to read, if the dataset is a folder'),
    train: z
      .string()
      .optional()
      .describe('training items for few-shot examples and baselines (default: the train split of a dataset folder)'),
    sample: z.number().int().positive().optional().describe('n items drawn by seed, spread over what items share'),
    repeat: z.number().int().positive().default(1).describe('ask each item n times'),
    permute: z.number().int().positive().default(1).describe('average over n orders of the input'),
    seed: z.number().int().default(17).describe('seed of the sample, the examples, the orders and the model'),
    skipFailures: z.boolean().default(false).describe('leave out items that the model fails on; a rerun asks them again'),
    ...columnOptions,
    ...deepOption,
    note: z.string().optional().describe('a remark for run.json and reports; words like #baseline become tags'),
  }),
  groups: {
    'Items and repetitions': ['split', 'train', 'sample', 'repeat', 'permute', 'seed', 'skipFailures'],
    'Scores and notes': ['allMetrics', 'deep', 'note'],
  },
  notes: ['sensebench models lists the models with their options, sensebench metrics list the metrics.'],
  examples: [
    `evaluate ${FIRST} --dataset my-dataset --model openai:gpt-4o-mini --shots 10 --out runs/gpt-4o-mini`,
    `evaluate ${SECOND} --dataset dev.jsonl --model openai:llama3@http://127.0.0.1:11434/v1 --out runs/llama3`,
    `evaluate ${SECOND} --dataset dev.jsonl --train train.jsonl --model ngram --out runs/ngram`,
    `evaluate ${SECOND} --dataset dev.jsonl --train train.jsonl --model 'ngram(rerank=coverage+lm)' --out runs/reranked`,
    `evaluate ${FIRST} --dataset my-dataset --model retrieve --out runs/retrieve`,
    `evaluate ${FIRST} --dataset my-dataset --model 'openai:gpt-4o-mini(price=0.15/0.60)' --dry-run`,
  ],
  resumes: true,
  async run(options, context) {
    const { dataset, model, seed, limit, sample, maxCost, dryRun: dry } = options;
    const out = options.out ?? '';
    if (out === '' && !dry) throw new InputError('--out is required', { expected: 'a folder, or --dry-run' });
    const { benchmark, names } = await withMetrics(await context.benchmark(options.benchmark), options.metrics);
    const split = isFolder(dataset) ? options.split : undefined;
    const all = await collectItems(benchmark.read(dataset, { split, say: context.say }));
    const chosen = selectItems(all, { limit, sample, seed, units: benchmark.units });
    const pool = await readPool(benchmark, { train: options.train, dataset, split });
    const leaks = findLeaks(chosen, pool, benchmark);
    if (leaks.length > 0)
      context.warn(
        `${leaks.length} of ${chosen.length} items are in the training items too, by their input or a reference, like "${leaks[0].id}"`,
      );
    const runner = await context.runner(model, { benchmark, pool, items: all, dry });
    demandPrice(runner, maxCost);
    const datasets = dataset === '-' ? undefined : [await hashFile(splitFile(dataset, split))];
    const reading = { benchmark, seed, now: context.now(), datasets, warn: context.warn };
    const items = runner.answers ? await runner.answers(chosen, reading) : chosen;
    const prompt = readPrompt(options.prompt);
    const asking = {
      benchmark,
      runner,
      dataset,
      items,
      pool,
      prompt: prompt.name ?? usualPrompt(benchmark, runner),
      shots: options.shots,
      sameExamples: prompt.sameExamples,
      orders: options.permute,
      repeats: options.repeat,
      seed,
      retrieve: prompt.retrieve > 0 ? await retriever(benchmark, { pool, count: prompt.retrieve, tools: context.tools }) : undefined,
    };
    if (dry) {
      const run = await dryRun({ ...asking, signal: context.signal });
      await runner.close?.();
      return { json: run, text: describeDryRun(run, showMarks) };
    }
    const result = await evaluate(
      {
        ...asking,
        module: await moduleOf(options.benchmark),
        split,
        out,
        recorded: {
          limit,
          sample,
          ...(sample !== undefined && benchmark.units ? { sampled: 'units' } : {}),
          retrieve: prompt.retrieve,
        },
        note: options.note,
        maxCost,
        skipFailures: options.skipFailures,
        scorer: context.scorer(names, { deep: options.deep }),
        intervals: options.ci ? { seed } : undefined,
      },
      context,
    );
    const spent = result.cost > 0 ? `; all together cost $${result.cost.toFixed(4)}` : '';
    context.say(`${result.asked} asked, ${result.kept} there already${spent}`);
    for (const line of describeCounts(result.counts)) context.warn(line);
    if (result.failed > 0) context.warn(`${result.failed} items failed and were left out; the last: ${result.failure}`);
    if (result.left > 0) context.warn(`the budget of $${maxCost} is used up; ${result.left} items were not asked`);
    const { scores, submission } = result;
    if (submission) {
      const text = `there is nothing to score: the items have no references. ${result.asked + result.kept} predictions are in ${out}; ${submission} has them a line each, in the order of the dataset`;
      return { json: { benchmark: benchmark.name, items: items.length, scores: null, predictions: submission }, text };
    }
    const columns = shownColumns(benchmark, options);
    const table = systemsTable([{ name: runner.id, scores }], benchmark, { items, intervals: true, columns });
    const report = `report: ${join(out, 'report.html')} (scores, every item${runner.withoutPrompt ? '' : ', what the model was sent'})`;
    return { json: scores, tables: [table], notes: [...hiddenScores(scores, columns), report].join('\n') };
  },
});

/** `chat(retrieve=3)`, `(retrieve=3)`: without a name the usual template. */
function readPrompt(text: string | undefined) {
  const { name = '', options = {} } = text === undefined ? {} : readSpec(text);
  return { name: name === '' ? undefined : name, ...readOptions(PROMPT_OPTIONS, options, { of: `--prompt ${name}`.trim() }) };
}

/** Loaded by need: few runs retrieve. */
async function retriever(...given: Parameters<typeof createRetriever>) {
  return (await import('../../runners/retrieve.ts')).createRetriever(...given);
}

/** Templates suit kinds of models; without --prompt the first of the right kind is taken. */
function usualPrompt(benchmark: Benchmark, { takes }: Runner): string | undefined {
  return Object.keys(benchmark.prompts).find((name) => benchmark.prompts[name].kind === takes);
}
