/** The figures of a run report: scores with their intervals, and the section with the headline score by groups of items. */
import type { Benchmark, Table } from '@sensebench/metrics/internal/core';
import { printedAs, scoreLabel } from '@sensebench/metrics/internal/metrics';
import type { EvaluatedRun } from '../../files/index.ts';
import { escapeHtml, type Section, tableWithDownloads } from '../index.ts';
import { PALETTE, Plot, renderFigure } from '../plots/index.ts';
import { breakdownTable, FEW, groupsOf } from './breakdown-table.ts';
import { scaleNote } from './printed-scores.ts';

/** Leaves out scores that are not shares or are far below 0, which would squeeze the others. `own` are the benchmark's metrics. */
export function intervalsFigure(runs: readonly EvaluatedRun[], all: readonly string[], own?: Benchmark['ownMetrics']): string {
  const isShown = (output: string) => printedAs(output, own).share && runs.every(({ scores }) => (scores.corpus[output] ?? 0) > -0.5);
  const outputs = all.filter(isShown);
  const rows = outputs.flatMap((output) =>
    runs.flatMap(({ name, scores }) => {
      const value = scores.corpus[output];
      const interval = scores.intervals?.[output];
      const { scale } = printedAs(output, own);
      return value === null || value === undefined || !interval
        ? []
        : [{ output: scoreLabel(output, own), run: name, value: scale * value, low: scale * interval[0], high: scale * interval[1] }];
    }),
  );
  const names = runs.map(({ name }) => name);
  const several = runs.length > 1;
  return renderFigure({
    caption: 'Scores with 95% intervals',
    options: {
      height: 60 + outputs.length * (several ? 14 + 12 * runs.length : 24),
      marginLeft: roomFor(outputs.map((output) => scoreLabel(output, own))),
      marginRight: 20,
      x: { grid: true, label: scaleNote(outputs, own), labelOffset: 38, zero: true },
      y: { label: null, domain: several ? names : undefined, axis: several ? null : 'left' },
      ...(several ? { fy: { label: null, domain: [...new Set(rows.map(({ output }) => output))], axis: 'left' as const } } : {}),
      color: { legend: several, domain: names, range: names.map((_, i) => PALETTE[i % PALETTE.length]) },
      marks: several
        ? [
            Plot.ruleY(rows, { fy: 'output', y: 'run', x1: 'low', x2: 'high', stroke: 'run', strokeWidth: 3 }),
            Plot.dot(rows, { fy: 'output', y: 'run', x: 'value', fill: 'run', r: 4.5 }),
          ]
        : [
            Plot.ruleY(rows, { y: 'output', x1: 'low', x2: 'high', stroke: 'run', strokeWidth: 3, sort: { y: null } }),
            Plot.dot(rows, { y: 'output', x: 'value', fill: 'run', r: 4.5 }),
          ],
    },
  });
}

function breakdownFigure(
  runs: readonly EvaluatedRun[],
  { name, groups, output, own }: { name: string; groups: readonly string[]; output: string; own?: Benchmark['ownMetrics'] },
): string {
  const { scale } = printedAs(output, own);
  const rows = groups.flatMap((group) =>
    runs.flatMap(({ name: run, scores }) => {
      const part = scores.breakdowns?.[name]?.[group];
      const value = part?.corpus[output];
      const [low, high] = (part?.intervals?.[output] ?? []).map((end) => scale * end);
      return typeof value === 'number' ? [{ group, run, value: scale * value, low, high }] : [];
    }),
  );
  const names = runs.map((run) => run.name);
  return renderFigure({
    caption: `${scoreLabel(output, own)} by the items’ ${name}${rows.some(({ low }) => low !== undefined) ? '; lines are 95% intervals' : ''}`,
    options: {
      height: 60 + groups.length * (10 + 16 * runs.length),
      marginLeft: roomFor(groups),
      marginRight: 50,
      x: { grid: true, label: scoreLabel(output, own), labelOffset: 38, zero: true },
      y: { label: null, domain: names, axis: null },
      fy: { label: null, domain: [...groups], axis: 'left' },
      color: { legend: names.length > 1, domain: names, range: names.map((_, i) => PALETTE[i % PALETTE.length]) },
      marks: [
        Plot.barX(rows, { fy: 'group', y: 'run', x: 'value', fill: 'run', rx: 2 }),
        Plot.ruleY(
          rows.filter(({ low }) => low !== undefined),
          { fy: 'group', y: 'run', x1: 'low', x2: 'high', stroke: 'currentColor', strokeWidth: 1.5 },
        ),
        Plot.text(rows, {
          fy: 'group',
          y: 'run',
          x: ({ value, high = value }: { value: number; high?: number }) => Math.max(value, high),
          text: ({ value }: { value: number }) => value.toFixed(1),
          dx: 4,
          textAnchor: 'start',
        }),
      ],
    },
  });
}

/** The width of the longest label in pixels. */
function roomFor(labels: readonly string[]): number {
  return Math.min(360, 24 + 7.2 * Math.max(3, ...labels.map((label) => label.length)));
}

/** One table with its figure per breakdown; groups too small for an interval are marked. */
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
