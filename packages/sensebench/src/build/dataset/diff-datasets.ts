/** Compares two versions of a dataset: rows added, removed and changed, and the rules of the ledgers that explain it. */
import { isDeepStrictEqual } from 'node:util';
import { InputError, type LedgerRow } from '@sensebench/metrics/internal/core';
import { type DatasetManifest, readDatasetManifest } from '../../files/index.ts';
import { type DatasetIndex, type FoundRow, headline, readIndex } from './find-row.ts';

export interface DiffRow {
  id: string;
  split: string;
  /** The line in the file of its split, from 1. */
  line: number;
  text: string | null;
  /** The reason why the other version lacks the row: a drop in its ledger, or missing statements or a missing pair; null if unknown. */
  rule: string | null;
  /** The text of the dropped statement or row. */
  dropped: string[];
}

export interface ChangedRow {
  id: string;
  split: string;
  line: number;
  /** Old and new values, including `split` for rows that moved. */
  fields: Record<string, { old: unknown; new: unknown }>;
}

export interface DatasetDiff {
  benchmark: string;
  old: VersionFacts;
  new: VersionFacts;
  /** Options and sources that differ. */
  options: Record<string, { old: unknown; new: unknown }>;
  sources: { added: string[]; removed: string[]; changed: string[] };
  splits: Record<string, { old: number; new: number; added: number; removed: number; changed: number }>;
  /** The number of rows that each rule explains. Rows without an explanation are under "". */
  rules: { added: Record<string, number>; removed: Record<string, number> };
  same: number;
  added: DiffRow[];
  removed: DiffRow[];
  changed: ChangedRow[];
}

/** Reasons for rows that no drop explains. */
const NOT_JOINED = 'both statements exist, but are not a pair';
const NOT_THERE = 'a statement is not in the sources';

interface VersionFacts {
  folder: string;
  name: string | null;
  version: string | null;
  rows: number;
}

export async function diffDatasets(older: string, newer: string): Promise<DatasetDiff> {
  const [before, after] = await Promise.all([readVersion(older), readVersion(newer)]);
  if (before.manifest.benchmark !== after.manifest.benchmark) {
    throw new InputError(`is a dataset of ${after.manifest.benchmark}, and ${older} one of ${before.manifest.benchmark}`, {
      file: newer,
      expected: 'two versions of one benchmark',
    });
  }
  const [oldRows, newRows] = [rowsByKey(before.index), rowsByKey(after.index)];
  const missing = (from: Map<string, FoundRow>, other: Map<string, FoundRow>) => [...from].filter(([key]) => !other.has(key));
  const added = explainMissing(missing(newRows, oldRows), after.index, before.index);
  const removed = explainMissing(missing(oldRows, newRows), before.index, after.index);
  const both = [...newRows].flatMap(([key, row]) => {
    const old = oldRows.get(key);
    return old ? [{ key, old, row }] : [];
  });
  const changed = both.flatMap(({ key, old, row }): ChangedRow[] => {
    const fields = differingFields({ split: old.split, ...old.row }, { split: row.split, ...row.row });
    return Object.keys(fields).length > 0 ? [{ id: key, split: row.split, line: row.line, fields }] : [];
  });
  return {
    benchmark: after.manifest.benchmark,
    old: facts(older, before),
    new: facts(newer, after),
    options: differingFields(before.manifest.config, after.manifest.config),
    sources: differingSources(before.manifest.sources, after.manifest.sources),
    splits: countSplits(before.manifest, after.manifest, { added, removed, changed }),
    rules: { added: countRules(added), removed: countRules(removed) },
    same: both.length - changed.length,
    added,
    removed,
    changed,
  };
}

interface Version {
  manifest: DatasetManifest;
  index: DatasetIndex;
}

async function readVersion(folder: string): Promise<Version> {
  return { manifest: await readDatasetManifest(folder), index: await readIndex(folder) };
}

