/** Computes the statistics of all items by the chosen metrics, in this thread and in worker threads if there are any. */
import {
  createTurns,
  type ItemScores,
  type Metric,
  type MetricInput,
  makeMetric,
  SetupError,
  type ToolNeeds,
  type Tools,
} from '../../core/index.ts';
import { tokenizeCoco, tokenizeTreebank } from '../../nlp/tokens/index.ts';
import { baseOf, type ChosenMetric, type NamedMetric, needsOf, threadsOf } from '../registry.ts';
import { referenceCount } from '../text/reference-count.ts';

/** For fewer items, starting threads takes longer than it saves. */
export const FEWEST_ITEMS = 50;

/** Work of other threads, of which this thread may claim a part. */
interface AwayWork {
  /** Claims the next free items of a metric; null if there are none. */
  claim(metric: string): { from: number; to: number } | null;
  /** The results of the other threads. Statistics of items claimed by this thread are missing. */
  results(): Promise<ReadonlyMap<string, { context: object; stats: unknown[] }>>;
}

export interface MetricWorkers {
  /** Prepares metrics ahead of their first items. */
  prepare(metrics: readonly NamedMetric[]): void;
  measure(metrics: readonly NamedMetric[], inputs: readonly MetricInput[]): AwayWork;
  /** Ends the threads, which never keep the process alive. */
  close(): void;
}

interface MeasureItemsOptions {
  tools: Tools | ((needs: ToolNeeds) => Promise<Tools>);
  workers?: MetricWorkers | null;
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
}

/** The statistics of a metric, with the context for scoring. */
interface MeasuredItems {
  metric: Metric;
  context: unknown;
  stats: unknown[];
  /** By output, the scores of single items, if they were computed while other threads were measuring. */
  itemScores?: ItemScores;
}

/** Returns one result per chosen metric, in order. */
export async function measureItems(
  chosen: readonly ChosenMetric[],
  inputs: readonly MetricInput[],
  { tools, workers, onProgress, signal }: MeasureItemsOptions,
): Promise<MeasuredItems[]> {
  const plain = withoutTwins(chosen);
  // Items with a better order are measured a second time by the same metric; most items have none.
  const reordered = inputs.flatMap((input) => input.unordered ?? []);
  const all = [...inputs, ...reordered];
  const away = workers && inputs.length >= FEWEST_ITEMS ? plain.filter(({ metric }) => threadsOf(metric)) : [];
  const work = away.length > 0 ? workers?.measure(away, all) : undefined;
  const alone = plain.filter((each) => !away.includes(each));
  const shared = away.filter(({ metric }) => threadsOf(metric)?.here);
  const loaded = typeof tools === 'function' ? await tools(needsOf([...alone, ...shared])) : tools;
  const found = new Map<string, MeasuredItems>();
  const turn = createTurns(signal);
  const measureWith = async ({ name, metric, options }: ChosenMetric, listed: readonly MetricInput[]) => {
    const own = work && shared.some((each) => each.name === name) ? claimed(work, name) : undefined;
    const many = own || chosen.some(({ metric: twin }) => twin.name !== name && baseOf(twin).name === name) ? all : inputs;
    const alsoItems = work !== undefined && alone.some((each) => each.name === name) ? inputs.length : 0;
    found.set(
      name,
      await measureHere(await makeMetric(metric, options), { listed, loaded, many, places: own ?? many.keys(), alsoItems, turn }),
    );
    onProgress?.(found.size, plain.length);
  };
  /** Metrics share data such as n-grams by the identity of this list; it is released when the function returns. */
  const measureAlone = async (listed = [...inputs]) => {
    for (const each of alone) await measureWith(each, listed);
  };
  // Metrics that only this thread computes come first, to give the others time for the rest.
  await measureAlone();
  for (const each of shared) await measureWith(each, inputs);
  const results = await work?.results();
  for (const { name, metric, options } of away) {
    const others = results?.get(name);
    if (!others) continue;
    const own = found.get(name);
    if (own)
      others.stats.forEach((stat, place) => {
        own.stats[place] = stat;
      });
    else {
      const context = { ...others.context, references: referenceCount(inputs) };
      found.set(name, { metric: await makeMetric(metric, options), context, stats: others.stats });
      onProgress?.(found.size, plain.length);
    }
  }
  return Promise.all(
    chosen.map(async ({ name, metric, options }) => {
      const base = baseOf(metric);
      const own = found.get(base.name);
      if (!own) throw new RangeError(`${name} was not measured`);
      if (base !== metric)
        return { metric: await makeMetric(metric, options), context: own.context, stats: betterOrder(inputs, own.stats) };
      return { ...own, stats: own.stats.slice(0, inputs.length) };
    }),
  );
}

