/** A table on a page with its Markdown, LaTeX and CSV as links that hold their own data: nothing is fetched. */

import type { Table } from '../core/index.ts';
import { escapeHtml } from './escape.ts';
import { tableToCsv, tableToHtml, tableToLatex, tableToMarkdown } from './table.ts';

const FORMATS = [
  { label: 'Markdown', ending: 'md', type: 'text/markdown', write: tableToMarkdown },
  { label: 'LaTeX', ending: 'tex', type: 'application/x-latex', write: tableToLatex },
  { label: 'CSV', ending: 'csv', type: 'text/csv', write: tableToCsv },
] as const;

/** `name` is the file name without ending. */
export function tableWithDownloads(table: Table, name: string): string {
  const links = FORMATS.map(({ label, ending, type, write }) => {
    const address = `data:${type};charset=utf-8,${encodeURIComponent(`${write(table).toWellFormed()}\n`)}`;
    return `<a download="${escapeHtml(name)}.${ending}" href="${escapeHtml(address)}">${label}</a>`;
  });
  return `${tableToHtml(table)}<p class="downloads"><span>This table as</span> ${links.join(' ')}</p>`;
}
