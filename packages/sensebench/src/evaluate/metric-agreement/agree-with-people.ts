/** Which metric agrees with people: correlations of scores and judgements by output and by system, with tests between metrics. */

import { bootstrapIntervals, holm, type Interval, pearson, williamsTest } from '@sensebench/metrics/internal/metrics';
import { type PositionFigures, positionFigures } from '../../annotate/index.ts';
import {
  type Correlations,
  combineWithin,
  correlations,
  KINDS,
  type Kind,
  mean,
  type OrderShares,
  orderShares,
  type Within,
  withinGroup,
} from './correlations.ts';
import { groupBy, type JudgedOutput, meanJudgement, type ScoredOutput } from './judged-output.ts';

interface Pair {
  x: number;
  y: number;
  /** On the page. */
  place: string;
  system: string;
}

/** `output`: over all outputs. `fixed`: among outputs that were shown at the same place. `item`: among outputs of one item. `system`: over systems. */
export const LEVELS = ['output', 'fixed', 'item', 'system'] as const;
export type Level = (typeof LEVELS)[number];

type Figure = { value: number; interval: [number, number] | null };
export type MetricFigures = Partial<Record<Level, Partial<Record<Kind, Figure>>>>;

export type MetricPair = {
  a: string;
  b: string;
  level: 'output' | 'system';
  /** Pearson's r of `a` less that of `b`, with the interval over items. */
  difference: number;
  interval: [number, number] | null;
  /** The p-value of Williams' test, and the same after Holm's correction over the pairs of the level. */
  p: number | null;
  pHolm: number | null;
};

export type Agreement = {
  outputs: number;
  items: number;
  systems: string[];
  annotators: string[];
  /** Mean over annotators of Pearson's r between one and the mean of the others. */
  people: number | null;
  metrics: Record<string, MetricFigures>;
  pairs: MetricPair[];
  /** Where the order of showing is known: its test, and what it explains. */
  position: (PositionFigures & { shares: OrderShares }) | null;
};

/** Below so many systems a correlation over systems says nothing. */
const FEWEST_SYSTEMS = 3;

export function agreeWithPeople(
  outputs: readonly ScoredOutput[],
  { metrics, resamples = 1000, seed }: { metrics: readonly string[]; resamples?: number; seed: number },
): Agreement {
  const byItem = [...groupBy(outputs, ({ item }) => item).values()];
  const ordered = outputs.every(({ shown }) => shown !== undefined);
  const prepared = byItem.map((own) => prepareItem(own, metrics));
  const measure = (items: readonly PreparedItem[]) => figuresOf(items, { metrics, ordered });
  const values = measure(prepared);
  const intervals = bootstrapIntervals(prepared, measure, { resamples, seed });
  const annotators = [...new Set(outputs.flatMap(({ judgements }) => [...judgements.keys()]))].sort();
  return {
    outputs: outputs.length,
    items: byItem.length,
    systems: [...new Set(outputs.map(({ system }) => system))].sort(),
    annotators,
    people: peopleAgree(outputs, annotators),
    metrics: Object.fromEntries(metrics.map((metric) => [metric, metricFigures(metric, values, intervals)])),
    pairs: (['output', 'system'] as const).flatMap((level) => comparePairs(outputs, { metrics, level, values, intervals })),
    position: ordered ? { ...positionFigures(decisionsOf(byItem)), shares: orderShares(outputs) } : null,
  };
}

const key = (metric: string, level: Level, kind: Kind) => `${level}/${kind}/${metric}`;
const differenceKey = (a: string, b: string, level: Level) => `${level}/${a} – ${b}`;

/** The part that is the same in every resample: the pairs of an item by metric, and the item's own correlations. */
type PreparedItem = ReadonlyMap<string, { pairs: readonly Pair[]; within: Within }>;

function prepareItem(outputs: readonly ScoredOutput[], metrics: readonly string[]): PreparedItem {
  return new Map(
    metrics.map((metric) => {
      const pairs = pairsOf(outputs, metric);
      return [metric, { pairs, within: withinGroup(pairs) }];
    }),
  );
}

function figuresOf(
  items: readonly PreparedItem[],
  { metrics, ordered }: { metrics: readonly string[]; ordered: boolean },
): Record<string, number | null> {
  const found: Record<string, number | null> = {};
  for (const metric of metrics) {
    const own = items.flatMap((item) => item.get(metric) ?? []);
    const pairs = own.flatMap((each) => each.pairs);
    const levels: Record<Level, Correlations | null> = {
      output: correlations(pairs),
      fixed: ordered ? combineWithin([...groupBy(pairs, ({ place }) => place).values()].map(withinGroup)) : null,
      item: combineWithin(own.map(({ within }) => within)),
      system: overSystems(pairs),
    };
    for (const level of LEVELS) for (const kind of KINDS) found[key(metric, level, kind)] = levels[level]?.[kind] ?? null;
  }
  for (const level of ['output', 'system'] as const) {
    for (const [i, a] of metrics.entries()) {
      for (const b of metrics.slice(i + 1)) {
        const [first, second] = [found[key(a, level, 'pearson')], found[key(b, level, 'pearson')]];
        found[differenceKey(a, b, level)] = first === null || second === null ? null : first - second;
      }
    }
  }
  return found;
}

