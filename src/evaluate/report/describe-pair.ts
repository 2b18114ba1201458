/** One sentence on a pair of runs: which leads and by how much, or that they cannot be told apart. */
import type { Benchmark } from '../../core/index.ts';
import { printedAs } from '../../metrics/index.ts';
import type { ComparedPair } from '../scores/compare-runs.ts';
import { printedScore } from './printed-scores.ts';

/** By Holm's value of the headline score `by`; `own` are the metrics of the benchmark. */
export function describePair({ a, b, metrics }: ComparedPair, { by, own }: { by: string; own?: Benchmark['ownMetrics'] }): string {
  const { difference, interval, p, pHolm } = metrics[by];
  if (difference === null) return `${a} and ${b}: ${by} is not defined for both`;
  if (p === null) return `${a} and ${b} cannot be tested`;
  const higher = difference >= 0;
  const [leader, other] = higher !== printedAs(by, own).lowerIsBetter || difference === 0 ? [a, b] : [b, a];
  const ends = higher ? interval : interval && ([-interval[1], -interval[0]] as const);
  const range = ends ? ` [${ends.map((end) => printedScore(by, end, own)).join(', ')}]` : '';
  const size = `${printedScore(by, Math.abs(difference), own)} ${by}${range}`;
  const shown = (pHolm ?? 1) <= 0.05;
  return shown ? `${leader} leads ${other} by ${size}` : `${a} is not distinguishable from ${b} (${leader} ahead by ${size})`;
}
