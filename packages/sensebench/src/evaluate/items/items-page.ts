/** The page of an item analysis: a plot of difficulty and discrimination, and the items that a person should read. */
import type { Table } from '@sensebench/metrics/internal/core';
import { escapeHtml, renderPage, tableToHtml, tableWithDownloads } from '../../report/index.ts';
import { Plot, renderFigure } from '../../report/plots/index.ts';
import type { AnalysedItem, ItemAnalysis } from './analyse-items.ts';
import { describeAnalysis, itemsTable, systemsTable } from './items-tables.ts';

export interface ItemText {
  input: string;
  references: readonly string[];
  /** By system. */
  answers: Readonly<Record<string, string>>;
}

interface PageOptions {
  title: string;
  version: string;
  /** By item; without it the page shows ids alone. */
  texts?: ReadonlyMap<string, ItemText>;
}

/** A page of more rows than this would be slow. */
const MOST_ROWS = 500;

export function renderItemsPage(analysis: ItemAnalysis, { title, version, texts }: PageOptions): string {
  const { items, suspected, solvedByNone, systems } = analysis;
  const byId = new Map(items.map((item) => [item.id, item]));
  const list = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return renderPage({
    title,
    subtitle: `${items.length} items, ${systems.length} systems`,
    sections: [
      {
        id: 'findings',
        title: 'Findings',
        html: `<ul>${describeAnalysis(analysis)
          .map((line) => `<li>${escapeHtml(line)}</li>`)
          .join('')}</ul>`,
      },
      { id: 'plot', title: 'Difficulty and discrimination', html: scatter(items, new Set(suspected)) },
      { id: 'suspected', title: 'Items to check', html: cards(list(suspected), texts) },
      { id: 'unsolved', title: 'Items nobody solves', html: cards(list(solvedByNone), texts) },
      { id: 'systems', title: 'Systems', html: tableWithDownloads(systemsTable(analysis), 'systems') },
      { id: 'items', title: 'All items', html: allItems(itemsTable(analysis)) },
    ],
    footer: `sensebench ${version}`,
  });
}

function scatter(items: readonly AnalysedItem[], suspected: ReadonlySet<string>): string {
  const points = items.flatMap(({ id, mean, discrimination }) =>
    mean === null || discrimination === null
      ? []
      : [{ id, mean: 100 * mean, discrimination, kind: suspected.has(id) ? 'to check' : 'others' }],
  );
  if (points.length === 0) return '<p class="note">A discrimination takes three systems or more.</p>';
  return renderFigure({
    caption: 'Each dot is an item. Below the line weak systems do better than strong ones.',
    options: {
      height: 420,
      x: { label: 'mean score of all systems, %' },
      y: { label: 'correlation with the other items', domain: [-1, 1] },
      color: { domain: ['others', 'to check'], legend: true },
      marks: [
        Plot.ruleY([0]),
        Plot.dot(points, {
          x: 'mean',
          y: 'discrimination',
          stroke: 'kind',
          r: points.length > 2000 ? 1.5 : 3,
          title: 'id',
          href: ({ id }) => `#${anchorOf(id)}`,
        }),
      ],
    },
  });
}

/** One block per item: what was asked, the key, and what each system answered. */
function cards(items: readonly AnalysedItem[], texts: ReadonlyMap<string, ItemText> | undefined): string {
  if (items.length === 0) return '<p class="note">None.</p>';
  const shown = items.slice(0, MOST_ROWS).map((item) => {
    const text = texts?.get(item.id);
    const figures = `mean ${percent(item.mean)}, correlation ${item.discrimination?.toFixed(2) ?? '–'}`;
    const answers = Object.entries(text?.answers ?? {}).map(
      ([system, answer]) => `<dt>${escapeHtml(system)}</dt><dd>${escapeHtml(answer)}</dd>`,
    );
    const key = text && text.references.length > 0 ? `<dt>key</dt><dd>${text.references.map(escapeHtml).join('<br>')}</dd>` : '';
    const body = text ? `<p>${escapeHtml(text.input)}</p><dl>${key}${answers.join('')}</dl>` : '';
    return `<article id="${anchorOf(item.id)}"><h3>${escapeHtml(item.id)}</h3><p class="note">${figures}</p>${body}</article>`;
  });
  const rest = items.length > MOST_ROWS ? `<p class="note">${items.length - MOST_ROWS} more are in the JSON.</p>` : '';
  return shown.join('\n') + rest;
}

function allItems(table: Table): string {
  if (table.rows.length <= MOST_ROWS) return tableWithDownloads(table, 'items');
  return `<p class="note">The first ${MOST_ROWS} of ${table.rows.length}; --json has all.</p>${tableToHtml({ ...table, rows: table.rows.slice(0, MOST_ROWS) })}`;
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)}%`;
}

function anchorOf(id: string): string {
  return `item-${id.replace(/[^\w.-]+/g, '-')}`;
}
