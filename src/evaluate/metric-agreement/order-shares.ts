/** How much of the differences between judgements the order of showing explains, and how much the systems do (η², Pearson 1905). */
import { mean } from './correlations.ts';
import { groupBy, type JudgedOutput, meanSaid } from './judged-output.ts';

export interface ExplainedShares {
  order: number | null;
  systems: number | null;
}

export interface OrderShares extends ExplainedShares {
  /** The same without the system with the lowest mean: one that is far behind the others explains much by itself. */
  withoutWeakest: (ExplainedShares & { left: string }) | null;
}

export function orderShares(outputs: readonly JudgedOutput[]): OrderShares {
  const means = [...groupBy(outputs, ({ system }) => system)].map(([system, own]) => ({ system, mean: mean(own.map(meanSaid)) }));
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

/** Variance between the groups over all variance; null where nothing varies. */
function explained(outputs: readonly JudgedOutput[], groupOf: (output: JudgedOutput) => string): number | null {
  const all = mean(outputs.map(meanSaid));
  const total = outputs.reduce((sum, output) => sum + (meanSaid(output) - all) ** 2, 0);
  const between = [...groupBy(outputs, groupOf).values()].reduce((sum, own) => sum + own.length * (mean(own.map(meanSaid)) - all) ** 2, 0);
  return total > 0 ? between / total : null;
}