interface HereOptions {
  /** The inputs with which the metric is prepared. */
  listed: readonly MetricInput[];
  loaded: Tools;
  many: readonly MetricInput[];
  /** The positions in `many` that this thread measures. */
  places: Iterable<number>;
  /** Also score this many single items, while other threads are working. */
  alsoItems: number;
  turn: ReturnType<typeof createTurns>;
}

/** A separate function, so that intermediate counts are released when it returns, before waiting for other threads. */
async function measureHere(metric: Metric, { listed, loaded, many, places, alsoItems, turn }: HereOptions): Promise<MeasuredItems> {
  const context = await metric.prepare?.(listed, loaded);
  const stats = new Array<unknown>(many.length);
  for (const place of places) {
    const one = metric.segment(many[place], context);
    stats[place] = one instanceof Promise ? await one : one;
    const pause = turn();
    if (pause) await pause;
  }
  const itemScores = alsoItems > 0 ? scoreItems(metric, context, stats.slice(0, alsoItems)) : undefined;
  return { metric, context: metric.kept ? metric.kept(context) : context, stats, itemScores };
}

/** The metrics that compute statistics; twins that ignore the order of sentences use theirs. */
function withoutTwins(chosen: readonly ChosenMetric[]): ChosenMetric[] {
  const measuring = new Map<string, ChosenMetric>();
  for (const { metric, options } of chosen) {
    const base = baseOf(metric);
    measuring.set(base.name, { name: base.name, metric: base, outputs: base.outputs, options });
  }
  return [...measuring.values()];
}

/** The statistics of each item, or of its better order, which come after those of the items. */
function betterOrder(inputs: readonly MetricInput[], stats: readonly unknown[]): unknown[] {
  let next = inputs.length;
  return inputs.map(({ unordered }, place) => stats[unordered ? next++ : place]);
}

/** In columns with eight bytes per score; rows of objects would take ten times as much. */
function scoreItems(metric: Metric, context: unknown, stats: readonly unknown[]): ItemScores {
  const columns = metric.outputs.map((output) => ({ output, values: new Float64Array(stats.length) }));
  for (const [i, stat] of stats.entries()) {
    const scores = metric.score([stat], context);
    for (const { output, values } of columns) values[i] = scores[output] ?? Number.NaN;
  }
  return Object.fromEntries(columns.map(({ output, values }) => [output, values]));
}

function* claimed(work: AwayWork, metric: string): Generator<number> {
  for (let part = work.claim(metric); part; part = work.claim(metric)) {
    for (let place = part.from; place < part.to; place++) yield place;
  }
}

/** Loads the tools that come with the package and need no model: tokenizers and WordNet. Others must be passed in. */
export async function loadTools({ wordnet }: ToolNeeds): Promise<Tools> {
  return {
    tokens: (kind, text) => (kind === 'coco' ? tokenizeCoco(text) : tokenizeTreebank(text).map((token) => token.text)),
    analyse: async () => {
      throw new SetupError('this metric analyses text', 'hand `tools` with `analyse` to `score`');
    },
    wordnet: wordnet ? await (await import('../../nlp/words/wordnet.ts')).loadWordNet() : undefined,
  };
}
