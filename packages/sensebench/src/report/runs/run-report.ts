/** The report of one or several runs of a benchmark as one self-contained page. Every number comes from the files of the run folders. */
import type { Benchmark, Item, Table } from '@sensebench/metrics/internal/core';
import type { EvaluatedRun, RunScores } from '../../files/index.ts';
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
} from '../index.ts';
import type { ReportComparison } from './report-answer.ts';
import { chooseCases, renderCases } from './report-cases.ts';
import { confusionSections } from './report-confusion.ts';
import { breakdownSections } from './report-figures.ts';
import { MOST_SHOWN, readEvidence, reportItems } from './report-items.ts';
import { scoresHtml } from './report-scores.ts';
import { outputsOf, type PublishedShown } from './systems-table.ts';

export interface RunReportOptions {
  benchmark: Pick<
    Benchmark,
    'name' | 'title' | 'published' | 'sizes' | 'breakdowns' | 'choices' | 'legend' | 'ownMetrics' | 'columns' | 'modelScores'
  >;
  items: readonly Item[];
  /** Runs on one dataset; the cases are chosen by the first run. */
  runs: readonly EvaluatedRun[];
  /** Paired tests of the headline score, for the sentences at the top. */
  comparison?: ReportComparison | null;
  /** An introductory paragraph for readers who do not know the benchmark. */
  introduction?: string;
  /** The published rows to show. Default: all, with those on other data in a collapsed section. */
  published?: PublishedShown;
}

/** The score by which a report compares runs: the first that is defined. */
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
      { id: 'items', title: 'All items', html: describeShown(runs, rows.count) + legend + ITEM_BROWSER_HTML },
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

function describeShown(runs: readonly EvaluatedRun[], shown: number): string {
  const all = Math.max(...runs.map(({ scores }) => scores.items));
  if (all <= shown) return '';
  return `<p class="note">The first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} items; predictions.jsonl and scores.json have all of them.</p>`;
}

const COMMON = 'Expected words are coloured where they are [first in the output]; [missing words struck out] are not in it.';
const KINDS = /\[(first|second|both|later|missing)(?: ([^\]]+))?\]/g;

/**
 * The legend of the colours: the benchmark's own text where it fits the evidence, otherwise the default one.
 * `[first]` is drawn in the colour of that name; `[missing in neither]` in the colour of `missing`, with the text `in neither`.
 * Empty where nothing is marked.
 */
function renderLegend({ legend = COMMON }: Pick<Benchmark, 'legend'>, runs: readonly EvaluatedRun[]): string {
  const kinds = markedKinds(runs);
  if (kinds.size === 0) return '';
  const kindsInLegend = Array.from(legend.matchAll(KINDS), ([, kind]) => kind);
  // A legend of two sentences does not fit evidence with a single group.
  const oneGroup = kindsInLegend.includes('second') && !(['second', 'both', 'later'] as const).some((kind) => kinds.has(kind));
  const html = escapeHtml(oneGroup ? COMMON : legend).replace(KINDS, (_, kind: string, words = kind) =>
    kind === 'first' || kind === 'second' ? `<mark class="${kind}">${words}</mark>` : `<span class="chip ${kind}">${words}</span>`,
  );
  return `<p class="legend">${html}</p>`;
}

function markedKinds(runs: readonly EvaluatedRun[]): Set<Found> {
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

/** The items of a run that its report shows: the first ones, and the cases. Undefined where all items are shown. */
export function shownIds(items: readonly Item[], scores: RunScores): ReadonlySet<string> | undefined {
  if (items.length <= MOST_SHOWN) return undefined;
  // The rows have the order of the dataset.
  const first = scores.perItem.slice(0, MOST_SHOWN).map(({ id }) => id);
  const runs = [{ name: '', scores }];
  const cases = chooseCases({ runs, output: outputsOf(runs)[0] });
  return new Set([...first, ...cases.flatMap(({ ids }) => ids)]);
}
