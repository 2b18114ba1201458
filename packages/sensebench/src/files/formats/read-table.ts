/** Rows of a CSV or TSV file of texts, with columns identified by their names, or `id,text` without a header. */
import { InputError } from '@sensebench/metrics/internal/core';
import { parseCsv } from '../csv.ts';
import { isHeader, type ReadFileOptions, splitHeader, type TextFile, type TextLine, unquote } from './file-format.ts';

export interface TableRow {
  /** undefined if the table has only texts. */
  id?: string;
  text: string;
  /** The name of the text's column. */
  column: string;
  line: number;
}

type TableOptions = Pick<ReadFileOptions, 'columns' | 'accepted' | 'ids'>;

/** If several columns contain texts (reference1, reference2), each cell becomes a row. */
export async function readTable({ file, format, lines }: TextFile, options: TableOptions): Promise<TableRow[]> {
  const { columns, accepted } = options;
  const full = lines.filter(({ text }) => text.trim() !== '');
  if (full.length === 0) throw new InputError('has no rows', { file, expected: accepted });
  const mark = format === 'tsv' ? '\t' : markOf(full[0].text, columns);
  const names = splitHeader(full[0].text, mark).map((name) => unquote(name).trim().toLowerCase());
  const header = findColumns(names, columns);
  if (!header) return withoutHeader({ file, mark, lines, full }, options);
  const records =
    mark === '\t'
      ? full.map(({ line, text }) => ({ line, fields: text.split(mark).map(unquote) }))
      : await parseCsv(
          demandFewMarks(lines, mark, file)
            .map(({ text }) => text)
            .join('\n'),
          { file, delimiter: mark },
        );
  return records.slice(1).flatMap(({ line, fields }) => {
    if (fields.length !== names.length)
      throw new InputError(`has ${fields.length} fields`, { file, line, expected: `${names.length}, as the first line has` });
    const id = header.id < 0 ? {} : { id: fields[header.id] };
    const texts = header.texts.length > 1 ? header.texts.filter((place) => fields[place].trim() !== '') : header.texts;
    if (texts.length === 0) throw new InputError('has no text', { file, line, expected: `one under ${names[header.texts[0]]}` });
    return texts.map((place) => ({ ...id, text: fields[place], column: names[place], line }));
  });
}

/** The maximum number of delimiters in a line: each would become a field. */
const MOST_MARKS = 100_000;

function demandFewMarks(lines: readonly TextLine[], mark: string, file: string): readonly TextLine[] {
  for (const { line, text } of lines) {
    let count = 0;
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
      if (++count > MOST_MARKS) throw new InputError(`has more than ${MOST_MARKS} delimiters`, { file, line });
  }
  return lines;
}

/** Spreadsheets in some countries use semicolons. */
function markOf(first: string, columns: TableOptions['columns']): ',' | ';' {
  const found = first.includes(',')
    ? null
    : findColumns(
        splitHeader(first, ';').map((name) => unquote(name).trim().toLowerCase()),
        columns,
      );
  return found && found.id >= 0 ? ';' : ',';
}

/** Positions of the columns; null if the line has no names. In a first line `picture,caption`, the unknown column is the id. */
function findColumns(names: readonly string[], columns: TableOptions['columns']): { id: number; texts: number[] } | null {
  const known = columns.text.find((name) => names.includes(name));
  const texts = known === undefined ? numbered(names, columns) : [names.indexOf(known)];
  if (texts.length === 0) return null;
  if (names.length === texts.length) return { id: -1, texts };
  if (isHeader(names, columns)) return { id: names.indexOf(columns.id.find((name) => names.includes(name)) ?? ''), texts };
  const others = [...names.keys()].filter((place) => !texts.includes(place));
  const id = others.find((place) => columns.id.includes(names[place])) ?? (others.length === 1 ? others[0] : -1);
  return id < 0 ? null : { id, texts };
}

/** reference1, reference_2, ref 3: several columns of texts, if the table may have them. */
function numbered(names: readonly string[], { several }: TableOptions['columns']): number[] {
  return several ? [...names.keys()].filter((place) => several.test(names[place])) : [];
}

interface BareTable {
  file: string;
  mark: string;
  lines: readonly TextLine[];
  full: readonly TextLine[];
}

/** Ids and texts, or texts alone. If the ids are known, a line is an id, the delimiter, and a text that may contain the delimiter. */
async function withoutHeader({ file, mark, lines, full }: BareTable, { columns, ids }: TableOptions): Promise<TableRow[]> {
  const [column] = columns.text;
  const expected = `the id and the text of an item, or a first line with the names of the columns, like id${mark === '\t' ? '<TAB>' : ','}${column}`;
  if (mark === '\t' || ids) {
    return full.map(({ line, text }) => {
      const at = text.indexOf(mark);
      const id = unquote(text.slice(0, Math.max(0, at)));
      if (at < 0 || (ids && !ids.has(id)))
        throw new InputError(at < 0 ? 'has one column' : `"${id}" is not the id of an item`, { file, line, expected });
      return { id, text: unquote(text.slice(at + 1)), column, line };
    });
  }
  const records = await parseCsv(
    demandFewMarks(lines, mark, file)
      .map(({ text }) => text)
      .join('\n'),
    { file, delimiter: mark },
  );
  const width = records[0].fields.length;
  return records.map(({ line, fields }) => {
    if (width > 2 || fields.length !== width)
      throw new InputError(`has ${fields.length} fields${width > 2 ? '' : `, and the first line has ${width}`}`, { file, line, expected });
    return width === 1 ? { text: fields[0], column, line } : { id: fields[0], text: fields[1], column, line };
  });
}
