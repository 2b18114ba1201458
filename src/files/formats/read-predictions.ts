/** Predictions of any system for known items: JSON Lines, COCO's JSON, or plain text with a line per item or per reference. */
import { z } from 'zod';
import { InputError, type Item } from '../../core/index.ts';
import { parseJson } from '../json.ts';
import { nameOf } from '../open-file.ts';
import { parseWith } from '../parse-with.ts';
import { readLines } from '../read-lines.ts';

export interface PredictionTexts {
  /** In the order of the items. */
  texts: string[];
  /** Notes on the file for the reader. */
  notes: string[];
}

const id = z.union([z.string(), z.number()]).transform(String);

const rowSchema = z
  .looseObject({
    id: id.optional(),
    image_id: id.optional(),
    prediction: z.string().optional(),
    caption: z.string().optional(),
    /** A run folder has several of an item; the first is scored. */
    repeat: z.number().optional(),
    order: z.number().optional(),
  })
  .refine((row) => row.id !== undefined || row.image_id !== undefined, { path: ['id'], message: 'is missing' })
  .refine((row) => row.prediction !== undefined || row.caption !== undefined, { path: ['prediction'], message: 'is missing' });

type Row = z.infer<typeof rowSchema>;

const OPTIONAL = ['image_id', 'caption', 'repeat', 'order'];

/** Fast path: most rows have only an id and a text, so the schema is skipped for them. */
function isPlain(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Record<string, unknown>;
  return typeof row.id === 'string' && typeof row.prediction === 'string' && OPTIONAL.every((name) => row[name] === undefined);
}

interface TextLine {
  line: number;
  text: string;
}

export async function readPredictionTexts(path: string, items: readonly Item[]): Promise<PredictionTexts> {
  const file = nameOf(path);
  const lines: TextLine[] = [];
  for await (const { line, text } of readLines(path)) {
    if (text.includes('\0')) throw new InputError('holds a NUL byte', { file, line });
    lines.push({ line, text });
  }
  const first = lines.find(({ text }) => text.trim() !== '')?.text.trim() ?? '';
  if (first.startsWith('[') && isJson(lines.map(({ text }) => text).join('\n'))) return byId(cocoRows(lines, file), items, file);
  if (first.startsWith('{') && isJson(first)) return byId(jsonlRows(lines, file), items, file);
  return byCount(lines, items, file);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface PlacedRow {
  row: Row;
  line?: number;
}

function* jsonlRows(lines: readonly TextLine[], file: string): Generator<PlacedRow> {
  for (const { line, text } of lines) {
    if (text.trim() === '') continue;
    const value = parseJson(text, { file, line });
    yield { row: isPlain(value) ? value : parseWith(rowSchema, value, { file, line }), line };
  }
}

function* cocoRows(lines: readonly TextLine[], file: string): Generator<PlacedRow> {
  const value = parseJson(lines.map(({ text }) => text).join('\n'), { file });
  for (const row of parseWith(z.array(rowSchema), value, { file })) yield { row };
}

function byId(rows: Iterable<PlacedRow>, items: readonly Item[], file: string): PredictionTexts {
  const known = new Set(items.map((item) => item.id));
  const found = new Map<string, { text: string; line?: number }>();
  for (const { row, line } of rows) {
    if ((row.repeat ?? 0) > 0 || (row.order ?? 0) > 0) continue;
    const key = row.id ?? row.image_id ?? '';
    const text = row.prediction ?? row.caption ?? '';
    const before = found.get(key);
    if (before)
      throw new InputError(`a second prediction for "${key}"${before.line ? ` (the first is in line ${before.line})` : ''}`, {
        file,
        line,
      });
    if (!known.has(key)) throw new InputError(`"${key}" is not the id of an item`, { file, line });
    if (text.includes('\0')) throw new InputError(`the prediction for "${key}" holds a NUL byte`, { file, line });
    found.set(key, { text, line });
  }
  const texts = items.map((item) => {
    const prediction = found.get(item.id);
    if (!prediction)
      throw new InputError(`no prediction for "${item.id}"`, {
        file,
        expected: `one for each of ${items.length} items, there are ${found.size}`,
      });
    return prediction.text;
  });
  return { texts, notes: [] };
}

/** CommonGen's released outputs repeat a prediction for every reference of its item. */
function byCount(lines: readonly TextLine[], items: readonly Item[], file: string): PredictionTexts {
  if (lines.length === items.length) return { texts: lines.map(({ text }) => text), notes: [] };
  const references = items.reduce((sum, item) => sum + item.references.length, 0);
  if (lines.length !== references) {
    throw new InputError(`has ${lines.length} lines`, {
      file,
      expected: `${items.length}, one per item, or ${references}, one per reference`,
    });
  }
  let next = 0;
  let different = 0;
  const texts = items.map((item) => {
    const group = lines.slice(next, next + item.references.length);
    next += item.references.length;
    if (group.some(({ text }) => text !== group[0].text)) different++;
    return group[0]?.text ?? '';
  });
  const note = `${file}: ${different} items have different predictions for their references; the first of each is scored`;
  return { texts, notes: different > 0 ? [note] : [] };
}
