/** `sensebench evaluate <benchmark>`: runs a model on a dataset, resumably, and scores it. */
import { join } from 'node:path';
import { z } from 'zod';
import { withCopiedReference, withHumanAnswers } from '../../annotate/index.ts';
import { conceptNetFor, deepOption, encoderOption, metricNames, moduleOf } from '../../app/index.ts';
import { BENCHMARK_NAMES, BENCHMARK_SPECS } from '../../benchmarks/index.ts';
import { type Action, type Benchmark, defineAction, InputError, type Runner } from '../../core/index.ts';
import { describeDryRun, dryRun, evaluate } from '../../evaluate/index.ts';
import { collectItems, describeCounts, findLeaks, readPool, selectItems } from '../../evaluate/predict/index.ts';
import { columnOptions, hiddenScores, shownColumns, systemsTable } from '../../evaluate/report/index.ts';
import { FILE_FORMATS } from '../../files/formats/index.ts';
import { hashFile, isFolder, splitFile } from '../../files/index.ts';
import { showMarks, tableToText } from '../../report/index.ts';

/** How many answers are re-ranked where --nbest says nothing. */
const RERANKED = 100;

const [FIRST, SECOND = FIRST] = BENCHMARK_NAMES;

export const action: Action = defineAction({
  summary: 'run a model on a benchmark and score it; the same command goes on with an interrupted run',
  arguments: [{ name: 'benchmark', summary: BENCHMARK_SPECS, optional: true }],
  options: z.object({
    benchmark: z.string().optional(),
    suite: z.string().optional().describe('a YAML file of several models and datasets, in place of all other options'),
    dataset: z.string().optional().describe('dataset folder, or a file of the published format (required without --suite)'),
    model: z
      .string()
      .optional()
      .describe(
        'openai:MODEL[@baseURL], gguf:FILE, onnx:FOLDER, file:predictions.jsonl, retrieve, ngram[:ORDER], keywords, random, majority, copy, shortcut:answer|question|nearest, human[:FILE]',
      ),
    format: z.enum(FILE_FORMATS).optional().describe('format of file: (default: decided by ending and content)'),
    out: z.string().optional().describe('the run folder (required without --suite)'),
    split: z.string().default('test').describe('split to read, if the dataset is a folder'),
    train: z
      .string()
      .optional()
      .describe('training items for few-shot examples and baselines (default: the train split of a dataset folder)'),
    prompt: z.string().optional().describe('name of a prompt template'),
    shots: z.number().int().min(0).optional().describe('few-shot examples per item'),
    sameExamples: z.boolean().default(false).describe('the same examples for every item, which a model can keep in its cache'),
    limit: z.number().int().positive().optional().describe('only the first n items'),
    sample: z.number().int().positive().optional().describe('n items drawn by seed, spread over what items share'),
    repeat: z.number().int().positive().default(1).describe('ask each item n times'),
    permute: z.number().int().positive().default(1).describe('average over n orders of the input'),
    retrieve: z.number().int().min(0).default(0).describe('put the n nearest training texts into the prompt'),
    seed: z.number().int().default(17),
    metrics: z.array(z.string()).default([]).describe("names of metrics (default: the benchmark's own)"),
    ...columnOptions,
    ...deepOption,
    ...encoderOption,
    ci: z.boolean().default(false).describe('95% intervals; items that share a unit count together'),
    endpoint: z
      .enum(['chat', 'completion'])
      .default('chat')
      .describe('endpoint of an OpenAI-compatible server; with gguf: chat template or plain text'),
    concurrency: z.number().int().positive().default(8).describe('requests under way at once'),
    temperature: z.number().min(0).default(0),
    maxOutputTokens: z.number().int().positive().optional(),
    beams: z.number().int().positive().optional().describe("width of the beam for onnx and ngram (default: the paper's)"),
    decode: z.enum(['beam', 'dba']).default('beam').describe('dba: every keyword must be in the output (onnx; ngram always does)'),
    nbest: z.number().int().positive().optional().describe('keep the n best answers of each item in predictions.jsonl (ngram, onnx)'),
    rerank: z
      .string()
      .optional()
      .describe(
        'choose among the n best (default: 100) by coverage, lm, conceptnet, each with a weight or without (default: coverage=10,lm=1,conceptnet=12)',
      ),
    conceptnet: z
      .string()
      .optional()
      .describe("ConceptNet's assertions.csv.gz, for --rerank conceptnet and scores by connectivity where the benchmark has them"),
    param: z
      .array(z.string())
      .default([])
      .describe(
        'key=value: anything else that the model takes, like top_p=0.9 (openai: a field of the request; onnx: as in generation_config.json)',
      ),
    timeout: z.number().positive().default(60).describe('seconds for one request'),
    retries: z.number().int().min(0).default(8),
    skipFailures: z.boolean().default(false).describe('leave out items that the model fails on; a rerun asks them again'),
    logprobs: z
      .boolean()
      .default(false)
      .describe('stop where a server gives no log-probabilities of choices (default: read its answers, with a warning)'),
    namedChoices: z
      .boolean()
      .default(false)
      .describe('read the choice that an answer names (default: log-probabilities of the choices, where the model gives them)'),
    system: z.string().optional().describe('a system message, before what the prompt says (openai, gguf)'),
    stream: z.boolean().default(false).describe('ask a server for a stream'),
    price: z.string().optional().describe('dollars for a million input and output tokens, like 0.15,0.60'),
    maxCost: z.number().positive().optional().describe('stop asking when the answers of this folder have cost so many dollars'),
    tag: z.array(z.string()).default([]).describe('words for run.json, reports and comparisons'),
    note: z.string().optional().describe('a remark for run.json and reports'),
    dryRun: z.boolean().default(false).describe('print the first three prompts, tokens and cost; nothing is asked or written'),
    cache: z.string().optional().describe('a folder of responses: what was asked before with the same settings is not asked again'),
  }),
  examples: [
    `evaluate ${FIRST} --dataset my-dataset --model openai:gpt-4o-mini --shots 10 --out runs/gpt-4o-mini`,
    `evaluate ${SECOND} --dataset dev.jsonl --model openai:llama3@http://127.0.0.1:11434/v1 --out runs/llama3`,
    `evaluate ${SECOND} --dataset dev.jsonl --train train.jsonl --model ngram --out runs/ngram`,
    `evaluate ${SECOND} --dataset dev.jsonl --train train.jsonl --model ngram --rerank coverage,lm,conceptnet --conceptnet assertions.csv.gz --out runs/reranked`,
    `evaluate ${FIRST} --dataset my-dataset --model retrieve --out runs/retrieve`,
    `evaluate ${FIRST} --dataset my-dataset --model openai:gpt-4o-mini --price 0.15,0.60 --dry-run`,
    'evaluate --suite suite.yaml',
  ],
  resumes: true,
  async run(options, context) {
    if (options.suite !== undefined) {
      const { runSuite } = await import('../suite/run-suite.ts');
      return runSuite({ file: options.suite, named: options.benchmark, dryRun: options.dryRun, evaluate: action, given: options }, context);
    }
    const { seed, limit, sample, retrieve, maxCost } = options;
    const dataset = demand(options.dataset, '--dataset');
    const model = demand(options.model, '--model');
    const spec = demand(options.benchmark, '<benchmark>');
    const out = options.dryRun ? (options.out ?? '') : demand(options.out, '--out');
    if (maxCost !== undefined && options.price === undefined) throw new InputError('--max-cost needs --price, to know what a token costs');
    const benchmark = await context.benchmark(spec);
    const split = isFolder(dataset) ? options.split : undefined;
    const all = await collectItems(benchmark.read(dataset, { split }));
    const chosen = selectItems(all, { limit, sample, seed, units: benchmark.units });
    const human = /^human(?::(.+))?$/.exec(model);
    const datasets = dataset === '-' ? undefined : [await hashFile(splitFile(dataset, split))];
    const reading = { now: context.now(), datasets, warn: context.warn };
    const items = human
      ? await withHumanAnswers(benchmark, chosen, human[1], reading)
      : model === 'copy'
        ? withCopiedReference(chosen, seed)
        : chosen;
    const pool = await readPool(benchmark, { train: options.train, dataset, split });
    const leaks = findLeaks(chosen, pool, benchmark);
    if (leaks.length > 0)
      context.warn(
        `${leaks.length} of ${chosen.length} items are in the training items too, by their input or a reference, like "${leaks[0].id}"`,
      );
    const runner = await context.runner(model, {
      benchmark,
      pool,
      items: all,
      format: options.format,
      concurrency: options.concurrency,
      temperature: options.temperature,
      maxOutputTokens: options.maxOutputTokens,
      timeoutSeconds: options.timeout,
      retries: options.retries,
      logprobs: options.logprobs,
      namedChoices: options.namedChoices,
      system: options.system,
      stream: options.stream,
      endpoint: options.endpoint,
      price: options.price,
      params: readParams(options.param),
      beams: options.beams,
      decode: options.decode,
      nbest: options.nbest ?? (options.rerank === undefined ? undefined : RERANKED),
      rerank: options.rerank,
      conceptnet: options.conceptnet,
      cache: options.cache,
      dry: options.dryRun,
    });
    const { createRetriever, readPrice } = await import('../../app/make-runner.ts');
    const asking = {
      benchmark,
      runner,
      dataset,
      items,
      pool,
      prompt: options.prompt ?? usualPrompt(benchmark, runner),
      shots: options.shots,
      sameExamples: options.sameExamples,
      orders: options.permute,
      repeats: options.repeat,
      seed,
      retrieve: retrieve > 0 ? await createRetriever(benchmark, { pool, count: retrieve, tools: context.tools }) : undefined,
    };
    if (options.dryRun) {
      const price = options.price === undefined ? undefined : readPrice(options.price);
      const maxOutputTokens = options.maxOutputTokens ?? benchmark.decoding?.maxOutputTokens;
      const dry = await dryRun({ ...asking, price, maxOutputTokens, signal: context.signal });
      await runner.close?.();
      return { json: dry, text: describeDryRun(dry, showMarks) };
    }
    const result = await evaluate(
      {
        ...asking,
        module: await moduleOf(spec),
        humanPath: human?.[1],
        split,
        out,
        recorded: { limit, sample, ...(sample !== undefined && benchmark.units ? { sampled: 'units' } : {}), retrieve },
        tags: options.tag,
        note: options.note,
        maxCost,
        skipFailures: options.skipFailures,
        scorer: context.scorer(metricNames(options.metrics, benchmark), {
          bertscore: { model: options.bertscoreModel },
          deep: options.deep,
          conceptnet:
            usesConceptNet(options.rerank) && !benchmark.readsConceptNet ? undefined : conceptNetFor(benchmark, options.conceptnet),
        }),
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
      const text = `there is nothing to score: the items have no references. ${result.asked + result.kept} predictions are in ${options.out}; ${submission} has them a line each, in the order of the dataset`;
      return { json: { benchmark: benchmark.name, items: items.length, scores: null, predictions: submission }, text };
    }
    const columns = shownColumns(benchmark, options);
    const table = systemsTable([{ name: runner.id, scores }], benchmark, { items, intervals: true, columns });
    const report = `report: ${join(out, 'report.html')} (scores, every item${runner.withoutPrompt ? '' : ', what the model was sent'})`;
    return { json: scores, text: `${tableToText(table, context)}${hiddenScores(scores, columns)}\n${report}` };
  },
});

/** Then the file has a use, whatever the benchmark groups by. */
function usesConceptNet(rerank: string | undefined): boolean {
  return /\bconceptnet\b/.test(rerank ?? '');
}

/** A suite names these itself, so the schema does not require them. */
function demand(value: string | undefined, flag: string): string {
  if (value === undefined) throw new InputError(`${flag} is required`);
  return value;
}

/** Templates suit kinds of models; without --prompt the first of the right kind is taken. */
function usualPrompt(benchmark: Benchmark, { takes }: Runner): string | undefined {
  return Object.keys(benchmark.prompts).find((name) => benchmark.prompts[name].kind === takes);
}

/** `top_p=0.9` is a number, `stop=["."]` a list, `style=plain` a text. */
function readParams(given: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map((each) => {
      const [, key, value] = /^([\w.-]+)=([\s\S]*)$/.exec(each) ?? [];
      if (key === undefined) throw new InputError(`--param "${each}"`, { expected: 'key=value, like top_p=0.9' });
      try {
        return [key, JSON.parse(value)];
      } catch {
        return [key, value];
      }
    }),
  );
}
