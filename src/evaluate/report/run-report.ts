/** The report of one or several runs of a benchmark as one self-contained page. Every number comes from the files of the run folders. */
import type { Benchmark, Item } from '../../core/index.ts';
import { BROWSER_STYLE, escapeHtml, ITEM_BROWSER_HTML, ITEM_BROWSER_SCRIPT, renderPage } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import type { ReportComparison } from './report-answer.ts';
import { breakdownSections } from './report-breakdowns.ts';
import { chooseCases, renderCases } from './report-cases.ts';
import { confusionSections } from './report-confusion.ts';
import { reportItems } from './report-items.ts';
import { renderLegend } from './report-legend.ts';
import { runsHtml } from './report-runs.ts';
import { scoresHtml } from './report-scores.ts';
import { outputsOf, type PublishedShown } from './systems-table.ts';

export interface RunReportOptions {
  benchmark: Pick<
    Benchmark,
    'name' | 'title' | 'published' | 'sizes' | 'breakdowns' | 'choices' | 'legend' | 'ownMetrics' | 'columns' | 'modelScores'
  >;
  items: readonly Item[];
  /** Runs of one dataset; the cases are chosen by the first. */
  runs: readonly EvaluatedRun[];
  /** Paired tests of the headline score, for the sentences on top. */
  comparison?: ReportComparison | null;
  /** A paragraph before everything else, for readers who do not know the benchmark. */
  introduction?: string;
  /** Which published rows are shown. Default: all, those of other data behind a fold. */
  published?: PublishedShown;
}

/** The score that a report is about: the first that is defined. */
export function headlineOf(runs: readonly EvaluatedRun[]): string {
  return outputsOf(runs)[0];
}

export function renderRunReport({ benchmark, items, runs, comparison, introduction, published = 'all' }: RunReportOptions): string {
  const [{ manifest }] = runs;
  const outputs = outputsOf(runs);
  const [headline] = outputs;
  const { dataset } = manifest;
  const { rows, blocks } = reportItems({ benchmark, items, runs, outputs });
  const legend = renderLegend(benchmark, runs);
  const cases = renderCases(chooseCases({ runs, output: headline }), { benchmark, items, runs, output: headline });
  return renderPage({
    title: `${benchmark.title}: ${runs.map(({ name }) => name).join(', ')}`,
    subtitle: `${runs[0].scores.items.toLocaleString('en')} items of ${dataset.name}${dataset.split ? `, ${dataset.split}` : ''}`,
    sections: [
      {
        id: 'scores',
        title: 'Scores',
        html: paragraph(introduction) + scoresHtml(runs, { benchmark, items, outputs, comparison, published }),
      },
      ...confusionSections({ benchmark, items, runs }),
      { id: 'items', title: 'All items', html: tellShown(runs, rows.count) + legend + ITEM_BROWSER_HTML },
      ...breakdownSections(runs, outputs, benchmark),
      { id: 'cases', title: 'Cases', html: cases },
      { id: 'runs', title: 'How they were run', html: runsHtml(runs) },
    ],
    data: { 'items-data': rows },
    laterData: { 'items-blocks': blocks },
    style: BROWSER_STYLE,
    script: ITEM_BROWSER_SCRIPT,
    footer: `sensebench ${manifest.versions.sensebench ?? ''}, dataset ${dataset.sha256.slice(0, 12)}, seed ${manifest.seed}`,
  });
}

function paragraph(text: string | undefined): string {
  return text ? `<p>${escapeHtml(text)}</p>` : '';
}

function tellShown(runs: readonly EvaluatedRun[], shown: number): string {
  const all = Math.max(...runs.map(({ scores }) => scores.items));
  if (all <= shown) return '';
  return `<p class="note">The first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} items; predictions.jsonl and scores.json have all of them.</p>`;
}
