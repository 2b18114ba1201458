/** Predictions of any system, matched to known items by id, by the number of the item, or in order. */
import {
  type Benchmark,
  InputError,
  type Item,
  joinSentences,
  labelChoices,
  type PredictedText,
  readOutput,
} from '@sensebench/metrics/internal/core';
import { type FileFormat, readTextFile } from './file-format.ts';
import { compareTargets, likeliestLabel } from './harness-samples.ts';
import { ACCEPTED, COLUMNS, fromList, lineText, type PlacedText, type PredictionText, placedTexts } from './prediction-texts.ts';

export interface PredictionTexts {
  /** Predictions in the order of the items. */
  texts: PredictedText[];
  /** The items that the file has predictions for: all of them, or fewer with `subset`. */
  items: readonly Item[];
  /** Notes on the file for the reader. */
  notes: string[];
}

/** `prediction` and lines of plain text are used unchanged; `output` is parsed as a model's answer to the benchmark. */
export async function readPredictionTexts(
  path: string,
  items: readonly Item[],
  benchmark?: Pick<Benchmark, 'parse' | 'choices' | 'names'>,
  { format, subset = false }: { format?: FileFormat; subset?: boolean } = {},
): Promise<PredictionTexts> {
  const ids = new Set(items.map((item) => item.id));
  const content = await readTextFile(path, { format, ids, columns: COLUMNS, accepted: ACCEPTED, streamed: true });
  const { file } = content;
  const texts = await placedTexts(content, ids);
  const { rows, notes } = texts
    ? labelSamples(await match(withItemIds(texts, items, benchmark), items, file), { items, file, benchmark })
    : byCount(content.lines.map(lineText), items, file);
  const answered = subset ? items.filter((item) => rows.has(item.id)) : items;
  if (answered.length === 0) throw new InputError('has no prediction for these items', { file });
  const predictions = inOrder(rows, answered, file).map(({ raw, text, sentences }, i) =>
    raw ? readOutput(text, answered[i], benchmark ?? {}) : (sentences ?? text),
  );
  const labelNotes = noteOtherLabels(predictions.map(joinSentences), answered, file, benchmark);
  return { texts: predictions, items: answered, notes: [...notes, ...labelNotes] };
}

export interface PredictionRowsOptions {
  items?: readonly Item[];
  format?: FileFormat;
  benchmark?: Pick<Benchmark, 'choices' | 'names'>;
  /** A row of an item outside `items` is an error. */
  noOthers?: boolean;
  /** Files with more lines are refused before they are in memory. */
  mostLines?: number;
}

/** Texts by item id. Without `items`, every row must name its item; rows of other items are kept under their ids. */
export async function readPredictionRows(
  path: string,
  { items, format, benchmark, noOthers = false, mostLines }: PredictionRowsOptions = {},
): Promise<{ rows: Map<string, PredictionText>; notes: string[] }> {
  const ids = items && new Set(items.map((item) => item.id));
  const content = await readTextFile(path, { format, ids, columns: COLUMNS, accepted: ACCEPTED, mostLines, streamed: true });
  const { file } = content;
  const texts = await placedTexts(content, ids);
  if (items && texts) {
    const named = withItemIds(texts, items, benchmark);
    return labelSamples(await match(named, items, file, { others: !noOthers }), { items, file, benchmark });
  }
  if (items) return byCount(content.lines.map(lineText), items, file);
  const { first, rest } = await headOf(texts ?? fromList([]));
  if (!first || (first.id === undefined && first.place === undefined))
    throw new InputError('does not say which item each text is for', { file, expected: 'lines {"id": …, "prediction": …}' });
  return { rows: await byId(chain(first, rest), file), notes: [] };
}

/** Rows may name an item as decisions do, CommonGen's by its concepts: such names become ids. A repeated name is that of the next item with it. */
async function* withItemIds(
  rows: AsyncIterable<PlacedText>,
  items: readonly Item[],
  benchmark: Pick<Benchmark, 'names'> | undefined,
): AsyncGenerator<PlacedText> {
  const ids = new Set(items.map((item) => item.id));
  let byName: ReadonlyMap<string, string> | undefined;
  const times = new Map<string, number>();
  for await (const row of rows) {
    if (row.id === undefined || ids.has(row.id) || !benchmark?.names) {
      yield row;
      continue;
    }
    byName ??= idsByName(benchmark.names(items), items);
    const time = row.again ? 1 : (times.get(row.id) ?? 0) + 1;
    times.set(row.id, time);
    yield { ...row, id: byName.get(time > 1 ? `${row.id}@${time}` : row.id) ?? row.id };
  }
}

function idsByName(names: ReturnType<NonNullable<Benchmark['names']>>, items: readonly Item[]): Map<string, string> {
  return new Map(names.flatMap(({ id: name, also = [] }, i) => [name, ...also].map((each) => [each, items[i].id] as const)));
}

interface PredictionRows {
  /** By item id. */
  rows: Map<string, PredictionText>;
  notes: string[];
}

/** Reading stops at this multiple of the predictions that there can be; below it, the error says how many there are. */
const FAR_TOO_MANY = 10;

