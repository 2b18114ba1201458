/** Warns where a shortcut baseline comes near the best model: then the dataset can be solved without understanding it. */
import type { EvaluatedRun } from '../scores/read-run.ts';
import { printedScore } from './printed-scores.ts';
import type { AnswerOptions } from './report-answer.ts';

/** What each shortcut sees (the runners called `shortcut:…`). */
const SEES: Readonly<Record<string, string>> = {
  'shortcut:answer': 'which sees the answers and not the question',
  'shortcut:question': 'which sees the question and not the answers',
  'shortcut:nearest': 'which repeats what the most similar training answer was',
};

/** At least this share of the best model's score is near. */
const NEAR = 0.9;

export function shortcutWarnings({ runs, output, comparison, own }: AnswerOptions): string[] {
  const value = ({ scores }: EvaluatedRun) => scores.corpus[output] ?? Number.NEGATIVE_INFINITY;
  const isShortcut = ({ manifest }: EvaluatedRun) => manifest.runner in SEES;
  const models = runs.filter((run) => !isShortcut(run) && Number.isFinite(value(run)));
  if (models.length === 0) return [];
  const best = models.reduce((most, run) => (value(run) > value(most) ? run : most));
  return runs.filter(isShortcut).flatMap((run) => {
    if (!(value(run) >= NEAR * value(best) || isTied(run, best, { output, comparison }))) return [];
    const scores = `${printedScore(output, value(run), own)} ${output}, the best model (${best.name}) ${printedScore(output, value(best), own)}`;
    return [
      `Warning: ${run.name}, ${SEES[run.manifest.runner]}, scores ${scores}. A high score on this dataset does not show understanding.`,
    ];
  });
}

/** The paired test cannot tell them apart. */
function isTied(a: EvaluatedRun, b: EvaluatedRun, { output, comparison }: Pick<AnswerOptions, 'output' | 'comparison'>): boolean {
  const pair = comparison?.pairs.find((each) => [each.a, each.b].includes(a.name) && [each.a, each.b].includes(b.name));
  const { p = null, pHolm } = pair?.metrics[output] ?? {};
  return p !== null && (pHolm ?? p ?? 1) > 0.05;
}
