/** A table once, written as HTML, Markdown, LaTeX (booktabs) or CSV; text-table.ts writes it for a terminal. */
import type { Column, Table, Value } from '../core/index.ts';
import { escapeFormula, escapeHtml, escapeLatex, escapeMarkdown } from './escape.ts';

/** Printed in place of an undefined score. */
const NOTHING = '–';

export function show(column: Column, value: Value): string {
  if (value === null || value === undefined) return NOTHING;
  return column.format ? column.format(value) : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(4) : String(value);
}

/** ×100 with one or more decimals, as papers print fractions. */
export function percent(digits = 2): (value: Value) => string {
  return (value) => (typeof value === 'number' ? (100 * value).toFixed(digits) : String(value));
}

export function fixed(digits: number): (value: Value) => string {
  return (value) => (typeof value === 'number' ? value.toFixed(digits) : String(value));
}

export function isRight(table: Table, column: Column): boolean {
  if (column.align) return column.align === 'right';
  const values = table.rows.map((row) => row[column.key]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

export function tableToHtml(table: Table): string {
  const cell = (tag: string, column: Column, text: string, attributes = '') =>
    `<${tag}${attributes}${isRight(table, column) ? ' class="number"' : ''}>${escapeHtml(text)}</${tag}>`;
  const head = table.columns.map((column) => cell('th', column, column.label, ' scope="col"')).join('');
  const body = table.rows.map((row) => {
    const cells = table.columns.map((column, i) =>
      i === 0 ? cell('th', column, show(column, row[column.key]), ' scope="row"') : cell('td', column, show(column, row[column.key])),
    );
    return `<tr${table.muted?.(row) ? ' class="muted"' : ''}>${cells.join('')}</tr>`;
  });
  const caption = table.caption ? `<caption>${escapeHtml(table.caption)}</caption>` : '';
  return `<div class="scroll" tabindex="0"><table>${caption}<thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

export function tableToMarkdown(table: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(table.columns.map(({ label }) => escapeMarkdown(label))),
    line(table.columns.map((column) => (isRight(table, column) ? '---:' : '---'))),
    ...table.rows.map((row) => line(table.columns.map((column) => escapeMarkdown(show(column, row[column.key]))))),
  ].join('\n');
}

export function tableToLatex(table: Table): string {
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  return [
    `\\begin{tabular}{${table.columns.map((column) => (isRight(table, column) ? 'r' : 'l')).join('')}}`,
    '\\toprule',
    line(table.columns.map(({ label }) => escapeLatex(label))),
    '\\midrule',
    ...table.rows.map((row) => line(table.columns.map((column) => escapeLatex(show(column, row[column.key]))))),
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
