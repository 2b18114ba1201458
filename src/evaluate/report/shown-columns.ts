/** Which scores a terminal's table shows: the benchmark's columns, or all where they were asked for. */
import { z } from 'zod';
import type { Benchmark, Scores } from '../../core/index.ts';

export const columnOptions = {
  allMetrics: z.boolean().default(false).describe("all scores in the printed table, not only the benchmark's columns"),
};

/** undefined: all. Metrics that were named are shown, whatever the benchmark's columns are. */
export function shownColumns(
  benchmark: Pick<Benchmark, 'columns'> | undefined,
  { allMetrics, metrics }: { allMetrics: boolean; metrics: readonly string[] },
): readonly string[] | undefined {
  return allMetrics || metrics.length > 0 ? undefined : benchmark?.columns;
}

/** A line below the table, where scores are left out; else empty. */
export function hiddenScores({ corpus }: Pick<Scores, 'corpus'>, columns?: readonly string[]): string {
  const hidden = columns ? Object.keys(corpus).filter((output) => !columns.includes(output)).length : 0;
  return hidden > 0 ? `\n${hidden} more scores with --all-metrics or --json` : '';
}
