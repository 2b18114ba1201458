/** The report of one or several runs of a benchmark: one self-contained page. */
import type { Benchmark, Item } from '../core/index.ts';
import { renderPage } from '../report/index.ts';
import type { EvaluatedRun } from './read-run.ts';

export interface RunReportOptions {
  benchmark: Pick<Benchmark, 'title' | 'published' | 'breakdowns' | 'metrics'>;
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
}

export function renderRunReport({ benchmark, runs }: RunReportOptions): string {
  return renderPage({ title: `${benchmark.title}: ${runs.map(({ name }) => name).join(', ')}`, sections: [] });
}
