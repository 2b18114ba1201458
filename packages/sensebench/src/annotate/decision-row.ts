/** A decision as a line of JSON or a row of CSV. */

import { InputError, type InputErrorPlace, type PlacedDecision } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { nameOf, parseJson, parseWith, readCsv, readLines } from '../files/index.ts';

const decisionSchema = z.object({
  item: z.string().min(1),
  annotator: z.string().min(1),
  task: z.string().min(1),
  /** `toDecision` refuses lines without a value. */
  value: z.unknown().optional(),
  at: z.string().optional(),
  id: z.string().optional(),
  dataset: z.string().optional(),
  ms: z.number().nonnegative().optional(),
  final: z.boolean().optional(),
});

/** Columns of a CSV file that do not belong to the value. */
const OWN_COLUMNS = new Set(['item', 'annotator', 'task', 'at', 'id', 'dataset', 'ms', 'final']);

/** CSV or TSV by its name; everything else is JSON Lines. */
export function isTable(path: string): boolean {
  return /\.[ct]sv(\.gz)?$/i.test(path);
}

/** Rows of JSON Lines or CSV as objects, each with its location. */
export async function* readRawRows(path: string): AsyncGenerator<{ row: unknown; place: InputErrorPlace }> {
  const file = nameOf(path);
  if (isTable(path)) {
    const delimiter = /\.tsv(\.gz)?$/i.test(path) ? '\t' : ',';
    for await (const { line, record } of readCsv(path, { delimiter })) yield { row: record, place: { file, line } };
    return;
  }
  for await (const { line, text } of readLines(path)) {
    if (text.trim() !== '') yield { row: parseJson(text, { file, line }), place: { file, line } };
  }
}

/** A line of JSON as a decision. */
export function toDecision(row: unknown, place: InputErrorPlace): PlacedDecision {
  const { value, ...decision } = parseWith(decisionSchema, row, place);
  if (value === undefined) throw new InputError('has no value', { ...place, field: 'value', expected: 'a value, or null' });
  return { ...decision, value, place };
}

const recordSchema = z.record(z.string(), z.string());

/** A row of CSV as a decision of `task`, unless a column names another task. A single column `value` is the value itself. */
export function recordToDecision(row: unknown, task: string, place: InputErrorPlace): PlacedDecision {
  const record = parseWith(recordSchema, row, place);
  const { item, annotator, at, id, dataset, ms } = record;
  if (!item || !annotator) throw new InputError('names no item or annotator', { ...place, expected: 'columns item and annotator' });
  if (ms && !(Number(ms) >= 0))
    throw new InputError(`"${ms}" is not a time in milliseconds`, { ...place, field: 'ms', expected: 'a number' });
  const fields = Object.entries(record).filter(([name, text]) => !OWN_COLUMNS.has(name) && text !== '');
  const alone = fields.length === 1 && fields[0][0] === 'value';
  return {
    item,
    annotator,
    task: record.task || task,
    value: alone ? fields[0][1] : Object.fromEntries(fields),
    ...(at ? { at } : {}),
    ...(id ? { id } : {}),
    ...(dataset ? { dataset } : {}),
    ...(ms ? { ms: Number(ms) } : {}),
    ...(/^(true|yes|1)$/i.test(record.final ?? '') ? { final: true } : {}),
    place,
  };
}

/** Tries the texts unchanged, then with cells parsed as JSON (numbers, lists). */
export function parseValue<Value>(schema: z.ZodType<Value>, value: unknown, place: InputErrorPlace): Value {
  const asGiven = schema.safeParse(value);
  if (asGiven.success) return asGiven.data;
  const asJson = schema.safeParse(cellsAsJson(value));
  if (asJson.success) return asJson.data;
  return parseWith(schema, value, { ...place, field: place.field ?? 'value' });
}

function cellsAsJson(value: unknown): unknown {
  if (typeof value === 'string') return cellAsJson(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, cell]) => [name, typeof cell === 'string' ? cellAsJson(cell) : cell]));
}

function cellAsJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
