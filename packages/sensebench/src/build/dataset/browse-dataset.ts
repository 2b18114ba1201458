/** Packs the rows and the ledger of a dataset for its page, in blocks and within the limits of a browser. */
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import {
  addressOf,
  BLOCK_ROWS,
  type BrowseField,
  type BrowseRow,
  type BrowseRows,
  type BrowseValue,
  packJson,
} from '../../report/index.ts';
import type { RowField } from './row-fields.ts';
import type { RowSample, SampledRow } from './sample-rows.ts';

/** The most rows on the page, and the most characters of their JSON before packing. */
export const MOST_ROWS = 50_000;
/** The most drops on the page. So many of each rule are in memory while a dataset is written, so that there are fewer than rows. */
export const MOST_DROPS = 15_000;
const MOST_CHARACTERS = 30_000_000;
const MOST_KINDS = 12;
/** Longer texts are cut; the file has the whole text. */
const LONGEST_TEXT = 2000;

/** By name, the group of a row; null for none. Declared as methods, so that a dataset of any row type is assignable. */
export type RowGroups<Row> = Readonly<Record<string, { of(row: Row): string | null }['of']>>;

export interface BrowseDatasetOptions {
  fields: readonly RowField[];
  groups?: RowGroups<object>;
  /** The names of the fields shown in the list. Default: the first two. */
  listed?: readonly string[];
}

export interface BrowsedRows {
  rows: BrowseRows;
  /** The packed blocks after the first. */
  blocks: string[];
}

export function browseRows(sample: RowSample<object>, options: BrowseDatasetOptions): BrowsedRows {
  return fitting(sample, MOST_ROWS, (rows) => rowColumns(rows, options));
}

export function browseLedger(sample: RowSample<{ line: number; row: LedgerRow }>): BrowsedRows {
  return fitting(sample, MOST_DROPS, ledgerColumns);
}

/** The rows before packing. */
interface Unpacked extends Pick<BrowseRows, 'noun' | 'fields' | 'listed' | 'files'> {
  rows: BrowseRow[];
}

/** Takes fewer rows if they are long. */
function fitting<Row>(sample: RowSample<Row>, mostRows: number, of: (rows: readonly SampledRow<Row>[]) => Unpacked): BrowsedRows {
  let unpacked = of(sample.take(mostRows));
  for (let most = unpacked.rows.length; most > 1; most = unpacked.rows.length) {
    const characters = charactersOf(unpacked.rows);
    if (characters <= MOST_CHARACTERS) break;
    unpacked = of(sample.take(Math.max(1, Math.floor((0.95 * most * MOST_CHARACTERS) / characters))));
  }
  return packBlocks(unpacked);
}

function packBlocks({ rows, ...head }: Unpacked): BrowsedRows {
  const blocks: string[] = [];
  for (let from = 0; from < rows.length; from += BLOCK_ROWS) blocks.push(packJson(rows.slice(from, from + BLOCK_ROWS)));
  const [first = packJson([]), ...others] = blocks;
  const columns = head.fields.map(({ filter, sort }, f) => (filter || sort ? packJson(rows.map(({ values }) => values[f])) : null));
  const names = packJson(rows.map((row) => addressOf(head.files, row)));
  return { rows: { ...head, count: rows.length, first, columns, names }, blocks: others };
}

/** The number of characters of the rows as JSON, estimated from every twentieth row if there are many. */
function charactersOf(rows: readonly BrowseRow[]): number {
  const step = rows.length > 1000 ? 20 : 1;
  const some = rows.filter((_, place) => place % step === 0);
  return (JSON.stringify(some).length * rows.length) / some.length;
}

