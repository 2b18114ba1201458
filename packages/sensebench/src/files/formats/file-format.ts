/** The format of a file of texts (text, JSON Lines, JSON, CSV or TSV), decided by its extension and all of its lines. */
import { InputError } from '@sensebench/metrics/internal/core';
import { checkJsonSize } from '../json.ts';
import { nameOf } from '../open-file.ts';
import { readLines } from '../read-lines.ts';

export const FILE_FORMATS = ['text', 'jsonl', 'json', 'csv', 'tsv'] as const;

export type FileFormat = (typeof FILE_FORMATS)[number];

export interface TextLine {
  line: number;
  text: string;
}

export interface TextFile {
  /** Name for messages. */
  file: string;
  format: FileFormat;
  lines: readonly TextLine[];
  /** Replaces `lines` when JSON Lines are streamed. */
  stream?: AsyncIterable<TextLine>;
  /** The value of a JSON file, and its line number if it has only one line. */
  value?: unknown;
  line?: number;
}

export interface ReadFileOptions {
  /** Overrides detection. */
  format?: FileFormat;
  /** Ids of the items, if known: lines `id,text` are a table only if they start with these ids. */
  ids?: ReadonlySet<string>;
  /** Column names that make the first line a header; `several` matches several columns with texts of one item. */
  columns: { id: readonly string[]; text: readonly string[]; several?: RegExp };
  /** The accepted layouts with an example each, for messages. */
  accepted: string;
  /** Files with more lines are refused. */
  mostLines?: number;
  /** Stream JSON Lines: each line is read on demand, so that reading stops at the first wrong one. */
  streamed?: boolean;
}

