/** A table: rows, and how their columns are shown. The report room renders it as HTML, Markdown, LaTeX, CSV or text. */

export type Value = string | number | boolean | null | undefined;

export interface Column {
  key: string;
  label: string;
  /** Default: numbers are right-aligned, texts left-aligned. */
  align?: 'left' | 'right';
  /** Formats a value; CSV contains the unformatted value. */
  format?(value: Value): string;
}

export interface Table {
  caption?: string;
  columns: readonly Column[];
  rows: readonly Readonly<Record<string, Value>>[];
  /** Cells in bold: the best of their column. */
  bold?(row: Readonly<Record<string, Value>>, column: Column): boolean;
  /** Text beside a value, such as its interval. CSV contains only the value. */
  aside?(row: Readonly<Record<string, Value>>, column: Column): string | undefined;
  /** Readers of a page can sort the rows by a column. */
  sortable?: boolean;
  /** Rows set apart visually, such as published figures beside ours. */
  muted?(row: Readonly<Record<string, Value>>): boolean;
}
