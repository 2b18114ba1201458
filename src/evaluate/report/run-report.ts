/** The report of one or several runs of a benchmark as one self-contained page. Every number comes from the files of the run folders. */
import type { Benchmark, Item, Table } from '../../core/index.ts';
import {
  BROWSER_STYLE,
  escapeHtml,
  ITEM_BROWSER_HTML,
  ITEM_BROWSER_SCRIPT,
  renderPage,
  type Section,
  tableToHtml,
  tableWithDownloads,
} from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { formatOf, printedScore, scaleNote } from './printed-scores.ts';
import { readEvidence } from './read-evidence.ts';
import { chooseCases, renderCases } from './report-cases.ts';
import { breakdownFigure, intervalsFigure } from './report-figures.ts';
import { reportItems } from './report-items.ts';
import { outputsOf, systemsTable } from './systems-table.ts';

export interface RunReportOptions {
  benchmark: Pick<Benchmark, 'name' | 'title' | 'published' | 'breakdowns' | 'choices' | 'legend' | 'ownMetrics'>;
  items: readonly Item[];
  /** Runs of one dataset; the cases are chosen by the first. */
  runs: readonly EvaluatedRun[];
}

export function renderRunReport({ benchmark, items, runs }: RunReportOptions): string {
  const [{ manifest }] = runs;
  const outputs = outputsOf(runs);
  const [headline] = outputs;
  const cases = chooseCases({ runs, output: headline });
  const { dataset } = manifest;
  return renderPage({
    title: `${benchmark.title}: ${runs.map(({ name }) => name).join(', ')}`,
    subtitle: `${runs[0].scores.items.toLocaleString('en')} items of ${dataset.name}${dataset.split ? `, ${dataset.split}` : ''}`,
    sections: [
      { id: 'scores', title: 'Scores', html: scoresHtml(runs, benchmark, outputs) },
      ...breakdownSections(runs, outputs, benchmark),
      { id: 'cases', title: 'Cases', html: renderCases(cases, { benchmark, items, runs, output: headline }) },
      { id: 'items', title: 'All items', html: renderLegend(benchmark, runs) + ITEM_BROWSER_HTML },
      { id: 'runs', title: 'How they were run', html: runsHtml(runs) },
    ],
    data: { 'items-data': reportItems({ benchmark, items, runs, outputs }) },
    style: BROWSER_STYLE,
    script: ITEM_BROWSER_SCRIPT,
    footer: `sensebench ${manifest.versions.sensebench ?? ''}, dataset ${dataset.sha256.slice(0, 12)}, seed ${manifest.seed}`,
  });
}

function scoresHtml(runs: readonly EvaluatedRun[], benchmark: RunReportOptions['benchmark'], outputs: readonly string[]): string {
  const parts = [
    `<p class="note">${escapeHtml(scaleNote(outputs, benchmark.ownMetrics))}.${benchmark.published.length > 0 ? ' Rows in italics are what papers published, on their own test sets.' : ''}</p>`,
    tableWithDownloads(systemsTable(runs, benchmark), `${benchmark.name}-scores`),
  ];
  for (const { name, scores } of runs) {
    if (scores.incomplete)
      parts.push(
        `<p class="note">${escapeHtml(name)} is not complete: ${scores.incomplete.answered} of ${scores.incomplete.of} items are answered.</p>`,
      );
    if (scores.empty) parts.push(`<p class="note">${escapeHtml(name)}: ${scores.empty} outputs are empty.</p>`);
    if (scores.undefined) {
      const undefinedOutputs = Object.entries(scores.undefined)
        .filter(([output]) => outputs.includes(output))
        .map(([output, count]) => `${output} of ${count}`);
      if (undefinedOutputs.length > 0)
        parts.push(`<p class="note">${escapeHtml(name)}: undefined for some items: ${escapeHtml(undefinedOutputs.join(', '))}.</p>`);
    }
  }
  if (runs.some(({ scores }) => scores.intervals))
    parts.push(
      intervalsFigure(runs, outputs, benchmark.ownMetrics),
      `<details><summary>Intervals as a table</summary>${tableWithDownloads(intervalsTable(runs, outputs, benchmark), `${benchmark.name}-intervals`)}</details>`,
    );
  if (runs.some(({ scores }) => scores.spread)) parts.push(tableWithDownloads(spreadTable(runs, benchmark), `${benchmark.name}-spread`));
  return parts.join('\n');
}

