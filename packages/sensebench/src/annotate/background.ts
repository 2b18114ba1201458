/** The background of annotators (age, region), in a file separate from the ratings, and groups of annotators by it. */
import { InputError } from '@sensebench/metrics/internal/core';
import { nameOf } from '../files/index.ts';
import { readRawRows } from './decision-row.ts';

/** By annotator, the value of each declared column; other columns are never read. */
export type Background = ReadonlyMap<string, Readonly<Record<string, string>>>;

export interface BackgroundOptions {
  /** The columns declared by the owner of the study. */
  columns: readonly string[];
  /** The annotators who gave decisions. */
  annotators: readonly string[];
  warn?(line: string): void;
}

/** CSV, TSV or JSON Lines with `annotator` and the declared columns; an empty cell means "not stated". */
export async function readBackground(path: string, { columns, annotators, warn }: BackgroundOptions): Promise<Background> {
  const file = nameOf(path);
  if (columns.length === 0)
    throw new InputError('no background column is declared', { file, expected: '--background-columns age region …' });
  const found = new Map<string, Record<string, string>>();
  for await (const { row, place } of readRawRows(path)) {
    const record = new Map(Object.entries(row ?? {}));
    for (const column of ['annotator', ...columns]) {
      if (!record.has(column))
        throw new InputError(`has no column "${column}"`, { ...place, expected: ['annotator', ...columns].join(', ') });
    }
    const annotator = String(record.get('annotator') ?? '').trim();
    if (annotator === '') throw new InputError('is empty', { ...place, field: 'annotator' });
    if (found.has(annotator)) throw new InputError(`${annotator} occurs twice`, { ...place, field: 'annotator' });
    found.set(annotator, Object.fromEntries(columns.map((column) => [column, String(record.get(column) ?? '').trim()])));
  }
  const unknown = annotators.filter((annotator) => !found.has(annotator));
  if (unknown.length === annotators.length)
    throw new InputError('contains none of the annotators of these ratings', {
      file,
      field: 'annotator',
      expected: annotators.slice(0, 8).join(', '),
    });
  if (unknown.length > 0) warn?.(`${file}: has no row for ${unknown.join(', ')}; they are in no group`);
  return found;
}

export interface PeopleGroup {
  value: string;
  /** Positions in the list of annotators. */
  members: number[];
}

export interface PeopleGroups {
  groups: PeopleGroup[];
  /** The number of groups that are too small to be shown. */
  tooSmall: number;
}

/** The groups of one column, by value. A group smaller than `least` might identify a person, so it is only counted. */
export function groupPeople(
  background: Background,
  column: string,
  { annotators, least }: { annotators: readonly string[]; least: number },
): PeopleGroups {
  const groups = new Map<string, number[]>();
  annotators.forEach((annotator, i) => {
    const value = background.get(annotator)?.[column];
    if (value) groups.set(value, [...(groups.get(value) ?? []), i]);
  });
  const all = [...groups].map(([value, members]) => ({ value, members })).sort((a, b) => (a.value < b.value ? -1 : 1));
  const shown = all.filter(({ members }) => members.length >= least);
  return { groups: shown, tooSmall: all.length - shown.length };
}
