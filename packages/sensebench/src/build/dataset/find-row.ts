/** Finds rows, statements and dropped rows of a dataset by id, text or part of a text. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Item, LedgerRow } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readDatasetManifest, readJsonl } from '../../files/index.ts';
import { readLedger } from './ledger.ts';

/** A row of a split. */
export interface FoundRow {
  split: string;
  /** The line in the split's file, from 1. */
  line: number;
  /** The id of the benchmark's item, or the row's `id` or `ids` joined by `|`; null if it has neither. */
  id: string | null;
  /** The statements of the row. */
  parts: readonly string[];
  row: Readonly<Record<string, unknown>>;
}

/** A row of statements.jsonl, in any benchmark's layout. */
export interface FoundStatement {
  id: string;
  text: string;
  [field: string]: unknown;
}

export interface DatasetIndex {
  rows: readonly FoundRow[];
  statements: ReadonlyMap<string, FoundStatement>;
  ledger: readonly LedgerRow[];
  /** Fields with the same value in all rows, like a theme, which do not distinguish rows. */
  constant: ReadonlySet<string>;
}

/** The benchmark's items of a split, in the order of its rows. */
export type ReadItems = (split: string) => AsyncIterable<Pick<Item, 'id'>>;

const looseRow = z.record(z.string(), z.unknown());
const statementRow = z.looseObject({ id: z.string(), text: z.string() });
const idSchema = z.union([z.string(), z.number()]).transform(String);

export async function readIndex(folder: string, read?: ReadItems): Promise<DatasetIndex> {
  const { splits } = await readDatasetManifest(folder);
  const rows: FoundRow[] = [];
  for (const split of Object.keys(splits)) for (const row of await readSplit(folder, split, read)) rows.push(row);
  const statements = new Map<string, FoundStatement>();
  const path = join(folder, 'statements.jsonl');
  if (existsSync(path)) for await (const { value } of readJsonl(path, statementRow)) statements.set(value.id, value);
  const ledger = join(folder, 'ledger.jsonl');
  return { rows, statements, ledger: existsSync(ledger) ? await readLedger(ledger) : [], constant: constantFields(rows) };
}

function constantFields(rows: readonly FoundRow[]): Set<string> {
  if (rows.length < 2) return new Set();
  const [{ row: first }, ...others] = rows;
  return new Set(Object.keys(first).filter((name) => others.every(({ row }) => isDeepStrictEqual(row[name], first[name]))));
}

async function readSplit(folder: string, split: string, read?: ReadItems): Promise<FoundRow[]> {
  const path = join(folder, `${split}.jsonl`);
  const rows: FoundRow[] = [];
  if (!existsSync(path)) return rows;
  for await (const { line, value } of readJsonl(path, looseRow)) {
    const own = idSchema.safeParse(value.id);
    const parts = z.array(idSchema).safeParse(value.ids);
    rows.push({
      split,
      line,
      id: own.success ? own.data : parts.success ? parts.data.join('|') : null,
      parts: parts.success ? parts.data : [],
      row: value,
    });
  }
  if (!read || rows.length === 0) return rows;
  const ids: string[] = [];
  for await (const { id } of read(split)) ids.push(id);
  // If a benchmark makes one item of several rows, lines and items do not correspond.
  return ids.length === rows.length ? rows.map((row, i) => ({ ...row, id: ids[i] })) : rows;
}

/** A pair of statements that is in no row, or an id that occurs only among drops. */
export type Found =
  | { kind: 'statement'; id: string }
  | { kind: 'row'; id: string | null; row: FoundRow }
  | { kind: 'pair'; id: string; parts: readonly string[] };

/** Searches by id first, then by whole text, then by part of a text. Returns all matches of a text. */
export function findRows(index: DatasetIndex, wanted: string): Found[] {
  const byId = findId(index, wanted.trim());
  if (byId.length > 0) return byId;
  const sought = plain(wanted);
  if (sought === '') return [];
  const whole = findText(index, (text) => plain(text) === sought);
  return whole.length > 0 ? whole : findText(index, (text) => plain(text).includes(sought));
}

function findId({ rows, statements, ledger }: DatasetIndex, wanted: string): Found[] {
  if (statements.has(wanted) || rows.some(({ parts }) => parts.includes(wanted))) return [{ kind: 'statement', id: wanted }];
  // An id like a line number may occur in every split, so that `dev:12` is accepted too.
  const same = rows.filter((row) => row.id === wanted || rowName(row) === wanted);
  if (same.length > 0) return same.map((row) => ({ kind: 'row', id: row.id, row }));
  if (ledger.some(({ ids }) => ids.includes(wanted))) return [{ kind: 'statement', id: wanted }];
  const parts = wanted.split('|');
  const reversed = rows.filter(({ id }) => parts.length > 1 && id === parts.toReversed().join('|'));
  if (reversed.length > 0) return reversed.map((row) => ({ kind: 'row', id: row.id, row }));
  const known = (id: string) => statements.has(id) || ledger.some(({ ids }) => ids.includes(id));
  return parts.length > 1 && parts.every(known) ? [{ kind: 'pair', id: wanted, parts }] : [];
}

/** The name of a row, by its line if it has no id. */
export function rowName({ split, id, line }: Pick<FoundRow, 'split' | 'id' | 'line'>): string {
  return `${split}:${id ?? line}`;
}

/** Returns each statement once, instead of every row with it. Without statements, searches the texts of the rows. */
function findText({ rows, statements, ledger, constant }: DatasetIndex, fits: (text: string) => boolean): Found[] {
  const ids = new Set([...statements.values()].filter(({ text }) => fits(text)).map(({ id }) => id));
  for (const { ids: dropped, text } of ledger) if (text !== undefined && dropped.length === 1 && fits(text)) ids.add(dropped[0]);
  const found: Found[] = Array.from(ids, (id) => ({ kind: 'statement', id }));
  if (found.length > 0 && statements.size > 0) return found;
  const hits = rows.filter(({ row }) => textsOf(row, constant).some(fits));
  return [...found, ...hits.map((row): Found => ({ kind: 'row', id: row.id, row }))];
}

function textsOf(row: Readonly<Record<string, unknown>>, without: ReadonlySet<string>): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (name === 'id' || name === 'ids' || without.has(name)) return [];
    return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  });
}

/** The text that identifies a row: its statement or question with answer, or its first text of several words, or its first text. */
export function headline(row: Readonly<Record<string, unknown>>, { constant }: Pick<DatasetIndex, 'constant'>): string | null {
  const named = [row.statement, row.text, row.question].find((value) => typeof value === 'string');
  if (named !== undefined) return named === row.question && typeof row.answer === 'string' ? `${named} ${row.answer}` : String(named);
  const texts = textsOf(row, constant);
  return texts.find((text) => /[\s#]/.test(text)) ?? texts[0] ?? null;
}

/** Ignores case, punctuation and the `#` between concepts. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
