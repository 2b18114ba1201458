/** Escaping for every format that a table or page is written in: model output and corpora are hostile text. */

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Controls that no page may hold; tab and newlines stay. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** Marks that turn the direction of what follows: shown, not obeyed, so that they cannot reorder a row. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export function escapeHtml(text: string): string {
  return showMarks(text).replace(/[&<>"']/g, (character) => HTML[character]);
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** For text of others beside text of ours: with a direction of its own, so that it does not reorder what is around it. */
export function isolateHtml(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml(text);
}

/** Data inside a script element: JSON in which no tag or comment can begin or end. */
export function escapeScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
};

export function escapeLatex(text: string): string {
  return oneLine(showMarks(text)).replace(/[\\{}$&#%_^~]/g, (character) => LATEX[character]);
}

export function escapeMarkdown(text: string): string {
  return oneLine(showMarks(text))
    .replace(/[\\`*_[\]|]/g, '\\$&')
    .replace(/[&<>]/g, (character) => HTML[character]);
}

/** Also in the wide forms of Japanese keyboards, and behind blanks, which some programs drop. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?%?$/i;

/** For CSV: a text that a spreadsheet program would run as a formula gets an apostrophe in front. Numbers stay numbers. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Controls become the replacement character, and marks that turn the direction of text are shown, not obeyed. */
export function showMarks(text: string): string {
  return text
    .toWellFormed()
    .replace(CONTROLS, '\ufffd')
    .replace(DIRECTION_MARKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function oneLine(text: string): string {
  return text.replace(/(?<!\s)\s*[\r\n]+\s*/g, ' ');
}

export interface Mark {
  start: number;
  end: number;
  /** Class of the mark: first, second, both. */
  kind: string;
  /** Shown when a reader points at the mark. */
  title: string;
}

/**
 * A text with marked parts: keywords coloured by the sentence they fell in, as in the inspector of a run report.
 * Marks are sorted from left to right and do not overlap; those outside the text are left out.
 */
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
