/** Predictions of any system for known items: JSON Lines, COCO's JSON, or plain text with a line per item or per reference. */
import { z } from 'zod';
import { type Benchmark, InputError, type Item, labelChoices, readOutput } from '../../core/index.ts';
import { parseJson } from '../json.ts';
import { nameOf } from '../open-file.ts';
import { parseWith } from '../parse-with.ts';
import { readLines } from '../read-lines.ts';

export interface PredictionTexts {
  /** Predictions in the order of the items. */
  texts: string[];
  /** Notes on the file for the reader. */
  notes: string[];
}

/** One text of a file. */
export interface PredictionText {
  text: string;
  /** It is what a model said (`output`), not yet a prediction. */
  raw: boolean;
  line?: number;
}

const id = z.union([z.string(), z.number()]).transform(String);
/** A list of texts is a list of sentences. */
const text = z.union([z.string(), z.array(z.string()).transform((sentences) => sentences.join(' '))]);

const rowSchema = z
  .looseObject({
    id: id.optional(),
    image_id: id.optional(),
    prediction: text.optional(),
    caption: z.string().optional(),
    output: text.optional(),
    /** A run folder has several of an item; the first is scored. */
    repeat: z.number().optional(),
    order: z.number().optional(),
  })
  .refine((row) => row.id !== undefined || row.image_id !== undefined, { path: ['id'], message: 'is missing' })
  .refine((row) => row.prediction !== undefined || row.caption !== undefined || row.output !== undefined, {
    path: ['prediction'],
    message: 'is missing (expected prediction, or output for what a model said)',
  });

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

/** `prediction` and lines of plain text are taken as they are; `output` is read as a model's answer to the benchmark. */
export async function readPredictionTexts(
  path: string,
  items: readonly Item[],
  benchmark?: Pick<Benchmark, 'parse' | 'choices'>,
): Promise<PredictionTexts> {
  const file = nameOf(path);
  const lines = await readTextLines(path, file);
  const rows = rowsIn(lines, file);
  const { texts, notes } = rows ? { texts: inOrder(byId(rows, file, items), items, file), notes: [] } : byCount(lines, items, file);
  const predictions = texts.map((own, i) => (own.raw ? readOutput(own.text, items[i], benchmark ?? {}) : own.text));
  return { texts: predictions, notes: [...notes, ...noteOtherLabels(predictions, items, file, benchmark)] };
}

/** Texts by item id, of files whose rows name their items. */
export async function readPredictionRows(path: string): Promise<Map<string, PredictionText>> {
  const file = nameOf(path);
  const rows = rowsIn(await readTextLines(path, file), file);
  if (!rows) throw new InputError('does not say which item each text is for', { file, expected: 'lines {"id": …, "prediction": …}' });
  return byId(rows, file);
}

async function readTextLines(path: string, file: string): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  for await (const { line, text: own } of readLines(path)) {
    if (own.includes('\0')) throw new InputError('holds a NUL byte', { file, line });
    lines.push({ line, text: own });
  }
  return lines;
}

/** undefined for plain text. */
function rowsIn(lines: readonly TextLine[], file: string): Iterable<PlacedRow> | undefined {
  const first = lines.find((line) => line.text.trim() !== '')?.text.trim() ?? '';
  if (first.startsWith('[') && isJson(whole(lines))) return cocoRows(lines, file);
  if (first.startsWith('{') && isJson(first)) return jsonlRows(lines, file);
  return undefined;
}

function whole(lines: readonly TextLine[]): string {
  return lines.map((line) => line.text).join('\n');
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
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
  for (const { line, text: own } of lines) {
    if (own.trim() === '') continue;
    const value = parseJson(own, { file, line });
    yield { row: isPlain(value) ? value : parseWith(rowSchema, value, { file, line }), line };
  }
}

function* cocoRows(lines: readonly TextLine[], file: string): Generator<PlacedRow> {
  for (const row of parseWith(z.array(rowSchema), parseJson(whole(lines), { file }), { file })) yield { row };
}

/** With `items`, a row of any other item is an error. */
function byId(rows: Iterable<PlacedRow>, file: string, items?: readonly Item[]): Map<string, PredictionText> {
  const known = items && new Set(items.map((item) => item.id));
  const found = new Map<string, PredictionText>();
  for (const { row, line } of rows) {
    if ((row.repeat ?? 0) > 0 || (row.order ?? 0) > 0) continue;
    const key = row.id ?? row.image_id ?? '';
    const taken = row.prediction ?? row.caption;
    const own = { text: taken ?? row.output ?? '', raw: taken === undefined, line };
    const before = found.get(key);
    if (before)
      throw new InputError(`a second prediction for "${key}"${before.line ? ` (the first is in line ${before.line})` : ''}`, {
        file,
        line,
      });
    if (known && !known.has(key)) throw new InputError(`"${key}" is not the id of an item`, { file, line });
    if (own.text.includes('\0')) throw new InputError(`the prediction for "${key}" holds a NUL byte`, { file, line });
    found.set(key, own);
  }
  return found;
}

function inOrder(found: ReadonlyMap<string, PredictionText>, items: readonly Item[], file: string): PredictionText[] {
  return items.map((item) => {
    const prediction = found.get(item.id);
    if (!prediction)
      throw new InputError(`no prediction for "${item.id}"`, {
        file,
        expected: `one for each of ${items.length} items, there are ${found.size}`,
      });
    return prediction;
  });
}

/** CommonGen's released outputs repeat a prediction for every reference of its item. */
function byCount(lines: readonly TextLine[], items: readonly Item[], file: string): { texts: PredictionText[]; notes: string[] } {
  const taken = (own?: TextLine): PredictionText => ({ text: own?.text ?? '', raw: false });
  if (lines.length === items.length) return { texts: lines.map(taken), notes: [] };
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
    if (group.some((line) => line.text !== group[0].text)) different++;
    return taken(group[0]);
  });
  const note = `${file}: ${different} items have different predictions for their references; the first of each is scored`;
  return { texts, notes: different > 0 ? [note] : [] };
}

/** Whoever puts a model's words under `prediction` gets every item wrong: say so. A benchmark with a `parse` may know other spellings of its labels. */
function noteOtherLabels(
  predictions: readonly string[],
  items: readonly Item[],
  file: string,
  benchmark?: Pick<Benchmark, 'parse' | 'choices'>,
): string[] {
  const { choices } = benchmark ?? {};
  if (!choices || benchmark?.parse) return [];
  const other = predictions.filter(
    (own, i) => own.trim() !== '' && !labelChoices(choices(items[i])).some(({ label }) => label === own.trim()),
  );
  if (other.length === 0) return [];
  return [
    `${file}: ${other.length} predictions are not a label of their item, like "${other[0].slice(0, 40)}"; put what a model said under "output"`,
  ];
}
