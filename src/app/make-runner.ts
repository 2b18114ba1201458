/** Makes the model runner that a spec string names: `openai:MODEL[@baseURL]`, `file:predictions.jsonl`, `retrieve`, `keywords`, … */
import { basename } from 'node:path';
import { z } from 'zod';
import { humanAnswerOf } from '../annotate/index.ts';
import {
  type App,
  type Benchmark,
  type Embedder,
  InputError,
  type Item,
  type Runner,
  type RunnerOptions,
  SetupError,
} from '../core/index.ts';
import { hashFile } from '../files/index.ts';
import {
  createCachedRunner,
  createCopyRunner,
  createFileRunner,
  createGgufRunner,
  createHumanRunner,
  createKeywordsRunner,
  createMajorityRunner,
  createNearest,
  createNgramRunner,
  createOpenAiRunner,
  createRandomRunner,
  createRerankRunner,
  createRetrieveRunner,
  createShortcutRunner,
  createSmallRunner,
  loadOnnxRunner,
  loadSmallModel,
  SHORTCUTS,
} from '../runners/index.ts';
import { findGguf } from './find-gguf.ts';
import type { Environment } from './start/index.ts';

export interface MakeRunnerOptions extends RunnerOptions, Pick<App, 'tools'> {
  /** Keys come from here and nowhere else. */
  environment: Environment;
  /** Told once when the cache cannot be used. */
  warn?(line: string): void;
}

const SPECS =
  'openai:MODEL[@baseURL], gguf:FILE, onnx:FOLDER, small:NAME, file:predictions.jsonl, retrieve, ngram, keywords, random, majority, copy, shortcut:answer|question|nearest, human[:FILE]';

export async function makeRunner(spec: string, options: MakeRunnerOptions): Promise<Runner> {
  if (options.price !== undefined) readPrice(options.price);
  const runner = await makeUncached(spec, options);
  const remembered = options.cache ? createCachedRunner(runner, { folder: options.cache, warn: options.warn }) : runner;
  if (options.rerank === undefined) return remembered;
  // The lists are cached, not the choice: other weights ask the model nothing.
  const { rerankOptions } = await import('./rerank-features.ts');
  const { benchmark, pool = [], items = [], conceptnet, tools } = options;
  return createRerankRunner(remembered, await rerankOptions(options.rerank, { benchmark, pool, items, conceptnet, tools }));
}

async function makeUncached(spec: string, options: MakeRunnerOptions): Promise<Runner> {
  const [kind, rest] = splitOnce(spec, ':');
  const { benchmark, pool = [], tools } = options;
  if (kind === 'openai' && rest) return makeOpenAi(rest, options);
  if (kind === 'file' && rest)
    return createFileRunner({ path: rest, items: options.items, format: options.format, benchmark, warn: options.warn });
  if (kind === 'onnx' && rest) return makeOnnx(rest, spec, options);
  if (kind === 'gguf' && rest) return makeGguf(rest, options);
  if (kind === 'human')
    return createHumanRunner({ answerOf: humanAnswerOf, file: rest && `${basename(rest)}#${(await hashFile(rest)).slice(0, 8)}` });
  if (kind === 'ngram') {
    return createNgramRunner({
      pool,
      keywords: keywordsOf(benchmark, spec),
      order: rest === undefined ? undefined : readOrder(rest),
      beams: options.beams,
      maxOutputTokens: options.maxOutputTokens,
      nbest: options.nbest,
    });
  }
  if (kind === 'small' && rest) return makeSmall(rest, spec, options);
  if (kind === 'random') return createRandomRunner({ benchmark: benchmarkOf(benchmark, spec) });
  if (kind === 'majority') return createMajorityRunner({ benchmark: benchmarkOf(benchmark, spec), pool });
  if (kind === 'copy') return createCopyRunner({ answerOf: humanAnswerOf });
  if (kind === 'keywords') return createKeywordsRunner({ keywords: keywordsOf(benchmark, spec) });
  if (kind === 'retrieve') {
    return createRetrieveRunner({ pool, embedder: await loadEmbedder(tools), describe: describeItem(benchmark) });
  }
  if (kind === 'shortcut' && benchmark) return makeShortcut(rest, { benchmark, pool });
  throw new InputError(`there is no model runner "${spec}"`, { expected: SPECS });
}

function makeShortcut(name: string | undefined, { benchmark, pool }: { benchmark: Benchmark; pool: readonly Item[] }): Runner {
  const shortcut = SHORTCUTS.find((known) => known === name);
  if (shortcut) return createShortcutRunner({ shortcut, pool, benchmark });
  throw new InputError(`there is no shortcut "${name ?? ''}"`, { expected: SHORTCUTS.map((known) => `shortcut:${known}`).join(', ') });
}

/** The training texts nearest to an item, for retrieval-augmented prompts. */
export async function createRetriever(
  benchmark: Benchmark,
  { pool, count, tools }: { pool: readonly Item[]; count: number; tools: App['tools'] },
): Promise<(item: Item) => Promise<readonly string[]>> {
  if (pool.length === 0) throw new InputError('--retrieve takes texts from training items; give them with --train');
  const describe = describeItem(benchmark);
  const nearest = await createNearest({ texts: pool.map(describe), embedder: await loadEmbedder(tools) });
  return async (item) => (await nearest(describe(item), count)).flatMap((place) => pool[place].references.slice(0, 1));
}

