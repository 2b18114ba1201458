/** Rows of a CSV or TSV file of texts: columns found by their names, or `id,text` without a header. */
import { InputError } from '../../core/index.ts';
import { parseCsv } from '../csv.ts';
import { isHeader, type ReadFileOptions, type TextFile, unquote } from './file-format.ts';

export interface TableRow {
  /** undefined where the table has only texts. */
  id?: string;
  text: string;
  /** The name of the text's column. */
  column: string;
  line: number;
}

/** Without a header each line is an id, the delimiter, and a text that may hold the delimiter. */
export async function readTable(
  { file, format, lines }: TextFile,
  { columns, accepted, ids }: Pick<ReadFileOptions, 'columns' | 'accepted' | 'ids'>,
): Promise<TableRow[]> {
  const mark = format === 'csv' ? ',' : '\t';
  const full = lines.filter(({ text }) => text.trim() !== '');
  if (full.length === 0) throw new InputError('has no rows', { file, expected: accepted });
  const first = full[0].text.split(mark).map((name) => unquote(name).trim().toLowerCase());
  const onlyTexts = first.length === 1 && columns.text.includes(first[0]);
  if (!onlyTexts && !isHeader(first, columns)) {
    return full.map(({ line, text }) => {
      const at = text.indexOf(mark);
      const id = unquote(text.slice(0, Math.max(0, at)));
      if (at < 0 || (ids && !ids.has(id)))
        throw new InputError(at < 0 ? 'has one column' : `"${id}" is not the id of an item`, {
          file,
          line,
          expected: `the id and the text of an item, or a first line with the names of the columns, like id${mark === ',' ? ',' : '<TAB>'}${columns.text[0]}`,
        });
      return { id, text: unquote(text.slice(at + 1)), column: columns.text[0], line };
    });
  }
  const [idColumn, textColumn] = [columns.id, columns.text].map((names) => first.indexOf(names.find((name) => first.includes(name)) ?? ''));
  const records =
    mark === ','
      ? await parseCsv(lines.map(({ text }) => text).join('\n'), { file })
      : full.map(({ line, text }) => ({ line, fields: text.split(mark).map(unquote) }));
  return records.slice(1).map(({ line, fields }) => {
    if (fields.length !== first.length)
      throw new InputError(`has ${fields.length} fields`, { file, line, expected: `${first.length}, as the first line has` });
    return { ...(onlyTexts ? {} : { id: fields[idColumn] }), text: fields[textColumn], column: first[textColumn], line };
  });
}
