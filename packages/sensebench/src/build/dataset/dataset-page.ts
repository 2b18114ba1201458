/** report.html of a dataset: the sections of its builder, then all rows and drops in lists to search, filter and sort. */
import {
  BROWSER_STYLE,
  type BrowseRows,
  browserMarkup,
  DATASET_BROWSER_SCRIPT,
  escapeHtml,
  renderPage,
  type Section,
  tableToHtml,
} from '../../report/index.ts';
import type { BrowsedRows } from './browse-dataset.ts';
import { type DatasetContent, describePeople } from './dataset-content.ts';

export interface PageFacts {
  rows: Readonly<Record<string, number>>;
  dropped: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The rows and drops on the page. */
  browse: { rows: BrowsedRows; ledger: BrowsedRows };
}

export function datasetPage(content: DatasetContent, { rows, dropped, browse }: PageFacts): string {
  const { name, title = name, summary, page, seed, versions } = content;
  const counted = Object.entries(rows).map(([split, count]) => `${split} ${count.toLocaleString('en')}`);
  const lists = Object.entries(browse).filter(([, { rows: own }]) => own.count > 0);
  return renderPage({
    title,
    subtitle: `${counted.join(', ')} rows. ${page?.summary ?? summary}`,
    footer: `${Object.entries(versions)
      .map(([tool, version]) => `${tool} ${version}`)
      .join(', ')}; seed ${seed}`,
    sections: [
      { id: 'all-rows', title: 'Rows', html: rowsHtml(rows, browse.rows.rows) },
      { id: 'dropped', title: 'What was dropped', html: droppedHtml(dropped, browse.ledger.rows) },
      ...(page?.sections ?? defaultSections(content, rows)),
    ],
    data: Object.fromEntries(lists.map(([id, { rows: own }]) => [`${id}-data`, own])),
    laterData: Object.fromEntries(lists.map(([id, { blocks }]) => [`${id}-blocks`, blocks])),
    style: BROWSER_STYLE,
    script: DATASET_BROWSER_SCRIPT,
  });
}

function defaultSections({ people }: DatasetContent, rows: PageFacts['rows']): Section[] {
  return [
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
  ];
}

function rowsHtml(counts: PageFacts['rows'], { count: shown, files }: BrowseRows): string {
  const all = Object.entries(counts);
  if (shown === 0) return '<p class="note">The dataset has no rows.</p>';
  const held = all.map(([split]) => files.find(({ name }) => name === `${split}.jsonl`)?.rows ?? 0);
  const sampled = all.flatMap(([split, count], i) =>
    held[i] < count ? [`${held[i].toLocaleString('en')} of the ${count.toLocaleString('en')} rows of ${split}.jsonl`] : [],
  );
  return `${leftOut(sampled)}${browserMarkup({
    id: 'rows',
    label: 'Rows',
    search: 'words of any field',
    controls: orderBox('rows'),
    files: all.map(([split]) => `${split}.jsonl`).join(', '),
  })}`;
}

function droppedHtml(dropped: PageFacts['dropped'], { count: shown }: BrowseRows): string {
  const drops = Object.entries(dropped).flatMap(([step, rules]) =>
    Object.entries(rules).map(([rule, count]) => ({ step, rule, rows: count })),
  );
  if (drops.length === 0) return '<p>Nothing was dropped.</p>';
  const total = drops.reduce((sum, drop) => sum + drop.rows, 0);
  const sampled = shown < total ? [`${shown.toLocaleString('en')} of the ${total.toLocaleString('en')} lines of ledger.jsonl`] : [];
  return `${tableToHtml({
    caption: `${total.toLocaleString('en')} drops by step and rule`,
    columns: [
      { key: 'step', label: 'step' },
      { key: 'rule', label: 'rule' },
      { key: 'rows', label: 'drops' },
    ],
    rows: drops,
  })}${leftOut(sampled)}${browserMarkup({
    id: 'ledger',
    label: 'Drops',
    search: 'words of a text, an id or a rule',
    controls: orderBox('ledger'),
    files: 'ledger.jsonl',
  })}`;
}

/** A note if the page does not contain all rows. */
function leftOut(sampled: readonly string[]): string {
  if (sampled.length === 0) return '';
  return `<p class="note">This page holds ${escapeHtml(sampled.join(', '))}, drawn at random, so that it opens quickly. The files beside it have all.</p>`;
}

function orderBox(id: string): string {
  return `<label>Order <select id="${id}-order"><option value="">as in the file</option></select></label>`;
}
