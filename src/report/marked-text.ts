/** A text with marked parts: keywords coloured by the sentence they fell in, as in the inspector of a run report. */
import { escapeHtml } from './escape.ts';

export interface Mark {
  start: number;
  end: number;
  /** Class of the mark: first, second, both. */
  kind: string;
  /** Shown when a reader points at the mark. */
  title: string;
}

/** Marks are sorted from left to right and do not overlap; those outside the text are left out. */
export function markText(text: string, marks: readonly Mark[]): string {
  let html = '';
  let from = 0;
  for (const { start, end, kind, title } of marks) {
    if (start < from || end > text.length) continue;
    html += `${escapeHtml(text.slice(from, start))}<mark class="${escapeHtml(kind)}" title="${escapeHtml(title)}">${escapeHtml(text.slice(start, end))}</mark>`;
    from = end;
  }
  return html + escapeHtml(text.slice(from));
}
