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
  /** Rows set apart: published figures beside ours. */
  muted?(row: Readonly<Record<string, Value>>): boolean;
}
