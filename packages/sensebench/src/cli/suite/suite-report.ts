/** The report of a suite: one page with a table a dataset and its assertions, which leads to a page of all runs for each dataset. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionContext, Benchmark } from '@sensebench/metrics/internal/core';
import { findRun } from '../../app/index.ts';
import { compareHeadline } from '../../evaluate/scores/index.ts';
import { type EvaluatedRun, readRun, writeFileAtomic } from '../../files/index.ts';
import { escapeHtml, renderPage, type Section, tableToHtml, tableWithDownloads } from '../../report/index.ts';
import { headlineOf, renderRunReport, systemsTable } from '../../report/runs/index.ts';
import { assertionsTable, type CheckedAssertion } from './assertions.ts';
import type { Suite, SuiteRun } from './suite-file.ts';

export interface DatasetRuns {
  name: string;
  benchmark: Benchmark;
  runs: EvaluatedRun[];
}

/** Writes `<dataset>/report.html` for each dataset, with all its runs that have scores. */
export async function reportDatasets({ out, runs }: Suite, context: ActionContext): Promise<DatasetRuns[]> {
  const reported: DatasetRuns[] = [];
  for (const name of new Set(runs.map(({ dataset }) => dataset))) {
    const scored = runs.filter((run) => run.dataset === name && existsSync(join(run.folder, 'scores.json')));
    if (scored.length === 0) continue;
    const read: EvaluatedRun[] = [];
    for (const run of scored) read.push({ ...(await readRun(run.folder)), name: withinDataset(run) });
    // Runs may have been asked about different numbers of items: the page shows those of the largest.
    const largest = read.reduce((best, { scores }, i) => (scores.items > read[best].scores.items ? i : best), 0);
    const { folder, options } = scored[largest];
    const { benchmark, items } = await findRun(folder, { dataset: options.dataset, benchmark: options.benchmark }, context);
    const comparison = await compareHeadline(
      scored.map((run, i) => ({ folder: run.folder, run: read[i] })),
      { benchmark, items, output: headlineOf(read), scorer: context.scorer, signal: context.signal },
    );
    await writeFileAtomic(join(out, name, 'report.html'), renderRunReport({ benchmark, items, runs: read, comparison }));
    reported.push({ name, benchmark, runs: read });
  }
  return reported;
}

export async function writeSuiteReport(
  file: string,
  {
    datasets,
    checked,
    failed,
    version,
  }: { datasets: readonly DatasetRuns[]; checked: readonly CheckedAssertion[]; failed: ReadonlyMap<string, string>; version: string },
): Promise<void> {
  const sections: Section[] = [
    ...(checked.length > 0 ? [{ id: 'assertions', title: 'Assertions', html: tableToHtml(assertionsTable(checked)) }] : []),
    ...(failed.size > 0
      ? [
          {
            id: 'failed',
            title: 'Failed',
            html: [...failed].map(([name, why]) => `<p>${escapeHtml(name)}: ${escapeHtml(why)}</p>`).join('\n'),
          },
        ]
      : []),
    ...datasets.map(({ name, benchmark, runs }, i) => ({
      id: `dataset-${i + 1}`,
      title: name,
      html: `${tableWithDownloads(systemsTable(runs, benchmark), `${name}-scores`)}\n<p><a href="${encodeURIComponent(name)}/report.html">All items, cases and breakdowns of ${escapeHtml(name)}</a></p>`,
    })),
  ];
  const runs = datasets.reduce((sum, dataset) => sum + dataset.runs.length, 0);
  await writeFileAtomic(
    file,
    renderPage({ title: 'Suite', subtitle: `${runs} runs of ${datasets.length} datasets`, sections, footer: `sensebench ${version}` }),
  );
}

/** The run's name without its dataset. */
function withinDataset({ name, dataset }: Pick<SuiteRun, 'name' | 'dataset'>): string {
  return name.slice(dataset.length + 1);
}
