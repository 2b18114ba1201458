/** The assertions of a suite, for continuous integration: scores as in scores.json, each at least or at most a value. */
import type { Scores, Table } from '@sensebench/metrics/internal/core';
import type { Assertion } from './suite-file.ts';

export interface CheckedAssertion extends Assertion {
  /** null where the run has no such score, or an undefined one. */
  value: number | null;
  holds: boolean;
  /** Why there is no value. */
  reason?: string;
}

export function checkAssertion(assertion: Assertion, scores: Pick<Scores, 'corpus'> | undefined): CheckedAssertion {
  const { metric, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = assertion;
  const value = scores?.corpus[metric] ?? null;
  if (value !== null) return { ...assertion, value, holds: value >= atLeast && value <= atMost };
  const reason = !scores
    ? 'the run failed'
    : metric in scores.corpus
      ? 'undefined'
      : `not measured; there are ${Object.keys(scores.corpus).join(', ')}`;
  return { ...assertion, value, holds: false, reason };
}

export function assertionsTable(checked: readonly CheckedAssertion[]): Table {
  return {
    columns: [
      { key: 'run', label: 'Run' },
      { key: 'metric', label: 'score' },
      { key: 'value', label: 'value', align: 'right' },
      { key: 'wanted', label: 'wanted' },
      { key: 'result', label: 'result' },
    ],
    rows: checked.map(({ run, metric, value, atLeast, atMost, holds, reason }) => ({
      run,
      metric,
      value: value === null ? '–' : String(Number(value.toPrecision(6))),
      wanted: [...(atLeast === undefined ? [] : [`at least ${atLeast}`]), ...(atMost === undefined ? [] : [`at most ${atMost}`])].join(
        ', ',
      ),
      result: holds ? 'holds' : `FAILS${reason ? `: ${reason}` : ''}`,
    })),
  };
}
