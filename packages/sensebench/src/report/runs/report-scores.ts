/** The scores section of a report: the result in words, the table with intervals, notes on the numbers, and the figure. */
import type { Benchmark, Item, Table } from '@sensebench/metrics/internal/core';
import { printedAs } from '@sensebench/metrics/internal/metrics';
import type { EvaluatedRun } from '../../files/index.ts';
import { escapeHtml, tableToHtml, tableWithDownloads } from '../index.ts';
import { printedScore, scaleNote } from './printed-scores.ts';
import { type AnswerOptions, answerSentences, type ReportComparison } from './report-answer.ts';
import { intervalsFigure } from './report-figures.ts';
import { chooseColumns } from './scores-table.ts';
import { otherDataTables, type PublishedShown, systemsTable } from './systems-table.ts';

export interface ScoresOptions {
  benchmark: Pick<Benchmark, 'name' | 'published' | 'sizes' | 'ownMetrics' | 'columns' | 'modelScores'>;
  items: readonly Item[];
  outputs: readonly string[];
  comparison?: ReportComparison | null;
  published: PublishedShown;
}

export function scoresHtml(runs: readonly EvaluatedRun[], { benchmark, items, published, outputs, comparison }: ScoresOptions): string {
  const own = benchmark.ownMetrics;
  const [output] = outputs;
  const answer = { runs, output, comparison, own };
  const sentences = [...answerSentences(answer), ...shortcutWarnings(answer)];
  const table = withIntervals(systemsTable(runs, benchmark, { items, published }), runs, benchmark);
  const others = published === 'all' ? otherDataTables(runs, benchmark, items) : [];
  const parts = [
    `<ul class="answer-first">${sentences.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`,
    `<p class="note">${escapeHtml(tableNote(runs, { benchmark, outputs, table }))}</p>`,
    tableWithDownloads(table, `${benchmark.name}-scores`),
    ...(others.length > 0
      ? [`<details><summary>Published results on other data</summary>${others.map(tableToHtml).join('')}</details>`]
      : []),
    ...[...runs.flatMap(warnings), ...undefinedNote(runs, outputs)].map((text) => `<p class="note">${escapeHtml(text)}</p>`),
  ];
  if (runs.some(({ scores }) => scores.intervals)) parts.push(intervalsFigure(runs, chooseColumns(outputs, benchmark.columns), own));
  if (runs.some(({ scores }) => scores.spread)) parts.push(tableWithDownloads(spreadTable(runs, benchmark), `${benchmark.name}-spread`));
  return parts.join('\n');
}

function tableNote(
  runs: readonly EvaluatedRun[],
  { benchmark, outputs, table }: Pick<ScoresOptions, 'benchmark' | 'outputs'> & { table: Table },
): string {
  const notes = [scaleNote(outputs, benchmark.ownMetrics)];
  const ranged = runs.filter(({ scores }) => scores.intervals);
  if (ranged.length > 0) notes.push('in brackets 95% intervals');
  if (runs.length > 1) notes.push('the highest of each column in bold');
  const published = table.rows.some((row) => table.muted?.(row));
  const without = ranged.length < runs.length ? ' Runs without intervals get them by `sensebench rescore --ci`.' : '';
  return `${notes.join('; ')}.${without}${published ? ' Rows in italics are published results on the same data.' : ''}`;
}

/** The runs come first in the table; the highest of their scores is bold, except where higher is not better (lengths). */
function withIntervals(table: Table, runs: readonly EvaluatedRun[], { ownMetrics }: Pick<Benchmark, 'ownMetrics'>): Table {
  const ours = new Map(table.rows.slice(0, runs.length).map((row, i) => [row, runs[i].scores]));
  const best = (output: string) => Math.max(...runs.map(({ scores }) => scores.corpus[output] ?? Number.NEGATIVE_INFINITY));
  return {
    ...table,
    sortable: true,
    bold: (row, { key }) => runs.length > 1 && ours.has(row) && printedAs(key, ownMetrics).share && row[key] === best(key),
    aside: (row, { key }) => {
      const interval = ours.get(row)?.intervals?.[key];
      return interval && `[${interval.map((end) => printedScore(key, end, ownMetrics)).join(', ')}]`;
    },
  };
}

/** Caveats on the numbers. */
function warnings({ name, scores }: EvaluatedRun): string[] {
  const notes: string[] = [];
  if (scores.incomplete)
    notes.push(`${name} is not complete: ${scores.incomplete.answered} of ${scores.incomplete.of} items are answered.`);
  if (scores.empty) notes.push(`${name}: ${scores.empty} outputs are empty.`);
  return notes;
}

/** A score over all items can be defined where the score of a single item is not. */
function undefinedNote(runs: readonly EvaluatedRun[], outputs: readonly string[]): string[] {
  const counts = runs.flatMap(({ name, scores }) => {
    const missing = Object.entries(scores.undefined ?? {}).filter(([output]) => outputs.includes(output));
    return missing.length > 0 ? [`${name} ${missing.map(([output, count]) => `${output} ${count}`).join(', ')}`] : [];
  });
  if (counts.length === 0) return [];
  return [
    `Some items have no score of their own (for example no recall where there is nothing to find) and show a dash in the list. Number of such items, of ${runs[0].scores.items}: ${counts.join('; ')}. The table gives the scores over all items together.`,
  ];
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

/** The part of the input that each shortcut runner (`shortcut:…`) sees. */
const SEES: Readonly<Record<string, string>> = {
  'shortcut:answer': 'which sees the answers and not the question',
  'shortcut:question': 'which sees the question and not the answers',
  'shortcut:nearest': 'which repeats the answer of the most similar training item',
};

/** A shortcut is near the best model from this share of its score. */
const NEAR = 0.9;

/** Warns where a shortcut baseline comes near the best model, because then the dataset can be solved without commonsense. */
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

/** Whether the paired test cannot tell the two runs apart. */
function isTied(a: EvaluatedRun, b: EvaluatedRun, { output, comparison }: Pick<AnswerOptions, 'output' | 'comparison'>): boolean {
  const pair = comparison?.pairs.find((each) => [each.a, each.b].includes(a.name) && [each.a, each.b].includes(b.name));
  const { p = null, pHolm } = pair?.metrics[output] ?? {};
  return p !== null && (pHolm ?? p ?? 1) > 0.05;
}
