/** A table: rows and how their columns are shown. The report room writes it as HTML, Markdown, LaTeX, CSV or text. */

export type Value = string | number | boolean | null | undefined;

export interface Column {
  key: string;
  label: string;
  /** Default: numbers to the right, texts to the left. */
  align?: 'left' | 'right';
  /** How a value is shown; CSV keeps the value itself. */
  format?(value: Value): string;
}

export interface Table {
  caption?: string;
  columns: readonly Column[];
  rows: readonly Readonly<Record<string, Value>>[];
  /** Cells in bold: the best of their column. */
  bold?(row: Readonly<Record<string, Value>>, column: Column): boolean;
  /** What stands beside a value: its interval. CSV keeps the value alone. */
  aside?(row: Readonly<Record<string, Value>>, column: Column): string | undefined;
  /** A page lets its reader sort the rows by a column. */
  sortable?: boolean;
  /** Rows set apart: published figures beside ours. */
  muted?(row: Readonly<Record<string, Value>>): boolean;
}