function facts(folder: string, { manifest, index }: Version): VersionFacts {
  return { folder, name: manifest.name ?? null, version: manifest.version ?? null, rows: index.rows.length };
}

/**
 * Rows are the same if they have the same id, regardless of the order of its parts. Rows without an id are compared by their first text, like a
 * concept-set; the second of two rows with the same text is a different row.
 */
function rowsByKey({ rows }: DatasetIndex): Map<string, FoundRow> {
  const found = new Map<string, FoundRow>();
  for (const row of rows) {
    const name = nameOfRow(row);
    let key = name;
    for (let n = 2; found.has(key); n++) key = `${name} (${n})`;
    found.set(key, row);
  }
  return found;
}

function nameOfRow({ id, parts, row }: FoundRow): string {
  if (parts.length > 0) return [...parts].sort().join('|');
  return id ?? Object.values(row).find((value) => typeof value === 'string') ?? JSON.stringify(row);
}

/** `there` is the version with the rows, `here` the one whose ledger may explain why it lacks them. */
function explainMissing(rows: readonly (readonly [string, FoundRow])[], there: DatasetIndex, here: DatasetIndex): DiffRow[] {
  const drops = new Map<string, LedgerRow[]>();
  for (const drop of here.ledger) {
    for (const id of drop.ids) {
      const known = drops.get(id);
      if (known) known.push(drop);
      else drops.set(id, [drop]);
    }
  }
  return rows.map(([key, row]) => {
    const drop = findDrop(key, row, drops);
    const place = { id: key, split: row.split, line: row.line, text: headline(row.row, there) };
    return { ...place, rule: drop ? `${drop.step}: ${drop.rule}` : withoutDrop(row, here), dropped: drop?.ids ?? [] };
  });
}

/** Pairs that are too different are not in a ledger, because there are too many. */
function withoutDrop({ parts }: FoundRow, { statements }: DatasetIndex): string | null {
  if (parts.length === 0 || statements.size === 0) return null;
  return parts.every((part) => statements.has(part)) ? NOT_JOINED : NOT_THERE;
}

/** The drop of the row, or of one of its statements. Drops of pairs of one of its statements with another do not count. */
function findDrop(key: string, { parts }: FoundRow, drops: ReadonlyMap<string, LedgerRow[]>): LedgerRow | undefined {
  const own = drops.get(key)?.[0];
  if (own || parts.length === 0) return own;
  const ofParts = parts.flatMap((part) => drops.get(part) ?? []);
  return (
    ofParts.find(({ ids }) => ids.length === parts.length && parts.every((part) => ids.includes(part))) ??
    ofParts.find(({ ids }) => ids.length === 1)
  );
}

function differingFields(old: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>): DatasetDiff['options'] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(given)])];
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(old[name], given[name]))
      .map((name) => [name, { old: old[name] ?? null, new: given[name] ?? null }]),
  );
}

function differingSources(old: DatasetManifest['sources'], given: DatasetManifest['sources']): DatasetDiff['sources'] {
  const [before, after] = [old, given].map((sources) => new Map(sources.map(({ name, sha256 }) => [name, sha256])));
  const names = [...after.keys()];
  return {
    added: names.filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: names.filter((name) => before.has(name) && before.get(name) !== after.get(name)),
  };
}

function countSplits(
  old: DatasetManifest,
  given: DatasetManifest,
  { added, removed, changed }: Pick<DatasetDiff, 'added' | 'removed' | 'changed'>,
): DatasetDiff['splits'] {
  const of = (rows: readonly { split: string }[], name: string) => rows.filter(({ split }) => split === name).length;
  const names = [...new Set([...Object.keys(old.splits), ...Object.keys(given.splits)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        old: old.splits[name]?.rows ?? 0,
        new: given.splits[name]?.rows ?? 0,
        added: of(added, name),
        removed: of(removed, name),
        changed: of(changed, name),
      },
    ]),
  );
}

function countRules(rows: readonly DiffRow[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of rows) counts.set(rule ?? '', (counts.get(rule ?? '') ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