export async function readTextFile(
  path: string,
  { format, ids, columns, accepted, mostLines, streamed }: ReadFileOptions,
): Promise<TextFile> {
  const file = nameOf(path);
  const ending = /\.(jsonl|ndjson|json|csv|tsv)(\.gz)?$/i.exec(path)?.[1].toLowerCase();
  const place = { file, accepted };
  const source = textLines(path, mostLines);
  const lines: TextLine[] = [];
  if (streamed && (format ?? 'jsonl') === 'jsonl' && ending !== 'csv' && ending !== 'tsv') {
    await readHead(source, lines);
    if (areJsonLines(lines, file)) return { file, format: 'jsonl', lines: [], stream: jsonLines(lines, source, place) };
  }
  for (let next = await source.next(); !next.done; next = await source.next()) lines.push(next.value);
  if (format === 'json') return { file, format, lines, value: wholeJson(lines, place) };
  if (format) return { file, format, lines };
  if (ending === 'csv' || ending === 'tsv') return { file, format: ending, lines };
  if (ending || lines.some(({ text }) => /^\s*[[{]/.test(text)) || areJsonStrings(lines, file)) return readJsonFile(lines, place);
  return { file, format: tableFormat(lines, { file, ids, columns }) ?? 'text', lines };
}

interface Place {
  file: string;
  accepted: string;
}

async function* textLines(path: string, most = Number.POSITIVE_INFINITY): AsyncGenerator<TextLine> {
  const file = nameOf(path);
  for await (const { line, text } of readLines(path)) {
    if (line > most) throw new InputError(`has more than ${most} lines`, { file });
    if (text.includes('\0')) throw new InputError('contains a NUL byte', { file, line });
    yield { line, text };
  }
}

/** Reads up to the second non-blank line. */
async function readHead(source: AsyncGenerator<TextLine>, lines: TextLine[]): Promise<void> {
  for (let full = 0; full < 2; ) {
    const { value, done } = await source.next();
    if (done) return;
    lines.push(value);
    if (value.text.trim() !== '') full++;
  }
}

/** Whether the first line is a complete object or list and another line follows. */
function areJsonLines(head: readonly TextLine[], file: string): boolean {
  const [first, second] = head.filter(({ text }) => text.trim() !== '');
  return second !== undefined && /^\s*[[{]/.test(first.text) && tryJson(first.text, file).parsed;
}

async function* jsonLines(head: readonly TextLine[], source: AsyncIterable<TextLine>, place: Place): AsyncGenerator<TextLine> {
  const first = head.find(({ text }) => text.trim() !== '')?.line ?? 1;
  async function* all() {
    yield* head;
    yield* source;
  }
  for await (const own of all()) {
    if (own.text.trim() === '') continue;
    if (!/^\s*[[{"]/.test(own.text)) throw mixed(own.line, first, place);
    yield own;
  }
}

/** A file with a line that starts with { or [: either the file as a whole is JSON, or every line is. */
function readJsonFile(lines: readonly TextLine[], place: Place): TextFile {
  const full = lines.filter(({ text }) => text.trim() !== '');
  const [first] = full;
  if (first && full.length > 1 && tryJson(first.text, place.file).parsed) {
    for (const { line, text } of full) if (!/^\s*[[{"]/.test(text)) throw mixed(line, first.line, place);
    return { file: place.file, format: 'jsonl', lines };
  }
  const whole = tryJson(full.map(({ text }) => text).join('\n'), place.file);
  if (whole.parsed)
    return { file: place.file, format: 'json', lines, value: whole.value, line: full.length === 1 ? first.line : undefined };
  if (first && /^\s*[[{]/.test(first.text) && !isClosed(first.text)) wholeJson(lines, place);
  const json = full.find(({ text }) => /^\s*[[{]/.test(text));
  const broken = full.find(({ text }) => /^\s*[[{]/.test(text) && !tryJson(text, place.file).parsed) ?? (json ? undefined : first);
  if (broken) throw notJson(broken.text, broken.line, place);
  throw json && first ? mixed(first.line, json.line, place) : new InputError('is empty', { file: place.file, expected: place.accepted });
}

/** Whether a value ends on its line, possibly followed by a comma; otherwise it spans several lines. */
function isClosed(text: string): boolean {
  const own = text.trim();
  const end = own.endsWith(',') ? own.slice(0, -1).trimEnd() : own;
  return end.endsWith(own.startsWith('{') ? '}' : ']');
}

function mixed(line: number, json: number, { file, accepted }: Place): InputError {
  return new InputError(`is not JSON, but line ${json} is; "score --predictions-format text" takes every line as a text`, {
    file,
    line,
    expected: accepted,
  });
}

function notJson(text: string, line: number | undefined, { file, accepted }: Place): InputError {
  const reason = /\b(NaN|-?Infinity|None|True|False)\b/.exec(
    text.slice(0, 10_000).replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g, '""'),
  )?.[1];
  const why = reason
    ? `${reason} is Python's`
    : isClosed(text) && text.trimEnd().endsWith(',')
      ? 'a comma after the value'
      : tryJson(text, file).message || 'it does not end where it should';
  return new InputError(`is not JSON: ${why}; "score --predictions-format text" takes every line as a text`, {
    file,
    line,
    expected: accepted,
  });
}

/** Strings, which end with their line at the latest, and outside them what JSON does not allow: Python's words and quotes, a comma before a closing bracket. */
const NOT_JSON = /"[^"\\\n]*(?:\\.[^"\\\n]*)*(?:"|\\?$)|\b(?:NaN|Infinity|None|True|False)\b|'|,\s*[\]}]/gm;

/** Only this much of a text is searched for what JSON does not allow. */
const SEARCHED = 1_000_000;

function firstOdd(text: string): number | undefined {
  for (const { 0: own, index } of text.matchAll(NOT_JSON)) if (!own.startsWith('"')) return index;
  return undefined;
}

function wholeJson(lines: readonly TextLine[], place: Place): unknown {
  const text = lines.map((own) => own.text).join('\n');
  const { parsed, value, message } = tryJson(text, place.file);
  if (parsed) return value;
  const odd = firstOdd(text.slice(0, SEARCHED));
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? odd ?? Number.NaN);
  const line = Number.isNaN(at) ? undefined : text.slice(0, at).split('\n').length;
  throw notJson(line === undefined ? text : lines[line - 1].text, line, place);
}

function areJsonStrings(lines: readonly TextLine[], file: string): boolean {
  const full = lines.filter(({ text }) => text.trim() !== '');
  return full.length > 0 && full.every(({ text }) => text.trim().startsWith('"') && tryJson(text, file).parsed);
}

function tryJson(text: string, file: string): { parsed: boolean; value?: unknown; message: string } {
  checkJsonSize(text, { file });
  try {
    return { parsed: true, value: JSON.parse(text), message: '' };
  } catch (error) {
    return { parsed: false, message: error instanceof Error ? error.message.replace(/[\r\n][\s\S]*$/, '').slice(0, 160) : String(error) };
  }
}

/** undefined for lines of text. */
function tableFormat(
  lines: readonly TextLine[],
  { file, ids, columns }: Pick<ReadFileOptions, 'ids' | 'columns'> & { file: string },
): 'csv' | 'tsv' | undefined {
  const full = lines.filter(({ text }) => text.trim() !== '');
  if (full.length === 0) return undefined;
  for (const [format, mark] of [
    ['tsv', '\t'],
    ['csv', ','],
  ] as const) {
    if (isHeader(splitHeader(full[0].text, mark).map(unquote), columns)) return format;
    const firsts = full.map(({ text }) => (text.includes(mark) ? unquote(text.slice(0, text.indexOf(mark))) : undefined));
    const are = new Set(firsts);
    if (ids && firsts.length === ids.size && are.size === ids.size && firsts.every((own) => own !== undefined && ids.has(own)))
      return format;
    if (format === 'tsv' && firsts.every((own) => own !== undefined))
      throw new InputError('has a tab in every line, but does not begin with the ids of the items', {
        file,
        line: full[0].line,
        expected: `a first line like id<TAB>${columns.text[0]}, or "score --predictions-format text" for texts`,
      });
  }
  return undefined;
}

/** The maximum length of a header; splitting a longer text at every comma would be slow. */
const LONGEST_HEADER = 100_000;

/** The fields of a first line. */
export function splitHeader(line: string, mark: string): string[] {
  return line.slice(0, LONGEST_HEADER).split(mark);
}

/** Whether a line has the names of an id column and a text column. */
export function isHeader(fields: readonly string[], { id, text }: ReadFileOptions['columns']): boolean {
  const names = fields.map((name) => name.trim().toLowerCase());
  return names.some((name) => id.includes(name)) && names.some((name) => text.includes(name));
}

/** `"He said ""no"""` is a quoted field; any other quote is part of the text. */
export function unquote(field: string): string {
  const own = field.trim();
  if (own.length < 2 || !own.startsWith('"') || !own.endsWith('"')) return field;
  const inner = own.slice(1, -1);
  return inner.replaceAll('""', '').includes('"') ? field : inner.replaceAll('""', '"');
}
