/** Predictions of any system for known items: JSON Lines, logs of other harnesses, JSON, CSV or TSV, or a line of text each. */
import { z } from 'zod';
import { type Benchmark, InputError, type Item, joinSentences, labelChoices, type PredictedText, readOutput } from '../../core/index.ts';
import { parseJson, parseWith } from '../json.ts';
import { type FileFormat, readTextFile, type TextFile, type TextLine } from './file-format.ts';
import { compareTargets, likeliestLabel, readChoices, readTargets, responsesSchema, type SampleFacts } from './harness-samples.ts';
import { readTable } from './read-table.ts';

export interface PredictionTexts {
  /** Predictions in the order of the items. */
  texts: PredictedText[];
  /** The items that the file has predictions for: all of them, or fewer with `subset`. */
  items: readonly Item[];
  /** Notes on the file for the reader. */
  notes: string[];
}

/** One text of a file. */
export interface PredictionText {
  text: string;
  /** The sentences of the text, where the file has a list of them. */
  sentences?: readonly string[];
  /** It is what a model said (`output`), not yet a prediction. */
  raw: boolean;
  line?: number;
  /** What another harness recorded for the item. */
  facts?: SampleFacts;
}

const ACCEPTED = [
  'one of: JSON Lines {"id": "a", "prediction": "…"}, or {"prediction": "…"} in the order of the items',
  'samples of lm-evaluation-harness {"doc_id": 0, "doc": {…}, "filtered_resps": ["…"]}',
  "inspect_ai's log as JSON",
  'JSON [{"image_id": "a", "caption": "…"}], {"a": ["…"]} or ["…", "…"]',
  'CSV or TSV with a first line like id,prediction',
  'one text a line',
].join('; ');

const COLUMNS = {
  id: ['id', 'image_id', 'item_id'],
  text: ['prediction', 'output', 'caption', 'text', 'hypothesis', 'generation', 'predictions'],
};

const id = z.union([z.string(), z.number()]).transform(String);
/** A list of texts is a list of sentences. */
const text = z.union([z.string(), z.array(z.string())]);

const rowSchema = z
  .looseObject({
    id: id.optional(),
    image_id: id.optional(),
    prediction: text.optional(),
    caption: z.string().optional(),
    /** In a run folder, beside the prediction. */
    sentences: z.array(z.string()).optional(),
    output: text.optional(),
    /** A run folder has several of an item; the first is scored. */
    repeat: z.number().optional(),
    order: z.number().optional(),
    doc_id: z.number().int().nonnegative().optional(),
    doc: z.looseObject({}).optional(),
    target: z.unknown().optional(),
    filtered_resps: responsesSchema.optional(),
    resps: responsesSchema.optional(),
  })
  .refine((row) => TEXT_FIELDS.some((name) => row[name] !== undefined), {
    path: ['prediction'],
    message: 'is missing (expected prediction, or output for what a model said)',
  });

const TEXT_FIELDS = ['prediction', 'caption', 'output', 'filtered_resps', 'resps'] as const;

type Row = z.infer<typeof rowSchema>;

const OPTIONAL = ['image_id', 'caption', 'sentences', 'repeat', 'order', 'doc_id', 'filtered_resps', 'resps'];

/** Fast path: most rows have only an id and a text, so the schema is skipped for them. */
function isPlain(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Record<string, unknown>;
  return typeof row.id === 'string' && typeof row.prediction === 'string' && OPTIONAL.every((name) => row[name] === undefined);
}

/** A text with what its file says about the item. */
interface PlacedText extends PredictionText {
  id?: string;
  /** The number of its item, from 0: lm-evaluation-harness. */
  place?: number;
  /** A later repeat or order of a run folder. */
  again?: boolean;
}

