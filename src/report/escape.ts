/** Escaping for every format that a table or page is written in: model output and corpora are hostile text. */

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Controls that no page may hold; tab and newlines stay. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** Marks that turn the direction of what follows: shown, not obeyed, so that they cannot reorder a row. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export function escapeHtml(text: string): string {
  return showMarks(text).replace(/[&<>"']/g, (character) => HTML[character]);
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
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?%?$/i;

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
  return text.replace(/\s*[\r\n]+\s*/g, ' ');
}
