/** The result in words, above all tables: which system leads, by how much, and whether the lead is significant. One sentence per system. */
import type { Benchmark } from '@sensebench/metrics/internal/core';
import { printedAs } from '@sensebench/metrics/internal/metrics';
import type { EvaluatedRun } from '../../files/index.ts';
import { printedScore } from './printed-scores.ts';

/** Two runs and the difference of each score, with its interval and test. */
export interface ReportedPair {
  a: string;
  b: string;
  metrics: Readonly<
    Record<string, { difference: number | null; interval: readonly [number, number] | null; p: number | null; pHolm?: number | null }>
  >;
}

/** Every pair of a report's runs, compared by the headline score `by`. */
export interface ReportComparison {
  by: string;
  pairs: readonly ReportedPair[];
}

export interface AnswerOptions {
  runs: readonly EvaluatedRun[];
  /** The headline score. */
  output: string;
  comparison?: ReportComparison | null;
  own?: Benchmark['ownMetrics'];
}

export function answerSentences({ runs, output, comparison, own }: AnswerOptions): string[] {
  const scored = runs.flatMap((run) => {
    const value = run.scores.corpus[output];
    return typeof value === 'number' ? [{ run, value }] : [];
  });
  if (scored.length === 0) return [`${output} is not defined for ${runs.map(({ name }) => name).join(', ')}.`];
  const { lowerIsBetter } = printedAs(output, own);
  scored.sort((a, b) => (lowerIsBetter ? a.value - b.value : b.value - a.value));
  const [leader, ...others] = scored;
  const shown = `${printedScore(output, leader.value, own)} ${output}${rangeOf(leader.run, output, own)}`;
  if (runs.length === 1) return [`${leader.run.name} scores ${shown}${aboveChance(leader.run, output, own)}.`];
  return [
    `${leader.run.name} has the ${lowerIsBetter ? 'lowest' : 'highest'} ${output}: ${shown}${aboveChance(leader.run, output, own)}.`,
    ...others.map(({ run }) => `${comparedSentence(leader.run, run, { output, comparison, own })}.`),
    ...runs.filter(({ scores }) => typeof scores.corpus[output] !== 'number').map(({ name }) => `${name} has no ${output}.`),
  ];
}

function rangeOf({ scores }: EvaluatedRun, output: string, own?: Benchmark['ownMetrics']): string {
  const interval = scores.intervals?.[output];
  return interval ? ` [${interval.map((end) => printedScore(output, end, own)).join(', ')}]` : '';
}

function aboveChance({ scores }: EvaluatedRun, output: string, own?: Benchmark['ownMetrics']): string {
  const chance = scores.chance?.[output];
  return chance === undefined ? '' : `; chance would score ${printedScore(output, chance, own)}`;
}

/** Uses the paired test. Without one, gives only the two scores, because overlapping intervals decide nothing. */
function comparedSentence(
  leader: EvaluatedRun,
  other: EvaluatedRun,
  { output, comparison, own }: Pick<AnswerOptions, 'output' | 'comparison' | 'own'>,
): string {
  const pair =
    comparison?.by === output
      ? comparison.pairs.find(({ a, b }) => [a, b].includes(leader.name) && [a, b].includes(other.name))
      : undefined;
  const test = pair?.metrics[output];
  const [ours, theirs] = [leader, other].map(({ scores }) => scores.corpus[output] ?? 0);
  if (!pair || !test || test.difference === null || test.p === null)
    return `${other.name} is behind by ${printedScore(output, Math.abs(ours - theirs), own)} ${output}; not tested for significance (add --ci)`;
  return describePair(pair, { by: output, own });
}

/** One sentence on a pair of runs: which leads and by how much, or that they cannot be told apart by the Holm-corrected p value of `by`. */
export function describePair({ a, b, metrics }: ReportedPair, { by, own }: { by: string; own?: Benchmark['ownMetrics'] }): string {
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