/** By id, by the number of the item, or in order: the first text of the file decides. */
async function match(
  texts: AsyncIterable<PlacedText>,
  items: readonly Item[],
  file: string,
  { others = false }: { others?: boolean } = {},
): Promise<PredictionRows> {
  const known = others ? undefined : items;
  const { first, rest } = await headOf(texts);
  if (!first) throw new InputError('has no predictions', { file, expected: ACCEPTED });
  const all = chain(first, rest);
  if (first.id === undefined && first.place === undefined)
    return byCount(await withoutIds(all, items, file), items, file, 'predictions without ids');
  const hasIds = first.id !== undefined && (first.place === undefined || items.some((item) => item.id === first.id));
  if (hasIds) return { rows: await byId(all, file, known), notes: [] };
  const numbered = (async function* () {
    for await (const text of all)
      yield { ...text, id: text.place === undefined ? text.id : (items[text.place]?.id ?? `doc_id ${text.place}`) };
  })();
  const note = `${file}: samples are matched by doc_id, so the items must be those of the harness in its order`;
  return { rows: await byId(numbered, file, known), notes: [note] };
}

/** All texts of a file whose first text has no id. */
async function withoutIds(texts: AsyncIterable<PlacedText>, items: readonly Item[], file: string): Promise<PlacedText[]> {
  const all: PlacedText[] = [];
  const most = FAR_TOO_MANY * Math.max(100, items.length, countReferences(items));
  for await (const text of texts) {
    if (all.length === most) throw new InputError(`has more than ${most} predictions without ids`, { file, expected: `${items.length}` });
    all.push(text);
  }
  const withId = all.find(({ id, place }) => id !== undefined || place !== undefined);
  if (withId) throw new InputError('has an id, and the first prediction has none', { file, line: withId.line });
  const withNul = all.find(({ text }) => text.includes('\0'));
  if (withNul) throw new InputError('a prediction contains a NUL byte', { file, line: withNul.line });
  return all;
}

/** Replaces log-probabilities of choices by labels, and refuses samples of another task. */
function labelSamples(
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
  const labelled = new Map(rows);
  for (const { item, row, facts } of samples) {
    if (facts.logprobs)
      labelled.set(item.id, { ...row, text: likeliestLabel(facts, item, { file, line: row.line, benchmark }), raw: false });
  }
  const other = `${file}: ${compared - equal} of ${compared} samples have another target than their item; is it the same version of the dataset?`;
  return { rows: labelled, notes: equal < compared ? [...notes, other] : notes };
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
async function byId(texts: AsyncIterable<PlacedText>, file: string, items?: readonly Item[]): Promise<Map<string, PredictionText>> {
  const known = items && new Set(items.map((item) => item.id));
  const rows = new Map<string, PredictionText>();
  for await (const { id, place, again, text, sentences, raw, line, facts } of texts) {
    if (again) continue;
    const name = id ?? (place === undefined ? undefined : String(place));
    if (name === undefined) throw new InputError('is missing', { file, line, field: 'id' });
    const key = rows.has(name) ? (nextCopy(name, rows, known) ?? name) : name;
    const before = rows.get(key);
    if (before)
      throw new InputError(`a second prediction for "${shortId(key)}"${before.line ? ` (the first is in line ${before.line})` : ''}`, {
        file,
        line,
      });
    if (known && !known.has(key)) throw new InputError(`"${shortId(key)}" is not the id of an item`, { file, line });
    if (text.includes('\0')) throw new InputError(`the prediction for "${shortId(key)}" contains a NUL byte`, { file, line });
    rows.set(key, { text, sentences, raw, line, ...(facts ? { facts } : {}) });
  }
  return rows;
}

/** Rows that a dataset repeats become the items `id#2`, `id#3`, …; predictions may repeat the plain id instead. */
function nextCopy(id: string, texts: ReadonlyMap<string, unknown>, known?: ReadonlySet<string>): string | undefined {
  for (let copy = 2; known?.has(`${id}#${copy}`); copy++) if (!texts.has(`${id}#${copy}`)) return `${id}#${copy}`;
  return undefined;
}

function inOrder(rows: ReadonlyMap<string, PredictionText>, items: readonly Item[], file: string): PredictionText[] {
  return items.map((item) => {
    const prediction = rows.get(item.id);
    if (!prediction)
      throw new InputError(`no prediction for "${item.id}"`, {
        file,
        expected: `one for each of ${items.length} items, there are ${rows.size}`,
      });
    return prediction;
  });
}

function countReferences(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + item.references.length, 0);
}

/** CommonGen's released outputs repeat each prediction for every reference of its item. */
function byCount(lines: readonly PredictionText[], items: readonly Item[], file: string, unit = 'lines'): PredictionRows {
  const toRows = (texts: readonly PredictionText[]) => new Map(items.map((item, i) => [item.id, texts[i]]));
  if (lines.length === items.length) return { rows: toRows(lines), notes: [] };
  const references = countReferences(items);
  if (lines.length !== references) {
    throw new InputError(`has ${lines.length} ${unit}`, {
      file,
      expected: `${items.length}, one per item${references > items.length ? `, or ${references}, one per reference` : ''}`,
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

/** Warns when raw outputs were stored as `prediction`, which makes every item wrong. A benchmark with `parse` may accept other spellings of its labels. */
export function noteOtherLabels(
  predictions: readonly string[],
  items: readonly Item[],
  file: string,
  benchmark?: Pick<Benchmark, 'parse' | 'choices'>,
): string[] {
  const { choices } = benchmark ?? {};
  if (!choices || benchmark?.parse) return [];
  const other = predictions.filter(
    (text, i) => text.trim() !== '' && !labelChoices(choices(items[i])).some(({ label }) => label === text.trim()),
  );
  if (other.length === 0) return [];
  return [
    `${file}: ${other.length} predictions are not a label of their item, like "${other[0].slice(0, 40)}"; put the raw output of a model under "output"`,
  ];
}
