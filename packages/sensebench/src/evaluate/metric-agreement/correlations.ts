/** Pearson, Spearman and Kendall over all values or within groups, and the variance explained by order and system. */
import { kendallTau, pearson, spearman } from '@sensebench/metrics/internal/metrics';
import { groupBy, type JudgedOutput, meanJudgement } from './judged-output.ts';

export const KINDS = ['pearson', 'spearman', 'kendall'] as const;
export type Kind = (typeof KINDS)[number];
export type Correlations = Record<Kind, number | null>;

interface Point {
  x: number;
  y: number;
}

const xs = (points: readonly Point[]) => points.map(({ x }) => x);
const ys = (points: readonly Point[]) => points.map(({ y }) => y);

export function correlations(points: readonly Point[]): Correlations {
  const [x, y] = [xs(points), ys(points)];
  return { pearson: pearson(x, y), spearman: spearman(x, y), kendall: kendallTau(x, y) };
}

/** The contribution of one group to correlations within groups. */
export interface Within {
  count: number;
  /** Sums of squares and of products of the deviations from the group's means. */
  xx: number;
  yy: number;
  xy: number;
  spearman: number | null;
  kendall: number | null;
}

export function withinGroup(points: readonly Point[]): Within {
  const [x, y] = [xs(points), ys(points)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const sums = { xx: 0, yy: 0, xy: 0 };
  for (const point of points) {
    sums.xx += (point.x - meanX) ** 2;
    sums.yy += (point.y - meanY) ** 2;
    sums.xy += (point.x - meanX) * (point.y - meanY);
  }
  return { count: points.length, ...sums, spearman: spearman(x, y), kendall: kendallTau(x, y) };
}

/**
 * Only differences within groups count. Pearson uses the deviations from the groups' means, Spearman and Kendall the mean over the
 * groups, weighted by values (Spearman) or pairs (Kendall).
 */
export function combineWithin(groups: readonly Within[]): Correlations {
  const sum = (of: (group: Within) => number) => groups.reduce((total, group) => total + of(group), 0);
  const norm = Math.sqrt(sum(({ xx }) => xx) * sum(({ yy }) => yy));
  return {
    pearson: norm > 0 ? sum(({ xy }) => xy) / norm : null,
    spearman: weighted(groups.map(({ spearman: value, count }) => ({ value, weight: count }))),
    kendall: weighted(groups.map(({ kendall: value, count }) => ({ value, weight: (count * (count - 1)) / 2 }))),
  };
}

function weighted(values: readonly { value: number | null; weight: number }[]): number | null {
  const total = { value: 0, weight: 0 };
  for (const { value, weight } of values) {
    if (value === null) continue;
    total.value += value * weight;
    total.weight += weight;
  }
  return total.weight > 0 ? total.value / total.weight : null;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface ExplainedShares {
  order: number | null;
  systems: number | null;
}

export interface OrderShares extends ExplainedShares {
  /** The shares without the system with the lowest mean, because a system far behind the others explains much by itself. */
  withoutWeakest: (ExplainedShares & { left: string }) | null;
}

/** The shares of the variance of judgements explained by the order of presentation and by the systems (η², Pearson 1905). */
export function orderShares(outputs: readonly JudgedOutput[]): OrderShares {
  const means = [...groupBy(outputs, ({ system }) => system)].map(([system, own]) => ({ system, mean: mean(own.map(meanJudgement)) }));
  const weakest = means.toSorted((a, b) => a.mean - b.mean)[0]?.system;
  const rest = outputs.filter(({ system }) => system !== weakest);
  return {
    ...sharesOf(outputs),
    withoutWeakest: weakest !== undefined && means.length > 2 ? { ...sharesOf(rest), left: weakest } : null,
  };
}

function sharesOf(outputs: readonly JudgedOutput[]): ExplainedShares {
  return {
    order: explained(outputs, ({ shown }) => String(shown)),
    systems: explained(outputs, ({ system }) => system),
  };
}

/** The variance between groups over the total variance; null if nothing varies. */
function explained(outputs: readonly JudgedOutput[], groupOf: (output: JudgedOutput) => string): number | null {
  const all = mean(outputs.map(meanJudgement));
  const total = outputs.reduce((sum, output) => sum + (meanJudgement(output) - all) ** 2, 0);
  const between = [...groupBy(outputs, groupOf).values()].reduce(
    (sum, own) => sum + own.length * (mean(own.map(meanJudgement)) - all) ** 2,
    0,
  );
  return total > 0 ? between / total : null;
}
