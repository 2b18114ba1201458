/** Finds what is meant by an id, a text or a part of a text among a dataset's rows, statements and dropped rows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Item, LedgerRow } from '../../core/index.ts';
import { readDatasetManifest, readJsonl } from '../../files/index.ts';
import { readLedger } from './ledger.ts';

/** A row of a split. */
export interface FoundRow {
  split: string;
  /** 1-based, in the split's file. */
  line: number;
  /** The item's id where the benchmark reads one, else the row's `id` or its `ids` joined by `|`; null where it has neither. */
  id: string | null;
  /** Statements that the row is made of. */
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
  /** Fields that have one value in all rows, like a theme: they tell no row from another. */
  constant: ReadonlySet<string>;
}

/** Items of a split in the order of its rows, as the benchmark reads them. */
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
  // Where a benchmark makes one item of several rows, lines and items do not correspond.
  return ids.length === rows.length ? rows.map((row, i) => ({ ...row, id: ids[i] })) : rows;
}

/** A pair of statements that no row has, or an id that is known only from what was dropped. */
export type Found =
  | { kind: 'statement'; id: string }
  | { kind: 'row'; id: string | null; row: FoundRow }
  | { kind: 'pair'; id: string; parts: readonly string[] };

/** By id first, then by whole text, then by a part of a text. Several that fit a text are all given. */
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
  // An id like a line number may be in every split: `dev:12` names one.
  const same = rows.filter((row) => row.id === wanted || rowName(row) === wanted);
  if (same.length > 0) return same.map((row) => ({ kind: 'row', id: row.id, row }));
  if (ledger.some(({ ids }) => ids.includes(wanted))) return [{ kind: 'statement', id: wanted }];
  const parts = wanted.split('|');
  const reversed = rows.filter(({ id }) => parts.length > 1 && id === parts.toReversed().join('|'));
  if (reversed.length > 0) return reversed.map((row) => ({ kind: 'row', id: row.id, row }));
  const known = (id: string) => statements.has(id) || ledger.some(({ ids }) => ids.includes(id));
  return parts.length > 1 && parts.every(known) ? [{ kind: 'pair', id: wanted, parts }] : [];
}

/** Names one row of the dataset; by its line where it has no id. */
export function rowName({ split, id, line }: Pick<FoundRow, 'split' | 'id' | 'line'>): string {
  return `${split}:${id ?? line}`;
}

/** A statement is given once, not every row that it is in. Without statements the rows' own texts are searched. */
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

/** The name of a row in one line: its statement or question with answer, else its first text of several words, else its first. */
export function headline(row: Readonly<Record<string, unknown>>, { constant }: Pick<DatasetIndex, 'constant'>): string | null {
  const named = [row.statement, row.text, row.question].find((value) => typeof value === 'string');
  if (named !== undefined) return named === row.question && typeof row.answer === 'string' ? `${named} ${row.answer}` : String(named);
  const texts = textsOf(row, constant);
  return texts.find((text) => /[\s#]/.test(text)) ?? texts[0] ?? null;
}

/** Case, punctuation and the `#` between concepts do not matter. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
