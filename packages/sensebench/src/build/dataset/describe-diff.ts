/** Describes the difference of two dataset versions: sizes, options and sources, rules, and the first rows of each kind. */
import { tableToText } from '../../report/index.ts';
import type { ChangedRow, DatasetDiff, DiffRow } from './diff-datasets.ts';

const UNEXPLAINED = 'not in the ledger';
const LONGEST = 100;

/** `most` is the number of rows to list of each kind. */
export function describeDiff(diff: DatasetDiff, { most }: { most: number }): string {
  const { old, new: given, added, removed, changed, same } = diff;
  return [
    `${diff.benchmark}: ${sayVersion(old)} → ${sayVersion(given)}`,
    `${added.length} rows added, ${removed.length} removed, ${changed.length} changed, ${same} the same`,
    '',
    tableToText({
      columns: ['split', 'old', 'new', 'added', 'removed', 'changed'].map((key) => ({ key, label: key })),
      rows: Object.entries(diff.splits).map(([split, counts]) => ({ split, ...counts })),
    }),
    ...sayCauses(diff),
    ...sayRules(diff),
    ...listRows('added', added, most),
    ...listRows('removed', removed, most),
    ...listChanged(changed, most),
  ].join('\n');
}

function sayVersion({ folder, version, rows }: DatasetDiff['old']): string {
  return `${folder}${version ? ` ${version}` : ''} (${rows} rows)`;
}

function sayCauses({ options, sources }: DatasetDiff): string[] {
  const lines = [
    ...Object.entries(options).map(([name, { old, new: given }]) => `  ${name}: ${short(old)} → ${short(given)}`),
    ...(['added', 'removed', 'changed'] as const).flatMap((kind) => sources[kind].map((name) => `  source ${name} ${kind}`)),
  ];
  return lines.length > 0 ? ['', 'options and sources', ...lines] : [];
}

function sayRules({ rules }: DatasetDiff): string[] {
  const rows = [
    ...Object.entries(rules.removed).map(([rule, count]) => ({ rows: `${count} removed`, by: rule || UNEXPLAINED })),
    ...Object.entries(rules.added).map(([rule, count]) => ({ rows: `${count} added`, by: rule ? `formerly ${rule}` : UNEXPLAINED })),
  ];
  return rows.length > 0
    ? [
        '',
        tableToText({
          columns: [
            { key: 'rows', label: 'rows' },
            { key: 'by', label: 'by which rule' },
          ],
          rows,
        }),
      ]
    : [];
}

function listRows(title: string, rows: readonly DiffRow[], most: number): string[] {
  if (rows.length === 0 || most === 0) return [];
  const lines = rows
    .slice(0, most)
    .map(({ id, split, line, text, rule }) => `  ${id} (${split}, line ${line}): ${short(text)}${rule ? ` [${rule}]` : ''}`);
  return ['', title, ...lines, ...more(rows.length - most)];
}

function listChanged(rows: readonly ChangedRow[], most: number): string[] {
  if (rows.length === 0 || most === 0) return [];
  const lines = rows
    .slice(0, most)
    .flatMap(({ id, split, line, fields }) => [
      `  ${id} (${split}, line ${line})`,
      ...Object.entries(fields).map(([name, { old, new: given }]) => `    ${name}: ${short(old)} → ${short(given)}`),
    ]);
  return ['', 'changed', ...lines, ...more(rows.length - most)];
}

function more(count: number): string[] {
  return count > 0 ? [`  and ${count} more`] : [];
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
