/** Reads finished statements: TXT, CSV, JSON Lines, and the released SituatedGen layout (id, statement, question, answer, NERs). */
import { extname } from 'node:path';
import { ENTITY_TYPES, type EntityType, InputError, type TextEntity } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readCsv, readJsonl, readLines } from '../../files/index.ts';
import { entitySchema, statementIdSchema } from '../statement.ts';
import { leftOut, type SourceReader, type SourceRow, splitOf } from './source-reader.ts';

const SEPARATOR = new RegExp(`:(${ENTITY_TYPES.join('|')})(?:, |$)`, 'g');

const recordSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  statement: z.string().optional(),
  text: z.string().optional(),
  sentence: z.string().optional(),
  question: z.string().nullish(),
  answer: z.union([z.string(), z.boolean()]).nullish(),
  NERs: z.string().optional(),
  entities: z.array(entitySchema).optional(),
  licence: z.string().optional(),
  license: z.string().optional(),
  provenance: z.record(z.string(), z.unknown()).optional(),
});
type StatementRecord = z.infer<typeof recordSchema>;

const FIELDS = 'a field "statement", "text" or "sentence"';

export const statementsReader: SourceReader = {
  name: 'statements',
  layout: `TXT with one statement per line, or CSV or JSON Lines with ${FIELDS}`,
  licence: 'unknown',
  async *read(path, drop, { source = 'statements', split = splitOf(path) } = {}) {
    let n = 0;
    for await (const { line, record } of records(path)) {
      const fallback = `${source}::${split}::${n++}`;
      const given = record.id === undefined ? fallback : String(record.id);
      const id = statementIdSchema.safeParse(given).success ? given : `${source}::${split}::${given.replace(/\s+/g, '_')}`;
      const text = record.statement ?? record.text ?? record.sentence;
      if (text === undefined) throw new InputError('has no statement', { file: path, line, expected: FIELDS });
      if (text.trim() === '') {
        drop(leftOut('empty line', id));
        continue;
      }
      const [idSource, idSplit] = id.split('::');
      yield { id, source: idSource, split: idSplit, kind: 'statement', ...content(record, text.trim()) };
    }
  },
};

function content(record: StatementRecord, text: string): Omit<SourceRow, 'id' | 'source' | 'split' | 'kind'> {
  const entities = record.entities ?? (record.NERs === undefined ? undefined : parseNers(record.NERs, text));
  const licence = record.licence ?? record.license;
  return {
    text,
    ...(record.question ? { question: record.question } : {}),
    ...(record.answer !== undefined && record.answer !== null ? { answer: record.answer } : {}),
    ...(licence ? { licence } : {}),
    ...(entities ? { entities } : {}),
    ...(record.provenance
      ? { provenance: Object.fromEntries(Object.entries(record.provenance).map(([key, value]) => [key, String(value)])) }
      : {}),
  };
}

async function* records(path: string): AsyncGenerator<{ line: number; record: StatementRecord }> {
  const ending = extname(path.replace(/\.gz$/i, '')).toLowerCase();
  // The released .json files contain JSON Lines.
  if (ending === '.jsonl' || ending === '.json') {
    for await (const { line, value } of readJsonl(path, recordSchema)) yield { line, record: value };
  } else if (ending === '.csv' || ending === '.tsv') {
    for await (const { line, record } of readCsv(path, { delimiter: ending === '.tsv' ? '\t' : ',' })) yield { line, record };
  } else if (ending === '.txt' || ending === '' || path === '-') {
    for await (const { line, text } of readLines(path)) yield { line, record: { statement: text } };
  } else {
    throw new InputError('has an unknown layout', { file: path, expected: 'a .txt, .csv, .tsv, .jsonl or .json file' });
  }
}

/** The entities in the order of the text. Those that do not occur in it (a few released ones) are skipped. */
export function parseNers(ners: string, text: string): TextEntity[] {
  const entities: TextEntity[] = [];
  let from = 0;
  let place = 0;
  for (const match of ners.matchAll(SEPARATOR)) {
    const name = ners.slice(from, match.index);
    from = match.index + match[0].length;
    const found = locate(name, text, place) ?? locate(name, text, 0);
    if (!found) continue;
    entities.push({ ...found, type: match[1] as EntityType });
    place = found.end;
  }
  return entities;
}

/** Writes entities in the notation of the released SituatedGen files, "text:TYPE, text:TYPE". */
export function formatNers(entities: readonly TextEntity[]): string {
  return entities.map((entity) => `${entity.text}:${entity.type}`).join(', ');
}

function locate(name: string, text: string, from: number): Omit<TextEntity, 'type'> | null {
  if (name === '') return null;
  const exact = text.indexOf(name, from);
  const start = exact >= 0 ? exact : text.toLowerCase().indexOf(name.toLowerCase(), from);
  if (start < 0) return null;
  const end = start + name.length;
  return { text: text.slice(start, end), start, end };
}