/** `prediction` and lines of plain text are taken as they are; `output` is read as a model's answer to the benchmark. */
export async function readPredictionTexts(
  path: string,
  items: readonly Item[],
  benchmark?: Pick<Benchmark, 'parse' | 'choices'>,
  { format, subset = false }: { format?: FileFormat; subset?: boolean } = {},
): Promise<PredictionTexts> {
  const ids = new Set(items.map((item) => item.id));
  const read = await readTextFile(path, { format, ids, columns: COLUMNS, accepted: ACCEPTED, streamed: true });
  const { file } = read;
  const found = await textsIn(read, ids);
  const { rows, notes } = found
    ? settle(await match(found, items, file), { items, file, benchmark })
    : byCount(read.lines.map(toText), items, file);
  const chosen = subset ? items.filter((item) => rows.has(item.id)) : items;
  if (chosen.length === 0) throw new InputError('has no prediction for these items', { file });
  const texts = inOrder(rows, chosen, file);
  const predictions = texts.map((own, i) => (own.raw ? readOutput(own.text, chosen[i], benchmark ?? {}) : (own.sentences ?? own.text)));
  const others = noteOtherLabels(predictions.map(joinSentences), chosen, file, benchmark);
  return { texts: predictions, items: chosen, notes: [...notes, ...others] };
}

export interface PredictionRowsOptions {
  items?: readonly Item[];
  format?: FileFormat;
  benchmark?: Pick<Benchmark, 'choices'>;
  /** A row of an item that is not one of `items` is an error at its line. */
  noOthers?: boolean;
  /** A file with more lines is refused before it is in memory. */
  mostLines?: number;
}

/** Texts by item id. Without `items` every row must name its item; rows of other items are kept with their ids. */
export async function readPredictionRows(
  path: string,
  { items, format, benchmark, noOthers = false, mostLines }: PredictionRowsOptions = {},
): Promise<{ rows: Map<string, PredictionText>; notes: string[] }> {
  const ids = items && new Set(items.map((item) => item.id));
  const read = await readTextFile(path, { format, ids, columns: COLUMNS, accepted: ACCEPTED, mostLines, streamed: true });
  const found = await textsIn(read, ids);
  if (items && found) return settle(await match(found, items, read.file, { others: !noOthers }), { items, file: read.file, benchmark });
  if (items) return byCount(read.lines.map(toText), items, read.file);
  const { first, rest } = await headOf(found ?? fromList([]));
  if (!first || (first.id === undefined && first.place === undefined))
    throw new InputError('does not say which item each text is for', { file: read.file, expected: 'lines {"id": …, "prediction": …}' });
  return { rows: await byId(chain(first, rest), read.file), notes: [] };
}

const toText = (own: TextLine): PlacedText => ({ text: own.text, raw: false, line: own.line });

/** undefined for plain text. */
async function textsIn(read: TextFile, ids?: ReadonlySet<string>): Promise<AsyncIterable<PlacedText> | undefined> {
  if (read.format === 'text') return undefined;
  if (read.format === 'jsonl') return jsonlTexts(read);
  if (read.format === 'json') return fromList(jsonTexts(read));
  const rows = await readTable(read, { columns: COLUMNS, accepted: ACCEPTED, ids });
  return fromList(rows.map(({ column, ...row }) => ({ ...row, raw: column === 'output' })));
}

async function* fromList<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

async function* jsonlTexts({ lines, stream, file }: TextFile): AsyncGenerator<PlacedText> {
  for await (const { line, text: own } of stream ?? lines) {
    if (own.trim() === '') continue;
    yield toPlaced(parseJson(own, { file, line }), { file, line });
  }
}

function* jsonTexts({ value, file, line }: TextFile): Generator<PlacedText> {
  if (Array.isArray(value)) for (const row of value) yield toPlaced(row, { file });
  else if (isRecord(value) && 'eval' in value && 'samples' in value) yield* inspectTexts(value, file);
  else if (isRecord(value) && ['id', 'image_id', 'doc_id', ...TEXT_FIELDS].some((name) => name in value))
    yield toPlaced(value, { file, line });
  else for (const [key, own] of Object.entries(parseWith(mapSchema, value, { file }))) yield { id: key, ...placeText(own), raw: false };
}

/** inspect_ai's log: a text for each sample; later epochs ask the same again. */
const inspectSchema = z.looseObject({
  samples: z.array(
    z.looseObject({
      id,
      epoch: z.number().default(1),
      target: z.unknown().optional(),
      output: z.looseObject({ completion: z.string().default('') }).optional(),
      error: z.unknown().optional(),
    }),
    { error: 'has no samples; `inspect log dump FILE.eval` writes them' },
  ),
});

function* inspectTexts(value: unknown, file: string): Generator<PlacedText> {
  for (const sample of parseWith(inspectSchema, value, { file }).samples) {
    if (sample.error) throw new InputError(`the sample "${sample.id}" ended with an error`, { file });
    const facts = { targets: readTargets(sample.target) };
    yield { id: sample.id, text: sample.output?.completion ?? '', raw: true, facts, ...(sample.epoch > 1 ? { again: true } : {}) };
  }
}

