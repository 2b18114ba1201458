/** Prints the result of an action or writes it to a file, in the format that `--json`, `--format` or the ending of the file asks for. */
import { once } from 'node:events';
import { type ActionResult, InputError, type Table } from '@sensebench/metrics/internal/core';
import { inBlocks, jsonPieces, writeLines, writePieces } from '../files/index.ts';

export const TABLE_FORMATS = ['text', 'markdown', 'latex', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface PrintOptions {
  json: boolean;
  output?: string;
  format?: TableFormat;
  stdout: NodeJS.WritableStream;
  /** Of the terminal. */
  width?: number;
}

const FORMAT_OF_ENDING: Readonly<Record<string, TableFormat>> = { csv: 'csv', md: 'markdown', tex: 'latex', txt: 'text' };

/** Nothing else reaches standard output. */
export async function printResult(result: ActionResult, { json, output, format, stdout, width }: PrintOptions): Promise<void> {
  if (result.lines) {
    if (output) await writeLines(output, result.lines);
    else for await (const line of result.lines) await write(stdout, `${line}\n`);
    return;
  }
  // A program that started a server reads its result while it runs: one line, so that it knows the end.
  const asJson = () => (result.rest ? [`${JSON.stringify(result.json ?? null)}\n`] : jsonPieces(result.json ?? null));
  if (output) {
    const wanted = format ?? FORMAT_OF_ENDING[/\.(\w+)$/.exec(output)?.[1].toLowerCase() ?? ''];
    const text = wanted && (wanted !== 'text' || isForPeople(result)) ? await inFormat(result, wanted) : undefined;
    if (text !== undefined) await writePieces(output, [`${text}\n`]);
    else await writePieces(output, result.json === undefined ? [`${await inFormat(result, 'text', width)}\n`] : asJson());
  }
  if (json) await writeAll(stdout, asJson());
  else if (!output) {
    const text = isForPeople(result) || format ? await inFormat(result, format ?? 'text', width) : undefined;
    await writeAll(stdout, text === undefined ? asJson() : [`${text.replace(/\n$/, '')}\n`]);
  }
}

function isForPeople({ text, tables }: ActionResult): boolean {
  return text !== undefined || (tables !== undefined && tables.length > 0);
}

/** Notes are for people who read the text; a program that reads a table does not expect them. */
async function inFormat(result: ActionResult, format: TableFormat, width?: number): Promise<string> {
  const { resultText, tableToCsv, tableToLatex, tableToMarkdown } = await import('../report/index.ts');
  if (format === 'text') return resultText(result, { width });
  const { tables = [] } = result;
  if (tables.length === 0)
    throw new InputError(`--format ${format}: this command prints no table`, { expected: '--json, or neither of them' });
  const withCaption = (table: Table) => (table.caption ? `**${table.caption}**\n\n${tableToMarkdown(table)}` : tableToMarkdown(table));
  const writers = { csv: tableToCsv, latex: tableToLatex, markdown: withCaption };
  return tables.map(writers[format]).join('\n\n');
}

async function writeAll(stream: NodeJS.WritableStream, pieces: Iterable<string>): Promise<void> {
  for await (const block of inBlocks(pieces)) await write(stream, block);
}

async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
