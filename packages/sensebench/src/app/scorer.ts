/** Makes scorers: metrics with the user's options, the optional data that is there, and threads where they pay. */
import { resolve } from 'node:path';
import {
  type App,
  type Benchmark,
  InputError,
  type Item,
  once,
  type Runner,
  readDeeply,
  readSpec,
  type Scorer,
  type ScorerOptions,
  splitSpecs,
} from '@sensebench/metrics/internal/core';
import {
  baseOf,
  type ChosenMetric,
  chooseMetrics,
  DEFAULT_METRICS,
  type MetricOptions,
  optionTable,
} from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { addOptionalData, areLarge, type Environment, type MetricThreads } from './start/index.ts';

export interface CreateScorerOptions extends ScorerOptions, Pick<App, 'tools' | 'version'> {
  environment: Environment;
  threads: MetricThreads;
  say(line: string): void;
}

/** For every command that scores. */
export const deepOption = {
  deep: z.boolean().default(false).describe('lemmas, tags and entities of the deep model: better, about ten times slower'),
};

export function createScorer(metrics: readonly string[], options: CreateScorerOptions): Scorer {
  const { environment, threads, files = [], version, say } = options;
  if (areLarge(files)) threads.start(metrics, environment);
  const names = metrics.map((metric) => readSpec(metric).name);
  /** Once for each set of own metrics: that of a benchmark, or none. */
  const prepared = new Map<Benchmark['ownMetrics'], Promise<PreparedMetrics>>();
  const prepare = (own: Benchmark['ownMetrics']) => {
    const found = prepared.get(own) ?? prepareMetrics(chooseMetrics(metrics, own), options);
    prepared.set(own, found);
    return found;
  };
  const completed = new WeakMap<Item, Item>();
  /** Each item once, however many systems are scored on it. */
  async function complete(items: readonly Item[], benchmark: Benchmark): Promise<readonly Item[]> {
    const missing = items.filter((item) => !completed.has(item));
    const found = missing.length > 0 ? await benchmark.complete?.(missing, options.tools, { conceptnet: options.conceptnet }) : [];
    for (const [i, item] of missing.entries()) completed.set(item, found?.[i] ?? item);
    return items.map((item) => completed.get(item) ?? item);
  }
  return {
    async measure({ items: given, predictions, benchmark, intervals, signal }) {
      const { ownMetrics = options.ownMetrics, keywords, exchanged, breakdowns, units, unit } = benchmark ?? {};
      const ready = await prepare(ownMetrics);
      const items = benchmark?.complete ? await complete(given, benchmark) : given;
      const [{ FEWEST_ITEMS }, { measure }] = await Promise.all([
        import('@sensebench/metrics/internal/metrics/score/measure-items.ts'),
        import('@sensebench/metrics/internal/metrics/score/score.ts'),
      ]);
      return measure({
        items,
        predictions,
        metrics: names,
        ...ready,
        tokenized: options.tokenized,
        workers: items.length >= FEWEST_ITEMS ? threads.start(metrics, environment) : null,
        ...{ ownMetrics, keywords, exchanged, breakdowns, units, unit },
        benchmark: benchmark?.name ?? 'text',
        intervals,
        signal,
        version,
      });
    },
  };

  async function prepareMetrics(chosen: readonly ChosenMetric[], given: CreateScorerOptions): Promise<PreparedMetrics> {
    const values = await Promise.all(addOptionalData(chosen, environment, say).map(readFiles));
    const encoder = values.flatMap((each) => each.encoder ?? []).at(0);
    return {
      options: Object.fromEntries(values.map(({ name, options: own }) => [name, own])),
      tools: chosenTools(given, encoder),
    };
  }
}

interface PreparedMetrics {
  options: MetricOptions;
  tools: App['tools'];
}

/** The file of `--conceptnet`, where the benchmark has a use for it. */
export function conceptNetFor(benchmark: Benchmark | undefined, path: string | undefined): string | undefined {
  if (path !== undefined && !benchmark?.readsConceptNet)
    throw new InputError(`--conceptnet: ${benchmark?.name ?? 'text'} has no scores by connectivity`);
  return path;
}

/** A budget needs the price of what is bought. */
export function demandPrice({ price }: Runner, maxCost: number | undefined): void {
  if (maxCost !== undefined && !price)
    throw new InputError('--max-cost needs the price of a token', { expected: 'it with the model: openai:MODEL(price=0.15/0.60)' });
}

/** The word for the metrics that are measured where none are named. */
const USUAL = 'default';

/** Names of metrics as a user gives them, apart or with commas; without any, or for `default`, the benchmark's own, or all that need no model. */
export function metricNames(given: readonly string[], benchmark?: Benchmark): readonly string[] {
  const usual = benchmark?.metrics ?? DEFAULT_METRICS;
  const names = given.flatMap(splitSpecs).flatMap((name) => (name.trim() === USUAL ? usual : [name.trim()]));
  return names.length > 0 ? names : usual;
}

/** Options as the metric takes them: JSON files are read, and the folder of a model is absolute. */
async function readFiles({ metric, options }: ChosenMetric): Promise<{ name: string; options: Record<string, unknown>; encoder?: string }> {
  const base = baseOf(metric);
  const read: Record<string, unknown> = { ...options };
  let encoder: string | undefined;
  for (const [name, option] of Object.entries(optionTable(base))) {
    const value = options[name];
    if (typeof value !== 'string') continue;
    if (option.kind === 'file' && option.holds === 'json')
      read[name] = await (await import('../files/index.ts')).readJson(value, z.unknown());
    if (option.kind === 'tool') {
      encoder = resolve(value);
      read[name] = encoder;
    }
  }
  return { name: base.name, options: read, encoder };
}

/** The tools, with the analyser that was chosen and the encoder that a metric names. */
function chosenTools({ tools: given, deep = false }: CreateScorerOptions, encoder: string | undefined): App['tools'] {
  const tools = readDeeply(given, { deep });
  if (encoder === undefined) return tools;
  const load = once(async () => (await import('../nlp/embeddings/encoder.ts')).loadEncoderFolder(encoder));
  return async (needs) => (needs.encoder ? { ...(await tools({ ...needs, encoder: false })), encoder: await load() } : tools(needs));
}