/** pycocoevalcap's results: one text for each id, alone or as a caption. */
const mapSchema = z.record(
  z.string(),
  z.union(
    [
      z.string(),
      z
        .tuple([z.union([z.string(), z.looseObject({ caption: z.string() }).transform(({ caption }) => caption)])])
        .transform(([own]) => own),
    ],
    { error: `is not one text (expected ${ACCEPTED})` },
  ),
  { error: `is not a prediction (expected ${ACCEPTED})` },
);

function toPlaced(value: unknown, { file, line }: { file: string; line?: number }): PlacedText {
  if (typeof value === 'string' || isTexts(value)) return { ...placeText(value), raw: false, line };
  if (!isRecord(value)) throw new InputError('is not a prediction', { file, line, expected: ACCEPTED });
  const row = isPlain(value) ? value : parseWith(rowSchema, value, { file, line });
  const taken = (row.prediction === undefined ? undefined : row.sentences) ?? row.prediction ?? row.caption;
  const own = row.doc?.id;
  const named = typeof own === 'string' || typeof own === 'number' ? String(own) : undefined;
  const responses = row.filtered_resps ?? row.resps;
  const said = taken ?? row.output ?? (responses && 'text' in responses ? responses.text : '');
  return {
    id: row.id ?? row.image_id ?? (row.doc_id === undefined ? undefined : named),
    place: row.id === undefined && row.image_id === undefined ? row.doc_id : undefined,
    ...placeText(said),
    raw: taken === undefined,
    line,
    ...(row.doc_id === undefined ? {} : { facts: { targets: readTargets(row.target), choices: readChoices(row.doc), ...responses } }),
    ...((row.repeat ?? 0) > 0 || (row.order ?? 0) > 0 ? { again: true } : {}),
  };
}

