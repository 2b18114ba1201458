/** Escapes text for every output format, because model outputs and corpora are untrusted. */

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Control characters that are not allowed in pages; tabs and newlines are kept. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** Marks that change the direction of text. They are made visible instead of taking effect, so that they cannot reorder a row. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export function escapeHtml(text: string): string {
  return showMarks(text).replace(/[&<>"']/g, (character) => HTML[character]);
}

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates the direction of untrusted text, so that it does not reorder the text around it. */
export function isolateHtml(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml(text);
}

/** JSON for a script element, in which no tag or comment can begin or end. */
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

/** Includes the full-width forms of Japanese keyboards, and leading blanks, which some programs remove. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?%?$/i;

/** For CSV: puts an apostrophe before text that a spreadsheet program would run as a formula. Numbers stay numbers. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Replaces control characters, and makes marks that change the direction of text visible. */
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
  /** The CSS class of the mark: first, second, both. */
  kind: string;
  /** The tooltip. */
  title: string;
}

/**
 * A text with marked parts, such as keywords coloured by the sentence in which they occur.
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
