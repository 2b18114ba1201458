import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../files/index.ts';
import type { ReportComparison } from './report-answer.ts';
import { shortcutWarnings } from './report-scores.ts';

const run = (name: string, runner: string, accuracy: number | null) =>
  ({ name, manifest: { runner }, scores: { corpus: { accuracy } } }) as unknown as EvaluatedRun;
const model = run('gpt', 'openai:gpt', 0.7);
const warn = (...runs: EvaluatedRun[]) => shortcutWarnings({ runs, output: 'accuracy' });

describe('a shortcut in a report', () => {
  it('is warned of where it reaches nine tenths of the best model', () => {
    expect(warn(model, run('answers', 'shortcut:answer', 0.63))).toEqual([
      'Warning: answers, which sees the answers and not the question, scores 63.00 accuracy, the best model (gpt) 70.00. A high score on this dataset does not show understanding.',
    ]);
  });

  it('is not where it stays behind, has no score, or is alone', () => {
    expect(warn(model, run('answers', 'shortcut:answer', 0.6))).toEqual([]);
    expect(warn(model, run('answers', 'shortcut:answer', null))).toEqual([]);
    expect(warn(run('answers', 'shortcut:answer', 0.6))).toEqual([]);
  });

  it('is warned of where the paired test cannot tell the two apart', () => {
    const behind = run('answers', 'shortcut:answer', 0.55);
    const test = (pHolm: number) => ({
      by: 'accuracy',
      pairs: [
        {
          a: 'gpt',
          b: 'answers',
          metrics: { accuracy: { difference: 0.15, interval: null, p: pHolm, pHolm, wins: 3, losses: 1, ties: 0 } },
          wins: [],
          losses: [],
          ties: 0,
        },
      ],
    });
    const compared = (pHolm: number) =>
      shortcutWarnings({ runs: [model, behind], output: 'accuracy', comparison: test(pHolm) as unknown as ReportComparison });
    expect(compared(0.4)).toHaveLength(1);
    expect(compared(0.01)).toEqual([]);
  });
});
