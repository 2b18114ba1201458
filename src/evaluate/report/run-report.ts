/** The report of one or several runs of a benchmark as one self-contained page. Every number comes from the files of the run folders. */
import type { Benchmark, Item, Table } from '../../core/index.ts';
import {
  BROWSER_STYLE,
  escapeHtml,
  type Found,
  foundIn,
  ITEM_BROWSER_HTML,
  ITEM_BROWSER_SCRIPT,
  renderPage,
  tableToHtml,
  tableWithDownloads,
} from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { readEvidence } from './read-evidence.ts';
import type { ReportComparison } from './report-answer.ts';
import { breakdownSections } from './report-breakdowns.ts';
import { chooseCases, renderCases } from './report-cases.ts';
import { confusionSections } from './report-confusion.ts';
import { reportItems } from './report-items.ts';
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

const COMMON = 'What was looked for is coloured where it is [first in the output]; [missing what is struck out] is not in it.';
const KINDS = /\[(first|second|both|later|missing)(?: ([^\]]+))?\]/g;

/**
 * What the colours of a report mean: the benchmark's own words where they fit what was found, else the common ones.
 * `[first]` is drawn in the colour of that name, `[missing in neither]` with other words. Empty where nothing is marked.
 */
function renderLegend({ legend = COMMON }: Pick<Benchmark, 'legend'>, runs: readonly EvaluatedRun[]): string {
  const found = foundKinds(runs);
  if (found.size === 0) return '';
  const named = Array.from(legend.matchAll(KINDS), ([, kind]) => kind);
  // A legend of two sentences does not fit evidence that knows only one group.
  const grouped = named.includes('second') && !(['second', 'both', 'later'] as const).some((kind) => found.has(kind));
  const html = escapeHtml(grouped ? COMMON : legend).replace(KINDS, (_, kind: string, words = kind) =>
    kind === 'first' || kind === 'second' ? `<mark class="${kind}">${words}</mark>` : `<span class="chip ${kind}">${words}</span>`,
  );
  return `<p class="legend">${html}</p>`;
}

function foundKinds(runs: readonly EvaluatedRun[]): Set<Found> {
  const kinds = new Set<Found>();
  for (const { evidence } of runs) {
    for (const own of evidence.values()) {
      for (const { groups } of readEvidence(own)?.sought ?? []) kinds.add(foundIn(groups));
    }
  }
  return kinds;
}

/** How the runs of a report were made: model, prompt, options, tags, tokens and cost, and the signature of each score. */
function runsHtml(runs: readonly EvaluatedRun[]): string {
  const all = runs.map(facts);
  const names = [...new Set(all.flatMap((own) => Object.keys(own)))];
  const table: Table = {
    columns: [{ key: 'what', label: 'fact' }, ...runs.map(({ name }, i) => ({ key: String(i), label: name, align: 'left' as const }))],
    rows: names.map((what) => ({ what, ...Object.fromEntries(all.map((own, i) => [String(i), own[what]])) })),
  };
  const lines = new Set(runs.flatMap(({ scores }) => Object.entries(scores.signatures).map((pair) => pair.join('\n'))));
  const signatures: Table = {
    columns: [
      { key: 'output', label: 'score' },
      { key: 'signature', label: 'signature' },
    ],
    rows: Array.from(lines, (line) => {
      const [output, signature] = line.split('\n');
      return { output, signature };
    }),
  };
  return `${tableWithDownloads(table, 'runs')}<details><summary>How each score was made (signatures)</summary>${tableToHtml(signatures)}</details>`;
}

function facts({ manifest, totals }: EvaluatedRun): Record<string, string> {
  const { options, prompt, tags = [], note } = manifest;
  return {
    model: manifest.runner,
    ...(tags.length > 0 ? { tags: tags.join(', ') } : {}),
    ...(note ? { note } : {}),
    prompt: `${prompt.name} (${prompt.sha256.slice(0, 12)})`,
    options: Object.entries(options)
      .filter(([, value]) => value !== undefined && value !== null && value !== 0 && value !== false)
      .map(([name, value]) => `${name} ${name === 'train' ? String(value).slice(0, 12) : String(value)}`)
      .join(', '),
    answers: String(totals.answers),
    'input tokens': totals.inputTokens > 0 ? String(totals.inputTokens) : '–',
    'output tokens': totals.outputTokens > 0 ? String(totals.outputTokens) : '–',
    cost: totals.cost > 0 ? `$${totals.cost.toFixed(4)}` : '–',
    'median time of an answer': totals.medianMs === null ? '–' : `${totals.medianMs} ms`,
  };
}
