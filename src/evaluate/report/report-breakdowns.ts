/** The section of a run report with scores by groups of items. Apart from the table, which `score` prints without loading plots. */
import type { Benchmark, Table } from '../../core/index.ts';
import { escapeHtml, type Section, tableWithDownloads } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { breakdownTable, FEW, groupsOf } from './breakdown-table.ts';
import { breakdownFigure } from './report-figures.ts';

/** Each table with its figure; a group too small for an interval is marked. */
export function breakdownSections(
  runs: readonly EvaluatedRun[],
  outputs: readonly string[],
  { ownMetrics: own }: Pick<Benchmark, 'ownMetrics'>,
): Section[] {
  const names = [...new Set(runs.flatMap(({ scores }) => Object.keys(scores.breakdowns ?? {})))];
  const filled = names.filter((name) => runs.some(({ scores }) => Object.keys(scores.breakdowns?.[name] ?? {}).length > 0));
  const html = filled.map((name) => {
    const groups = groupsOf(runs, name);
    const table = breakdownTable(runs, { name, outputs, own });
    const figure = groups.length > 1 ? breakdownFigure(runs, { name, groups, output: outputs[0], own }) : '';
    return `<h3>By the items’ ${escapeHtml(name)}</h3>${figure}${notes(table)}${tableWithDownloads(table, `by-${name}`)}`;
  });
  return html.length > 0 ? [{ id: 'breakdowns', title: 'Breakdowns', html: html.join('\n') }] : [];
}

function notes({ rows, muted }: Table): string {
  const few = rows.filter((row) => muted?.(row)).length;
  if (few === 0) return '';
  return `<p class="note">Rows in italics have fewer than ${FEW} items: too few for an interval, and for any conclusion.</p>`;
}