/** Outputs without the score are left out. */
function pairsOf(outputs: readonly ScoredOutput[], metric: string): Pair[] {
  return outputs.flatMap((output) => {
    const x = output.scores[metric];
    return typeof x === 'number' ? [{ x, y: meanJudgement(output), place: String(output.shown), system: output.system }] : [];
  });
}

function systemMeans(pairs: readonly Pair[]): { x: number; y: number }[] {
  return [...groupBy(pairs, ({ system }) => system).values()].map((own) => ({
    x: mean(own.map(({ x }) => x)),
    y: mean(own.map(({ y }) => y)),
  }));
}

function overSystems(pairs: readonly Pair[]): Correlations | null {
  const means = systemMeans(pairs);
  return means.length >= FEWEST_SYSTEMS ? correlations(means) : null;
}

function metricFigures(
  metric: string,
  values: Readonly<Record<string, number | null>>,
  intervals: Readonly<Record<string, Interval | null>>,
): MetricFigures {
  const figures: MetricFigures = {};
  for (const level of LEVELS) {
    for (const kind of KINDS) {
      const value = values[key(metric, level, kind)];
      if (value === null) continue;
      figures[level] = { ...figures[level], [kind]: { value, interval: ends(intervals[key(metric, level, kind)]) } };
    }
  }
  return figures;
}

const ends = (interval: Interval | null | undefined): [number, number] | null => (interval ? [interval.low, interval.high] : null);

function comparePairs(
  outputs: readonly ScoredOutput[],
  {
    metrics,
    level,
    values,
    intervals,
  }: {
    metrics: readonly string[];
    level: 'output' | 'system';
    values: Readonly<Record<string, number | null>>;
    intervals: Readonly<Record<string, Interval | null>>;
  },
): MetricPair[] {
  const pairs = metrics.flatMap((a, i) =>
    metrics.slice(i + 1).flatMap((b) => {
      const [first, second] = [values[key(a, level, 'pearson')], values[key(b, level, 'pearson')]];
      if (first === null || second === null) return [];
      const both = outputs.filter(({ scores }) => typeof scores[a] === 'number' && typeof scores[b] === 'number');
      const seriesOf = (metric: string) =>
        (level === 'system' ? systemMeans(pairsOf(both, metric)) : pairsOf(both, metric)).map(({ x }) => x);
      const between = pearson(seriesOf(a), seriesOf(b));
      const count = level === 'system' ? new Set(both.map(({ system }) => system)).size : both.length;
      const p = between === null ? null : (williamsTest({ first, second, between, count })?.p ?? null);
      return [{ a, b, level, difference: first - second, interval: ends(intervals[differenceKey(a, b, level)]), p }];
    }),
  );
  const corrected = holm(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, pHolm: corrected[i] }));
}

/** null with one annotator. */
function peopleAgree(outputs: readonly JudgedOutput[], annotators: readonly string[]): number | null {
  const found = annotators.flatMap((annotator) => {
    const both = outputs.flatMap(({ judgements }) => {
      const own = judgements.get(annotator);
      const others = [...judgements].flatMap(([who, value]) => (who === annotator ? [] : [value]));
      return own === undefined || others.length === 0 ? [] : [{ own, others: mean(others) }];
    });
    const r = pearson(
      both.map(({ own }) => own),
      both.map(({ others }) => others),
    );
    return r === null ? [] : [r];
  });
  return found.length > 0 ? mean(found) : null;
}

/** One comparison of an item's outputs by each annotator, as the test of the order reads them. */
function decisionsOf(byItem: readonly (readonly JudgedOutput[])[]) {
  return byItem.flatMap((outputs) => {
    const shown = outputs.toSorted((a, b) => (a.shown ?? 0) - (b.shown ?? 0)).map(({ system }) => system);
    const annotators = new Set(outputs.flatMap(({ judgements }) => [...judgements.keys()]));
    return [...annotators].map((annotator) => ({
      task: 'compare',
      item: outputs[0].item,
      annotator,
      value: {
        shown,
        places: Object.fromEntries(
          outputs.flatMap(({ system, judgements }) => {
            const value = judgements.get(annotator);
            return value === undefined ? [] : [[system, -value]];
          }),
        ),
      },
    }));
  });
}
