/** report.html of a dataset whose builder draws none of its own: splits, drops, what people did, and some rows. */
import { escapeHtml, renderPage, tableToHtml } from '../../report/index.ts';
import { describePeople } from './dataset-card.ts';
import type { DatasetContent } from './dataset-content.ts';

export interface PageFacts {
  rows: Readonly<Record<string, number>>;
  dropped: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The first rows of the first split. */
  examples: readonly object[];
}

export function datasetPage(
  { name, title = name, summary, people, versions }: DatasetContent,
  { rows, dropped, examples }: PageFacts,
): string {
  const drops = Object.entries(dropped).flatMap(([step, rules]) =>
    Object.entries(rules).map(([rule, count]) => ({ step, rule, rows: count })),
  );
  return renderPage({
    title,
    subtitle: summary,
    footer: Object.entries(versions)
      .map(([tool, version]) => `${tool} ${version}`)
      .join(', '),
    sections: [
      {
        id: 'splits',
        title: 'Splits',
        html: tableToHtml({
          columns: ['split', 'rows'].map((key) => ({ key, label: key })),
          rows: Object.entries(rows).map(([split, count]) => ({ split, rows: count })),
        }),
      },
      ...(people.length > 0
        ? [{ id: 'people', title: 'People', html: people.map((one) => `<p>${escapeHtml(describePeople(one))}</p>`).join('') }]
        : []),
      {
        id: 'dropped',
        title: 'What was dropped',
        html:
          drops.length > 0
            ? tableToHtml({ columns: ['step', 'rule', 'rows'].map((key) => ({ key, label: key })), rows: drops })
            : '<p>Nothing.</p>',
      },
      {
        id: 'examples',
        title: 'Examples',
        html: `<ol>${examples.map((row) => `<li>${fields(row)}</li>`).join('\n')}</ol>`,
      },
    ],
  });
}

function fields(row: object): string {
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(row)
    .map(([name, value]) => `<p><span class="muted">${escapeHtml(name)}</span> ${escapeHtml(shown(value))}</p>`)
    .join('');
}