function rowColumns(rows: readonly SampledRow<object>[], { fields, groups = {}, listed }: BrowseDatasetOptions): Unpacked {
  const columns = [
    { name: 'split', filter: true, values: rows.map(({ group }) => group) },
    ...Object.entries(groups)
      .filter(([name]) => !fields.some((field) => field.name === name))
      .map(([name, of]) => ({ name, filter: true, values: rows.map(({ row }) => of(row)) })),
    ...fields.map(({ name, description, type, array }) => ({
      name,
      about: description,
      filter: name in groups || undefined,
      sort: array === undefined && (type === 'number' || type === 'integer'),
      values: rows.map(({ row }) => toValue((row as Record<string, unknown>)[name])),
    })),
  ];
  const named = columns.map(({ name }) => name);
  const shown = (listed ?? fields.slice(0, 2).map(({ name }) => name)).map((name) => named.indexOf(name)).filter((place) => place >= 0);
  const splits = new Map<string, number>();
  for (const { group } of rows) splits.set(group, (splits.get(group) ?? 0) + 1);
  const files = [...splits.keys()];
  return {
    noun: 'rows',
    listed: shown,
    files: Array.from(splits, ([split, count]) => ({ name: `${split}.jsonl`, rows: count })),
    ...packColumns(
      columns,
      rows.map(({ group, place }) => ({ file: files.indexOf(group), line: place + 1 })),
    ),
  };
}

function ledgerColumns(rows: readonly SampledRow<{ line: number; row: LedgerRow }>[]): Unpacked {
  const ordered = rows.map(({ row }) => row).sort((a, b) => a.line - b.line);
  const of = (value: (row: LedgerRow) => unknown) => ordered.map(({ row }) => toValue(value(row)));
  const columns = [
    { name: 'step', about: 'the step of the build that dropped it', filter: true, values: of(({ step }) => step) },
    { name: 'rule', about: 'why it was dropped', filter: true, values: of(({ rule }) => rule) },
    { name: 'text', values: of(({ text }) => text) },
    { name: 'ids', values: of(({ ids }) => ids) },
    {
      name: 'value',
      about: 'what was measured',
      sort: ordered.some(({ row }) => typeof row.value === 'number'),
      values: of(({ value }) => value),
    },
    { name: 'limit', about: 'what it was compared with', values: of(({ limit }) => limit) },
  ];
  const shownText = ordered.some(({ row }) => row.text !== undefined) ? 2 : 3;
  return {
    noun: 'drops',
    listed: [1, shownText],
    files: [{ name: 'ledger.jsonl', rows: ordered.length }],
    ...packColumns(
      columns,
      ordered.map(({ line }) => ({ file: 0, line })),
    ),
  };
}

interface Column extends Omit<BrowseField, 'values'> {
  values: readonly BrowseValue[];
}

/** Replaces the texts of filterable fields by their index in a list. */
function packColumns(columns: readonly Column[], places: readonly { file: number; line: number }[]): Pick<Unpacked, 'fields' | 'rows'> {
  const packed = columns.map(({ name, about, filter, sort, values }) => {
    const texts = new Map<string, number>();
    for (const value of values) if (typeof value === 'string' && !texts.has(value)) texts.set(value, texts.size);
    const filtered = texts.size > 1 && (filter ?? isKind(values, texts));
    return {
      field: {
        name,
        ...(about ? { about } : {}),
        ...(filtered ? { values: [...texts.keys()], filter: true } : {}),
        ...(sort ? { sort: true } : {}),
      },
      values: filtered ? values.map((value) => (typeof value === 'string' ? (texts.get(value) ?? null) : null)) : values,
    };
  });
  return {
    fields: packed.map(({ field }) => field),
    rows: places.map((place, r) => ({ ...place, values: packed.map(({ values }) => values[r]) })),
  };
}

/** A field with a few recurring short texts names kinds of rows, so that the list can be filtered by it. */
function isKind(values: readonly BrowseValue[], texts: ReadonlyMap<string, number>): boolean {
  const plain = values.every((value) => value === null || typeof value === 'string');
  return plain && texts.size <= MOST_KINDS && texts.size <= values.length / 4 && [...texts.keys()].every((text) => text.length <= 40);
}

function toValue(value: unknown): BrowseValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.map((each) => cut(typeof each === 'string' ? each : JSON.stringify(each)));
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} … (${text.length.toLocaleString('en')} characters)` : text;
}
