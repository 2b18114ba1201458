/** Makes scorers: metrics with the user's options, the optional data that is there, and threads where they pay. */
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import { type App, type Benchmark, InputError, type Item, once, readDeeply, type Scorer, type ScorerOptions } from '../core/index.ts';
import { DEFAULT_METRICS, type MetricOptions } from '../metrics/index.ts';
import { areLarge, type Environment, type MetricThreads, meteorOptions, OPTIONAL_DATA } from './start/index.ts';

export interface CreateScorerOptions extends ScorerOptions, Pick<App, 'tools' | 'version'> {
  environment: Environment;
  threads: MetricThreads;
  say(line: string): void;
}

/** For every command that scores. */
export const encoderOption = {
  bertscoreModel: z
    .string()
    .optional()
    .describe('folder of an ONNX encoder for BERTScore, named like the model (roberta-large); default: MiniLM'),
};

/** For every command that scores. */
export const deepOption = {
  deep: z.boolean().default(false).describe('lemmas, tags and entities of the deep model: better, about ten times slower'),
};

/** From so many items on, less memory is worth a little time. */
const MANY_ITEMS = 50_000;

export function createScorer(metrics: readonly string[], options: CreateScorerOptions): Scorer {
  const { environment, threads, files = [], version, say } = options;
  const meteor = meteorOptions(environment);
  if (areLarge(files)) threads.start(metrics, { meteor });
  const prepared = once(async () => {
    if (metrics.includes('meteor') && !meteor.paraphrases)
      say(`METEOR runs without its paraphrases; to add them: ${OPTIONAL_DATA['meteor-paraphrases'].get}`);
    return { options: await readOptions(options, meteor), tools: chosenTools(options) };
  });
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
      // V8 lets its memory double before it clears it. Clearing it after a fifth saves 100 MB of 700 at 100,000 items.
      if (given.length >= MANY_ITEMS) setFlagsFromString('--heap-growing-percent=20');
      const ready = await prepared();
      const items = benchmark?.complete ? await complete(given, benchmark) : given;
      const { FEWEST_ITEMS, measure } = await import('../metrics/score/index.ts');
      return measure({
        items,
        predictions,
        metrics,
        ...ready,
        tokenized: options.tokenized,
        workers: items.length >= FEWEST_ITEMS ? threads.start(metrics, ready.options) : null,
        ownMetrics: benchmark?.ownMetrics,
        benchmark: benchmark?.name ?? 'text',
        keywords: benchmark?.keywords,
        exchanged: benchmark?.exchanged,
        breakdowns: benchmark?.breakdowns,
        units: benchmark?.units,
        unit: benchmark?.unit,
        intervals,
        signal,
        version,
      });
    },
  };
}

/** The file of `--conceptnet`, where the benchmark has a use for it. */
export function conceptNetFor(benchmark: Benchmark | undefined, path: string | undefined): string | undefined {
  if (path !== undefined && !benchmark?.readsConceptNet)
    throw new InputError(`--conceptnet: ${benchmark?.name ?? 'text'} has no scores by connectivity`);
  return path;
}

/** Names of metrics as a user gives them, apart or with commas; default: the benchmark's own, or all that need no model. */
export function metricNames(given: readonly string[], benchmark?: Benchmark): readonly string[] {
  const names = given.flatMap((each) => each.split(',')).filter((name) => name !== '');
  return names.length > 0 ? names : (benchmark?.metrics ?? DEFAULT_METRICS);
}

async function readOptions({ idf, bertscore, bleuSacre, ter }: ScorerOptions, meteor: MetricOptions['meteor']): Promise<MetricOptions> {
  const { model, ...rest } = bertscore ?? {};
  return {
    cider: { idf: idf ? await readFrequencies(idf) : undefined },
    meteor,
    bertscore: { ...rest, rescale: rest.rescale || (model !== undefined && (await hasBaselines(model, rest))) },
    bleuSacre,
    ter,
  };
}

async function readFrequencies(path: string) {
  const [{ readJson }, { frozenFrequenciesSchema }] = await Promise.all([import('../files/index.ts'), import('../metrics/text/index.ts')]);
  return readJson(path, frozenFrequenciesSchema);
}

/** As papers report BERTScore: rescaled where the model's baselines are published. */
async function hasBaselines(folder: string, { layer }: { layer?: number }): Promise<boolean> {
  return (await import('../metrics/bertscore/bertscore.ts')).isRescaled(resolve(folder), { layer });
}

/** The tools, with the analyser that was chosen and the encoder of BERTScore. */
function chosenTools({ tools: given, bertscore, deep = false }: CreateScorerOptions): App['tools'] {
  const tools = readDeeply(given, { deep });
  const folder = bertscore?.model;
  if (!folder) return tools;
  const load = once(async () => (await import('../nlp/embeddings/encoder.ts')).loadEncoderFolder(folder));
  return async (needs) => (needs.encoder ? { ...(await tools({ ...needs, encoder: false })), encoder: await load() } : tools(needs));
}
