/** The result of an action as people read it on a terminal: its own text, or its tables and notes. */
import type { ActionResult } from '@sensebench/metrics/internal/core';
import { type TextTableOptions, tableToText } from './text-table.ts';

export function resultText({ text, tables = [], notes }: ActionResult, options: TextTableOptions = {}): string {
  if (text !== undefined) return text;
  return [tables.map((table) => tableToText(table, options)).join('\n\n'), ...(notes ? [notes] : [])].join('\n');
}
