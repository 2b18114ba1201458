/** The statistics of all items by the chosen metrics: in this thread, and on others where there are some. */
import { createTurns, type ItemScores, type Metric, type MetricInput, type ToolNeeds, type Tools } from '../../core/index.ts';
import type { MetricOptions } from '../metric-options.ts';
import { type ChosenMetric, METRICS, needsOf } from '../registry.ts';
import { referenceCount } from '../text/reference-count.ts';
import { type AwayWork, FEWEST_ITEMS, type MetricWorkers } from './metric-workers.ts';

export interface MeasureItemsOptions {
  options: MetricOptions;
  tools: Tools | ((needs: ToolNeeds) => Promise<Tools>);
  workers?: MetricWorkers | null;
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
}

/** What a metric found, with the context that scoring reads. */
export interface MeasuredItems {
  metric: Metric;
  context: unknown;
  stats: unknown[];
  /** By output, the scores of each item alone, where there was time for them while others measured. */
  itemScores?: ItemScores;
}

/** One for each of the chosen metrics, in their order. */
export async function measureItems(
  chosen: readonly ChosenMetric[],
  inputs: readonly MetricInput[],
  { options, tools, workers, onProgress, signal }: MeasureItemsOptions,
): Promise<MeasuredItems[]> {
  const plain = withoutTwins(chosen);
  // What has a better order is measured once more, and by the same metric: most items need it only once.
  const reordered = inputs.flatMap((input) => input.unordered ?? []);
  const all = [...inputs, ...reordered];
  const away = workers && inputs.length >= FEWEST_ITEMS ? plain.filter(({ entry }) => entry.elsewhere) : [];
  const work = away.length > 0 ? workers?.measure(namesOf(away), options, all) : undefined;
  const alone = plain.filter((each) => !away.includes(each));
  const shared = away.filter(({ entry }) => entry.elsewhere?.here);
  const loaded = typeof tools === 'function' ? await tools(needsOf([...alone, ...shared])) : tools;
  const found = new Map<string, MeasuredItems>();
  const turn = createTurns(signal);
  /** Metrics find what they share (the n-grams) by this list: it is let go when the last of them has measured. */
  let listed: readonly MetricInput[] = [...inputs];
  // What this thread does alone comes first, so that the others have time for the rest.
  for (const { name, entry } of [...alone, ...shared]) {
    if (name === shared[0]?.name) listed = inputs;
    const metric = await entry.load(options);
    const context = await metric.prepare?.(listed, loaded);
    const own = work && shared.some((each) => each.name === name) ? claimed(work, name) : undefined;
    const many = own || chosen.some(({ entry: twin }) => twin.unordered === name) ? all : inputs;
    const stats = new Array<unknown>(many.length);
    for (const place of own ?? many.keys()) {
      const one = metric.segment(many[place], context);
      stats[place] = one instanceof Promise ? await one : one;
      const pause = turn();
      if (pause) await pause;
    }
    const itemScores =
      work && alone.some((each) => each.name === name) ? scoreItems(metric, context, stats.slice(0, inputs.length)) : undefined;
    found.set(name, { metric, context: metric.kept ? metric.kept(context) : context, stats, itemScores });
    onProgress?.(found.size, plain.length);
  }
  const results = await work?.results();
  for (const { name, entry } of away) {
    const others = results?.get(name);
    if (!others) continue;
    const own = found.get(name);
    if (own)
      others.stats.forEach((stat, place) => {
        own.stats[place] = stat;
      });
    else {
      const context = { ...others.context, references: referenceCount(inputs) };
      found.set(name, { metric: await entry.load(options), context, stats: others.stats });
      onProgress?.(found.size, plain.length);
    }
  }
  return Promise.all(
    chosen.map(async ({ name, entry }) => {
      const own = found.get(entry.unordered ?? name);
      if (!own) throw new RangeError(`${name} was not measured`);
      if (entry.unordered) return { metric: await entry.load(options), context: own.context, stats: betterOrder(inputs, own.stats) };
      return { ...own, stats: own.stats.slice(0, inputs.length) };
    }),
  );
}

/** The metrics that measure: twins which do not mind the order of sentences take their statistics from these. */
function withoutTwins(chosen: readonly ChosenMetric[]): ChosenMetric[] {
  const names = chosen.map(({ name, entry }) => entry.unordered ?? name);
  return [...new Set(names)].map((name) => {
    const entry = chosen.find((each) => each.name === name)?.entry ?? METRICS[name];
    return { name, entry, outputs: entry.outputs };
  });
}

/** The statistics of each item; of its better order where it has one. Those come after the items, in their order. */
function betterOrder(inputs: readonly MetricInput[], stats: readonly unknown[]): unknown[] {
  let next = inputs.length;
  return inputs.map(({ unordered }, place) => stats[unordered ? next++ : place]);
}

/** In columns, eight bytes a score: rows of objects would take ten times as much. */
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

function namesOf(chosen: readonly ChosenMetric[]): string[] {
  return chosen.map(({ name }) => name);
}
