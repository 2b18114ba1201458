/** `sensebench evaluate <benchmark>`: runs a model on a dataset, resumably, and scores it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { withHumanAnswers } from '../../annotate/index.ts';
import { metricNames, moduleOf } from '../../app/index.ts';
import { BENCHMARK_NAMES, BENCHMARK_SPECS } from '../../benchmarks/index.ts';
import { type Benchmark, defineAction, InputError, type Item } from '../../core/index.ts';
import { evaluate } from '../../evaluate/index.ts';
import { collectItems, selectItems } from '../../evaluate/predict/index.ts';
import { systemsTable } from '../../evaluate/report/index.ts';
import { hashFile, splitFile } from '../../files/index.ts';
import { tableToText } from '../../report/index.ts';

const [FIRST, SECOND = FIRST] = BENCHMARK_NAMES;

export const action = defineAction({
  summary: 'run a model on a benchmark and score it; the same command goes on with an interrupted run',
  arguments: [{ name: 'benchmark', summary: BENCHMARK_SPECS }],
  options: z.object({
    benchmark: z.string(),
    dataset: z.string().describe('dataset folder, or a file of the published format'),
    model: z
      .string()
      .describe('openai:MODEL[@baseURL], onnx:FOLDER, file:predictions.jsonl, retrieve, ngram[:ORDER], keywords, human[:FILE]'),
    out: z.string().describe('the run folder'),
    split: z.string().default('test').describe('split to read, if the dataset is a folder'),
    train: z
      .string()
      .optional()
      .describe('training items for few-shot examples and baselines (default: the train split of a dataset folder)'),
    prompt: z.string().optional().describe('name of a prompt template'),
    shots: z.number().int().min(0).optional().describe('few-shot examples per item'),
    limit: z.number().int().positive().optional().describe('only the first n items'),
    sample: z.number().int().positive().optional().describe('n items drawn by seed'),
    repeat: z.number().int().positive().default(1).describe('ask each item n times'),
    permute: z.number().int().positive().default(1).describe('average over n orders of the input'),
    retrieve: z.number().int().min(0).default(0).describe('put the n nearest training texts into the prompt'),
    seed: z.number().int().default(17),
    metrics: z.array(z.string()).default([]).describe("names of metrics (default: the benchmark's own)"),
    ci: z.boolean().default(false).describe('95% intervals; items that share a unit count together'),
    endpoint: z.enum(['chat', 'completion']).default('chat').describe('endpoint of an OpenAI-compatible server'),
    concurrency: z.number().int().positive().default(8).describe('requests under way at once'),
    temperature: z.number().min(0).default(0),
    maxOutputTokens: z.number().int().positive().optional(),
    beams: z.number().int().positive().optional().describe("width of the beam for onnx and ngram (default: the paper's)"),
    decode: z.enum(['beam', 'dba']).default('beam').describe('dba: every keyword must be in the output (onnx; ngram always does)'),
    timeout: z.number().positive().default(60).describe('seconds for one request'),
    retries: z.number().int().min(0).default(8),
    skipFailures: z.boolean().default(false).describe('leave out items that the model fails on; a rerun asks them again'),
    logprobs: z.boolean().default(false),
    price: z.string().optional().describe('dollars for a million input and output tokens, like 0.15,0.60'),
    maxCost: z.number().positive().optional().describe('stop asking when the answers of this folder have cost so many dollars'),
    cache: z.string().optional().describe('a folder of responses: what was asked before with the same settings is not asked again'),
  }),
  examples: [
    `evaluate ${FIRST} --dataset my-dataset --model openai:gpt-4o-mini --shots 10 --out runs/gpt-4o-mini`,
    `evaluate ${SECOND} --dataset dev.jsonl --model openai:llama3@http://127.0.0.1:11434/v1 --out runs/llama3`,
    `evaluate ${SECOND} --dataset dev.jsonl --train train.jsonl --model ngram --out runs/ngram`,
    `evaluate ${FIRST} --dataset my-dataset --model retrieve --out runs/retrieve`,
  ],
  resumes: true,
  async run(options, context) {
    const { dataset, model, seed, limit, sample, retrieve, maxCost } = options;
    if (maxCost !== undefined && options.price === undefined) throw new InputError('--max-cost needs --price, to know what a token costs');
    const benchmark = await context.benchmark(options.benchmark);
    const split = isFolder(dataset) ? options.split : undefined;
    const chosen = selectItems(await collectItems(benchmark.read(dataset, { split })), { limit, sample, seed });
    const human = /^human(?::(.+))?$/.exec(model);
    const datasets = dataset === '-' ? undefined : [await hashFile(splitFile(dataset, split))];
    const reading = { now: context.now(), datasets, warn: context.warn };
    const items = human ? await withHumanAnswers(benchmark, chosen, human[1], reading) : chosen;
    const pool = await readPool(benchmark, { train: options.train, dataset, split });
    const runner = await context.runner(model, {
      benchmark,
      pool,
      concurrency: options.concurrency,
      temperature: options.temperature,
      maxOutputTokens: options.maxOutputTokens,
      timeoutSeconds: options.timeout,
      retries: options.retries,
      logprobs: options.logprobs,
      endpoint: options.endpoint,
      price: options.price,
      beams: options.beams,
      decode: options.decode,
      cache: options.cache,
    });
    const { createRetriever } = await import('../../app/make-runner.ts');
    const result = await evaluate(
      {
        benchmark,
        module: await moduleOf(options.benchmark),
        runner,
        humanPath: human?.[1],
        dataset,
        split,
        items,
        pool,
        out: options.out,
        prompt: options.prompt ?? usualPrompt(benchmark, { model, endpoint: options.endpoint }),
        shots: options.shots,
        orders: options.permute,
        repeats: options.repeat,
        seed,
        recorded: { limit, sample, retrieve },
        retrieve: retrieve > 0 ? await createRetriever(benchmark, { pool, count: retrieve, tools: context.tools }) : undefined,
        maxCost,
        skipFailures: options.skipFailures,
        scorer: context.scorer(metricNames(options.metrics, benchmark)),
        intervals: options.ci ? { seed } : undefined,
      },
      context,
    );
    const spent = result.cost > 0 ? `; all together cost $${result.cost.toFixed(4)}` : '';
    context.say(`${result.asked} asked, ${result.kept} there already${spent}`);
    if (result.failed > 0) context.warn(`${result.failed} items failed and were left out; the last: ${result.failure}`);
    if (result.left > 0) context.warn(`the budget of $${maxCost} is used up; ${result.left} items were not asked`);
    return {
      json: result.scores,
      text: tableToText(systemsTable([{ name: runner.id, scores: result.scores }], benchmark, { intervals: true })),
    };
  },
});

/** Training items: those that were named, or the train split beside the one that is evaluated. */
async function readPool(
  benchmark: Benchmark,
  { train, dataset, split }: { train?: string; dataset: string; split?: string },
): Promise<Item[]> {
  if (train) return collectItems(benchmark.read(train, { split: 'train' }));
  if (split !== undefined && split !== 'train' && existsSync(join(dataset, 'train.jsonl')))
    return collectItems(benchmark.read(dataset, { split: 'train' }));
  return [];
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Templates suit kinds of models; without --prompt the first of the right kind is taken. */
function usualPrompt(benchmark: Benchmark, { model, endpoint }: { model: string; endpoint: 'chat' | 'completion' }): string | undefined {
  const kind = model.startsWith('onnx:') ? 'seq2seq' : model.startsWith('openai:') ? endpoint : undefined;
  return Object.keys(benchmark.prompts).find((name) => benchmark.prompts[name].kind === kind);
}