function intervalsTable(runs: readonly EvaluatedRun[], outputs: readonly string[], { ownMetrics }: Pick<Benchmark, 'ownMetrics'>): Table {
  return {
    caption: '95% bootstrap intervals',
    columns: [
      { key: 'output', label: 'score' },
      { key: 'run', label: 'run' },
      ...(['value', 'low', 'high'] as const).map((key) => ({ key, label: key, align: 'right' as const })),
    ],
    rows: outputs.flatMap((output) =>
      runs.flatMap(({ name, scores }) => {
        const [low, high] = scores.intervals?.[output] ?? [];
        const print = (value: number | null | undefined) =>
          value === null || value === undefined ? null : printedScore(output, value, ownMetrics);
        return low === undefined ? [] : [{ output, run: name, value: print(scores.corpus[output]), low: print(low), high: print(high) }];
      }),
    ),
  };
}

function spreadTable(runs: readonly EvaluatedRun[], { ownMetrics }: Pick<Benchmark, 'ownMetrics'>): Table {
  return {
    caption: 'Lowest and highest score over orders and repeats; the scores above are their means',
    columns: [
      { key: 'run', label: 'run' },
      { key: 'output', label: 'score' },
      { key: 'low', label: 'lowest', align: 'right' },
      { key: 'high', label: 'highest', align: 'right' },
    ],
    rows: runs.flatMap(({ name, scores }) =>
      Object.entries(scores.spread ?? {}).map(([output, [low, high]]) => ({
        run: name,
        output,
        low: printedScore(output, low, ownMetrics),
        high: printedScore(output, high, ownMetrics),
      })),
    ),
  };
}

function breakdownSections(
  runs: readonly EvaluatedRun[],
  outputs: readonly string[],
  { ownMetrics: own }: Pick<Benchmark, 'ownMetrics'>,
): Section[] {
  const names = [...new Set(runs.flatMap(({ scores }) => Object.keys(scores.breakdowns ?? {})))];
  const filled = names.filter((name) => runs.some(({ scores }) => Object.keys(scores.breakdowns?.[name] ?? {}).length > 0));
  const html = filled.map((name) => {
    const groups = [...new Set(runs.flatMap(({ scores }) => Object.keys(scores.breakdowns?.[name] ?? {})))].sort(compareGroups);
    const table: Table = {
      columns: [
        { key: 'group', label: name },
        ...(runs.length > 1 ? [{ key: 'run', label: 'run' }] : []),
        { key: 'items', label: 'items', align: 'right' },
        ...outputs.map((output) => ({ key: output, label: output, format: formatOf(output, own), align: 'right' as const })),
      ],
      rows: groups.flatMap((group) =>
        runs.flatMap(({ name: run, scores }) => {
          const found = scores.breakdowns?.[name]?.[group];
          return found ? [{ group, run, items: found.items, ...found.corpus }] : [];
        }),
      ),
    };
    return `<h3>By ${escapeHtml(name)}</h3>${groups.length > 1 ? breakdownFigure(runs, { name, groups, output: outputs[0], own }) : ''}${tableWithDownloads(table, `by-${name}`)}`;
  });
  return html.length > 0 ? [{ id: 'breakdowns', title: 'Breakdowns', html: html.join('\n') }] : [];
}

function compareGroups(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The benchmark's own words, where outputs are marked; `[first]` is drawn in the colour of that name, `[missing in neither]` with other words. */
function renderLegend({ legend }: Pick<Benchmark, 'legend'>, runs: readonly EvaluatedRun[]): string {
  const marked = runs.some(({ evidence }) => [...evidence.values()].some((found) => readEvidence(found)));
  if (!legend || !marked) return '';
  const html = escapeHtml(legend).replace(/\[(first|second|both|missing)(?: ([^\]]+))?\]/g, (_, found: string, words = found) =>
    found === 'first' || found === 'second' ? `<mark class="${found}">${words}</mark>` : `<span class="chip ${found}">${words}</span>`,
  );
  return `<p class="legend">${html}</p>`;
}

function runsHtml(runs: readonly EvaluatedRun[]): string {
  const table: Table = {
    columns: [{ key: 'what', label: 'fact' }, ...runs.map((_, i) => ({ key: String(i), label: runs[i].name, align: 'left' as const }))],
    rows: Object.entries(facts(runs[0])).map(([what]) => ({
      what,
      ...Object.fromEntries(runs.map((run, i) => [String(i), facts(run)[what]])),
    })),
  };
  const signatures: Table = {
    columns: [
      { key: 'output', label: 'score' },
      { key: 'signature', label: 'signature' },
    ],
    rows: [...new Set(runs.flatMap(({ scores }) => Object.entries(scores.signatures).map((pair) => pair.join('\n'))))].map((line) => {
      const [output, signature] = line.split('\n');
      return { output, signature };
    }),
  };
  return `${tableWithDownloads(table, 'runs')}<details><summary>How each score was made (signatures)</summary>${tableToHtml(signatures)}</details>`;
}

function facts({ manifest, totals }: EvaluatedRun): Record<string, string> {
  const { options, prompt } = manifest;
  return {
    model: manifest.runner,
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
