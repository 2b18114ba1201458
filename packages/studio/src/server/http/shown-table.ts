/** Formats a table for the pages: every cell becomes text. */

import type { Table } from 'sensebench/internal/core';
import { isRight, show } from 'sensebench/internal/report';
import type { ShownTable } from './shapes.ts';

export function shownTable(table: Table): ShownTable {
  const { caption, columns, rows } = table;
  return {
    ...(caption === undefined ? {} : { caption }),
    columns: columns.map((column) => ({ label: column.label, align: isRight(table, column) ? 'right' : 'left' })),
    rows: rows.map((row) =>
      columns.map((column) => {
        const beside = table.aside?.(row, column);
        return `${show(column, row[column.key])}${beside ? ` ${beside}` : ''}`;
      }),
    ),
  };
}