async function loadEmbedder(tools: App['tools']): Promise<Embedder> {
  const { embedder } = await tools({ embedder: true });
  if (!embedder) throw new SetupError('this needs sentence embeddings, and none could be loaded');
  return embedder;
}

/** A base URL may hold @ and :, so the first @ divides. */
function makeOpenAi(rest: string, options: MakeRunnerOptions): Runner {
  const [model, named] = splitOnce(rest, '@');
  const baseURL = named ?? (options.environment.OPENAI_BASE_URL?.trim() || undefined);
  const apiKey = options.environment.OPENAI_API_KEY ?? (baseURL || options.dry ? 'none' : undefined);
  if (!apiKey) throw new SetupError('no API key', 'set OPENAI_API_KEY in the environment');
  const { concurrency, temperature, timeoutSeconds, retries, namedChoices, endpoint, system, stream, params, warn } = options;
  return createOpenAiRunner({
    model,
    baseURL,
    apiKey,
    endpoint,
    concurrency,
    temperature,
    retries,
    logprobs: namedChoices ? 'off' : options.logprobs ? 'on' : 'auto',
    system,
    stream,
    params,
    warn,
    price: options.price === undefined ? undefined : readPrice(options.price),
    maxOutputTokens: options.maxOutputTokens ?? options.benchmark?.decoding?.maxOutputTokens,
    timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
  });
}

async function makeOnnx(
  folder: string,
  spec: string,
  { benchmark, beams, decode, maxOutputTokens, nbest, temperature, concurrency, params }: MakeRunnerOptions,
): Promise<Runner> {
  return loadOnnxRunner(folder, {
    beams,
    maxOutputTokens,
    nbest,
    temperature,
    batch: concurrency,
    params: readParams(params, onnxParams),
    paper: benchmark?.decoding,
    keywords: decode === 'dba' ? keywordsOf(benchmark, spec) : undefined,
  });
}

async function makeSmall(name: string, spec: string, { benchmark, beams, maxOutputTokens, nbest }: MakeRunnerOptions): Promise<Runner> {
  return createSmallRunner({ ...(await loadSmallModel(name)), keywords: keywordsOf(benchmark, spec), beams, maxOutputTokens, nbest });
}

const ggufParams = z.strictObject({
  top_k: z.number().int().nonnegative().optional(),
  top_p: z.number().positive().max(1).optional(),
  min_p: z.number().nonnegative().max(1).optional(),
  threads: z.number().int().positive().optional(),
  context: z.number().int().positive().optional(),
});

async function makeGguf(file: string, options: MakeRunnerOptions): Promise<Runner> {
  const { benchmark, endpoint, concurrency, temperature, maxOutputTokens, params, system, environment } = options;
  return createGgufRunner({
    ...findGguf(file, environment),
    endpoint,
    concurrency,
    temperature,
    maxOutputTokens: maxOutputTokens ?? benchmark?.decoding?.maxOutputTokens,
    system,
    params: readParams(params, ggufParams),
  });
}

/** The settings of generation_config.json that can be changed from outside. */
const onnxParams = z.strictObject({
  length_penalty: z.number().optional(),
  early_stopping: z.union([z.boolean(), z.literal('never')]).optional(),
  no_repeat_ngram_size: z.number().int().nonnegative().optional(),
  repetition_penalty: z.number().positive().optional(),
  min_length: z.number().int().nonnegative().optional(),
  min_new_tokens: z.number().int().nonnegative().optional(),
  top_k: z.number().int().nonnegative().optional(),
  top_p: z.number().positive().max(1).optional(),
});

function readParams<T extends z.ZodObject>(params: MakeRunnerOptions['params'], schema: T): z.infer<T> {
  const read = schema.safeParse(params ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new InputError(`--param: ${issue.path.join('.')} ${issue.message}`.replace('  ', ' '), {
    expected: `one of ${Object.keys(schema.shape).join(', ')}`,
  });
}

/** Dollars for a million input and output tokens. */
export function readPrice(text: string): { input: number; output: number } {
  const [, input, output] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (!input || !output) throw new InputError(`--price "${text}"`, { expected: 'two numbers, like 0.15,0.60' });
  return { input: Number(input), output: Number(output) };
}

function readOrder(text: string): number {
  const order = Number(text);
  if (!Number.isInteger(order) || order < 1 || order > 6)
    throw new InputError(`there is no model runner "ngram:${text}"`, { expected: 'ngram:1 to ngram:6' });
  return order;
}

function benchmarkOf(benchmark: Benchmark | undefined, spec: string): Benchmark {
  if (!benchmark) throw new InputError(`the model "${spec}" needs a benchmark`);
  return benchmark;
}

function keywordsOf(benchmark: Benchmark | undefined, spec: string): (item: Item) => readonly string[] {
  const { keywords } = benchmark ?? {};
  if (!keywords)
    throw new InputError(`the model "${spec}" needs a benchmark with keywords${benchmark ? `; ${benchmark.name} has none` : ''}`);
  return (item) => keywords(item);
}

/** The input as one text, for comparing inputs. */
function describeItem(benchmark?: Benchmark): (item: Item) => string {
  const { keywords } = benchmark ?? {};
  return keywords
    ? (item) => keywords(item).join(' ')
    : (item) => (typeof item.input === 'string' ? item.input : JSON.stringify(item.input));
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const place = text.indexOf(mark);
  return place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)];
}
