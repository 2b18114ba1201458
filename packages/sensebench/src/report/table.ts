/** Writes a table as HTML, Markdown, LaTeX (booktabs) or CSV; text-table.ts writes it for a terminal. */
import type { Column, Table, Value } from '@sensebench/metrics/internal/core';
import { escapeFormula, escapeHtml, escapeLatex, escapeMarkdown, isolateHtml } from './escape.ts';

/** Printed in place of an undefined score. */
const NOTHING = '–';

export function show(column: Column, value: Value): string {
  if (value === null || value === undefined) return NOTHING;
  return column.format ? column.format(value) : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(4) : String(value);
}

/** Formats a fraction ×100 with fixed decimals, as in papers. */
export function percent(digits = 2): (value: Value) => string {
  const print = fixed(digits);
  return (value) => print(typeof value === 'number' ? 100 * value : value);
}

/** A value that rounds to zero has no sign. */
export function fixed(digits: number): (value: Value) => string {
  return (value) => (typeof value === 'number' ? value.toFixed(digits).replace(/^-(?=[0.]+$)/, '') : String(value));
}

export function isRight(table: Table, column: Column): boolean {
  if (column.align) return column.align === 'right';
  const values = table.rows.map((row) => row[column.key]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

type Row = Table['rows'][number];

/** The value with the text beside it, in the format of `strong` and `small`. */
function cellText(
  { bold, aside }: Table,
  row: Row,
  column: Column,
  {
    written,
    strong,
    small = (text) => text,
  }: { written(text: string): string; strong(text: string): string; small?(text: string): string },
): string {
  const value = written(show(column, row[column.key]));
  const beside = aside?.(row, column);
  return `${bold?.(row, column) ? strong(value) : value}${beside ? ` ${small(written(beside))}` : ''}`;
}

export function tableToHtml(table: Table): string {
  const format = { written: isolateHtml, strong: (text: string) => `<b>${text}</b>`, small: (text: string) => `<small>${text}</small>` };
  const cell = (tag: string, column: Column, html: string, attributes = '') =>
    `<${tag}${attributes}${isRight(table, column) ? ' class="number"' : ''}>${html}</${tag}>`;
  const head = table.columns.map((column) => cell('th', column, isolateHtml(column.label), ' scope="col"')).join('');
  const body = table.rows.map((row) => {
    const cells = table.columns.map((column, i) => {
      const html = cellText(table, row, column, format);
      return i === 0 ? cell('th', column, html, ' scope="row"') : cell('td', column, html);
    });
    return `<tr${table.muted?.(row) ? ' class="muted"' : ''}>${cells.join('')}</tr>`;
  });
  const caption = table.caption ? `<caption>${isolateHtml(table.caption)}</caption>` : '';
  return `<div class="scroll" tabindex="0"><table${table.sortable ? ' class="sortable"' : ''}>${caption}<thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

export function tableToMarkdown(table: Table): string {
  const format = { written: escapeMarkdown, strong: (text: string) => `**${text}**` };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(table.columns.map(({ label }) => escapeMarkdown(label))),
    line(table.columns.map((column) => (isRight(table, column) ? '---:' : '---'))),
    ...table.rows.map((row) => line(table.columns.map((column) => cellText(table, row, column, format)))),
  ].join('\n');
}

/** Without the package, LaTeX stops at \toprule. */
const BOOKTABS = '% needs \\usepackage{booktabs} in the preamble';

export function tableToLatex(table: Table): string {
  const format = { written: escapeLatex, strong: (text: string) => `\\textbf{${text}}` };
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  return [
    BOOKTABS,
    `\\begin{tabular}{${table.columns.map((column) => (isRight(table, column) ? 'r' : 'l')).join('')}}`,
    '\\toprule',
    line(table.columns.map(({ label }) => escapeLatex(label))),
    '\\midrule',
    ...table.rows.map((row) => line(table.columns.map((column) => cellText(table, row, column, format)))),
    '\\bottomrule',
    '\\end{tabular}',
  ].join('\n');
}

export function tableToCsv(table: Table): string {
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const field = (text: string) => quote(escapeFormula(text));
  return [
    table.columns.map(({ label }) => field(label)),
    ...table.rows.map((row) => table.columns.map(({ key }) => field(row[key] === null || row[key] === undefined ? '' : String(row[key])))),
  ]
    .map((cells) => cells.join(','))
    .join('\n');
}

const FORMATS = [
  { label: 'Markdown', ending: 'md', type: 'text/markdown', write: tableToMarkdown },
  { label: 'LaTeX', ending: 'tex', type: 'application/x-latex', write: tableToLatex },
  { label: 'CSV', ending: 'csv', type: 'text/csv', write: tableToCsv },
] as const;

/**
 * A table on a page with links to its Markdown, LaTeX and CSV, which contain the data, so that nothing is fetched.
 * `name` is the file name without ending.
 */
export function tableWithDownloads(table: Table, name: string): string {
  const links = FORMATS.map(({ label, ending, type, write }) => {
    const address = `data:${type};charset=utf-8,${encodeURIComponent(`${write(table).toWellFormed()}\n`)}`;
    return `<a download="${escapeHtml(name)}.${ending}" href="${escapeHtml(address)}">${label}</a>`;
  });
  return `${tableToHtml(table)}<p class="downloads"><span>This table as</span> ${links.join(' ')}</p>`;
}
