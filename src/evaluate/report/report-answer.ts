/** The answer in words, before all tables: which system leads, by how much, and how sure that is. One sentence a system. */
import type { Benchmark } from '../../core/index.ts';
import { printedAs } from '../../metrics/index.ts';
import type { RunComparison } from '../scores/compare-runs.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { describePair } from './describe-pair.ts';
import { printedScore } from './printed-scores.ts';

/** What the report needs of a comparison of its runs: the headline score of every pair. */
export type ReportComparison = Pick<RunComparison, 'by' | 'pairs'>;

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

/** From the paired test; without one only the two scores are told, since two intervals that overlap decide nothing. */
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
    return `${other.name} is behind by ${printedScore(output, Math.abs(ours - theirs), own)} ${output}; whether that is chance was not tested`;
  return describePair(pair, { by: output, own });
}