function placeText(own: PredictedText): Pick<PlacedText, 'text' | 'sentences'> {
  return { text: joinSentences(own), ...(typeof own === 'string' ? {} : { sentences: own }) };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((own) => typeof own === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface PredictionRows {
  /** By item id. */
  rows: Map<string, PredictionText>;
  notes: string[];
}

/** Up to so many times as many predictions as there may be, the error says how many there are. */
const FAR_TOO_MANY = 10;

/** By id, by the number of the item, or in order: as the first text of the file says. */
async function match(
  found: AsyncIterable<PlacedText>,
  items: readonly Item[],
  file: string,
  { others = false }: { others?: boolean } = {},
): Promise<PredictionRows> {
  const known = others ? undefined : items;
  const { first, rest } = await headOf(found);
  if (!first) throw new InputError('has no predictions', { file, expected: ACCEPTED });
  const all = chain(first, rest);
  if (first.id === undefined && first.place === undefined) {
    const texts: PlacedText[] = [];
    const most = FAR_TOO_MANY * Math.max(100, items.length, countReferences(items));
    for await (const own of all) {
      if (texts.length === most)
        throw new InputError(`has more than ${most} predictions without ids`, { file, expected: `${items.length}` });
      texts.push(own);
    }
    const odd = texts.find((own) => own.id !== undefined || own.place !== undefined);
    if (odd) throw new InputError('has an id, and the first prediction has none', { file, line: odd.line });
    const nul = texts.find((own) => own.text.includes('\0'));
    if (nul) throw new InputError('a prediction holds a NUL byte', { file, line: nul.line });
    return byCount(texts, items, file, 'predictions without ids');
  }
  const named = first.id !== undefined && (first.place === undefined || items.some((item) => item.id === first.id));
  if (named) return { rows: await byId(all, file, known), notes: [] };
  const placed = (async function* () {
    for await (const own of all) yield { ...own, id: own.place === undefined ? own.id : (items[own.place]?.id ?? `doc_id ${own.place}`) };
  })();
  const note = `${file}: samples are taken in the order of doc_id, so the items must be those of the harness in its order`;
  return { rows: await byId(placed, file, known), notes: [note] };
}

/** Log-probabilities of choices become labels; samples of another task are refused. */
function settle(
  { rows, notes }: PredictionRows,
  { items, file, benchmark }: { items: readonly Item[]; file: string; benchmark?: Pick<Benchmark, 'choices'> },
): PredictionRows {
  const samples = items.flatMap((item) => {
    const row = rows.get(item.id);
    return row?.facts ? [{ item, row, facts: row.facts }] : [];
  });
  const { compared, equal } = compareTargets(samples, benchmark);
  if (compared > 0 && equal === 0)
    throw new InputError('is of another task or split: no target of its samples is a reference of its item', { file });
  const settled = new Map(rows);
  for (const { item, row, facts } of samples) {
    if (facts.logprobs)
      settled.set(item.id, { ...row, text: likeliestLabel(facts, item, { file, line: row.line, benchmark }), raw: false });
  }
  const other = `${file}: ${compared - equal} of ${compared} samples have another target than their item; is it the same version of the dataset?`;
  return { rows: settled, notes: equal < compared ? [...notes, other] : notes };
}

async function headOf<T>(values: AsyncIterable<T>): Promise<{ first: T | undefined; rest: AsyncIterable<T> }> {
  const iterator = values[Symbol.asyncIterator]();
  const { value, done } = await iterator.next();
  return { first: done ? undefined : value, rest: { [Symbol.asyncIterator]: () => iterator } };
}

async function* chain<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** For messages: an id may be as long as its file. */
function shortId(id: string): string {
  return id.slice(0, 80);
}

/** With `items`, a row of any other item is an error. */
async function byId(found: AsyncIterable<PlacedText>, file: string, items?: readonly Item[]): Promise<Map<string, PredictionText>> {
  const known = items && new Set(items.map((item) => item.id));
  const texts = new Map<string, PredictionText>();
  for await (const own of found) {
    if (own.again) continue;
    const { line } = own;
    const named = own.id ?? (own.place === undefined ? undefined : String(own.place));
    if (named === undefined) throw new InputError('is missing', { file, line, field: 'id' });
    const key = texts.has(named) ? (nextCopy(named, texts, known) ?? named) : named;
    const before = texts.get(key);
    if (before)
      throw new InputError(`a second prediction for "${shortId(key)}"${before.line ? ` (the first is in line ${before.line})` : ''}`, {
        file,
        line,
      });
    if (known && !known.has(key)) throw new InputError(`"${shortId(key)}" is not the id of an item`, { file, line });
    if (own.text.includes('\0')) throw new InputError(`the prediction for "${shortId(key)}" holds a NUL byte`, { file, line });
    texts.set(key, { text: own.text, sentences: own.sentences, raw: own.raw, line, ...(own.facts ? { facts: own.facts } : {}) });
  }
  return texts;
}

/** A row that a dataset repeats is the item `id#2`, `id#3`, …; predictions may name it by its plain id again. */
function nextCopy(id: string, texts: ReadonlyMap<string, unknown>, known?: ReadonlySet<string>): string | undefined {
  for (let copy = 2; known?.has(`${id}#${copy}`); copy++) if (!texts.has(`${id}#${copy}`)) return `${id}#${copy}`;
  return undefined;
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

function countReferences(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + item.references.length, 0);
}

/** CommonGen's released outputs repeat a prediction for every reference of its item. */
function byCount(lines: readonly PredictionText[], items: readonly Item[], file: string, unit = 'lines'): PredictionRows {
  const toRows = (texts: readonly PredictionText[]) => new Map(items.map((item, i) => [item.id, texts[i]]));
  if (lines.length === items.length) return { rows: toRows(lines), notes: [] };
  const references = countReferences(items);
  if (lines.length !== references) {
    throw new InputError(`has ${lines.length} ${unit}`, {
      file,
      expected: `${items.length}, one per item${references > 0 ? `, or ${references}, one per reference` : ''}`,
    });
  }
  let next = 0;
  let different = 0;
  const texts = items.map((item) => {
    const group = lines.slice(next, next + item.references.length);
    next += item.references.length;
    if (group.some((line) => line.text !== group[0].text)) different++;
    return group[0] ?? { text: '', raw: false };
  });
  const note = `${file}: ${different} items have different predictions for their references; the first of each is scored`;
  return { rows: toRows(texts), notes: different > 0 ? [note] : [] };
}

/** Whoever puts a model's words under `prediction` gets every item wrong: say so. A benchmark with a `parse` may know other spellings of its labels. */
export function noteOtherLabels(
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
