/** Reads scores of systems on the same items: from run folders, or from a table with any of the usual column names. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import type { ScoreTable } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { readCsv, readJsonl, readParquet, readRun } from '../../files/index.ts';

export interface ReadTable extends ScoreTable {
  /** The score that was read: an output of a metric, or a column. */
  by: string;
  /** How the columns were understood, for the user to check. */
  note?: string;
  /** By item, where a table has such a column: what several items share. */
  units?: ReadonlyMap<string, string>;
}

interface ReadOptions {
  /** The output of a metric, or the column with the scores. */
  by?: string;
}

const NAMES = {
  system: ['system', 'model', 'run', 'submission', 'system_name', 'model_name'],
  item: ['item', 'id', 'item_id', 'instance', 'instance_id', 'question_id', 'task_id', 'example', 'dataset', 'task'],
  score: ['score', 'value', 'correct', 'accuracy', 'resolved', 'result'],
  unit: ['unit', 'group', 'cluster', 'passage'],
} as const;

export async function readScoreTable(paths: readonly string[], options: ReadOptions = {}): Promise<ReadTable> {
  for (const path of paths) if (!existsSync(path)) throw new InputError('no such file or folder', { file: path });
  const folders = paths.filter((path) => statSync(path).isDirectory());
  if (folders.length === paths.length) return readRuns(folders, options);
  if (paths.length > 1)
    throw new InputError('give run folders, or one table', { file: paths.filter((path) => !folders.includes(path))[0] });
  return readTable(paths[0], options);
}

async function readRuns(folders: readonly string[], { by }: ReadOptions): Promise<ReadTable> {
  const runs = await Promise.all(folders.map(readRun));
  const [first] = runs;
  for (const [place, { manifest }] of runs.entries())
    if (manifest.dataset.sha256 !== first.manifest.dataset.sha256)
      throw new InputError(`is a run of another dataset than ${folders[0]}`, { file: folders[place] });
  const outputs = Object.keys(first.scores.corpus).filter((output) => first.scores.perItem.some((row) => typeof row[output] === 'number'));
  const output = by ?? outputs[0];
  if (output === undefined || !outputs.includes(output))
    throw new InputError(by ? `no score "${by}" for single items` : 'has no scores of single items', {
      file: folders[0],
      expected: outputs.join(', ') || undefined,
    });
  const names = folders.map((folder) => basename(folder.replace(/\/+$/, '')));
  refuseDuplicates(names, 'runs with the same name');
  const cells = runs.flatMap(({ scores }, place) =>
    scores.perItem.map((row) => ({ system: names[place], item: row.id, score: numberOf(row[output]) })),
  );
  return { ...tableOf(cells), by: output };
}

async function readTable(path: string, { by }: ReadOptions): Promise<ReadTable> {
  const rows = await readTableRows(path);
  if (rows.length === 0) throw new InputError('has no rows', { file: path });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const find = (names: readonly string[]) =>
    columns.find((column) =>
      names.includes(
        column
          .trim()
          .toLowerCase()
          .replace(/[\s-]+/g, '_'),
      ),
    );
  const [system, item, unit] = [find(NAMES.system), find(NAMES.item), find(NAMES.unit)];
  const score = by ?? find(NAMES.score);
  if (by !== undefined && !columns.includes(by))
    throw new InputError(`has no column "${by}"`, { file: path, expected: columns.slice(0, 20).join(', ') });
  if (system && item && score) return readLong(rows, { path, system, item, score, unit });
  const key = system ?? item ?? columns[0];
  const others = columns.filter((column) => column !== key && column !== unit);
  const numeric = others.filter((column) =>
    rows.every((row) => row[column] === undefined || row[column] === '' || numberOf(row[column]) !== null),
  );
  if (numeric.length === 0)
    throw new InputError('has no scores', {
      file: path,
      expected: `columns "system", "item" and "score"; or one row per item and one column per system (found ${columns.slice(0, 8).join(', ')})`,
    });
  const cells = rows.flatMap((row) => {
    const name = textOf(row[key]);
    return numeric.map((column) => ({
      ...(system ? { system: name, item: column } : { system: column, item: name }),
      score: numberOf(row[column]),
    }));
  });
  refuseDuplicates(
    rows.map((row) => textOf(row[key])),
    `rows with the same "${key}"`,
    path,
  );
  return {
    ...tableOf(cells),
    by: by ?? 'score',
    note: system
      ? `read ${path}: one system per row ("${key}"), ${numeric.length} items in columns`
      : `read ${path}: one item per row ("${key}"), systems ${numeric.slice(0, 5).join(', ')}${numeric.length > 5 ? ', …' : ''}`,
    ...(unit && !system ? { units: new Map(rows.map((row) => [textOf(row[key]), textOf(row[unit])])) } : {}),
  };
}

interface LongColumns {
  path: string;
  system: string;
  item: string;
  score: string;
  unit?: string;
}

function readLong(rows: readonly Record<string, unknown>[], { path, system, item, score, unit }: LongColumns): ReadTable {
  const cells = rows.map((row, place) => {
    const value = numberOf(row[score]);
    if (value === null && row[score] !== '' && row[score] !== null && row[score] !== undefined)
      throw new InputError(`row ${place + 1} has no number in "${score}": ${JSON.stringify(row[score])}`, { file: path });
    return { system: textOf(row[system]), item: textOf(row[item]), score: value };
  });
  refuseDuplicates(
    cells.map((cell) => `${cell.system} on ${cell.item}`),
    'several scores of one system for one item',
    path,
  );
  return {
    ...tableOf(cells),
    by: score,
    note: `read ${path}: systems in "${system}", items in "${item}", scores in "${score}"`,
    ...(unit ? { units: new Map(rows.map((row) => [textOf(row[item]), textOf(row[unit])])) } : {}),
  };
}

async function readTableRows(path: string): Promise<Record<string, unknown>[]> {
  if (/\.parquet$/i.test(path)) return readParquet(path);
  const rows: Record<string, unknown>[] = [];
  if (/\.(csv|tsv)(\.gz)?$/i.test(path)) {
    for await (const { record } of readCsv(path, { delimiter: /\.tsv/i.test(path) ? '\t' : ',' })) rows.push(record);
    return rows;
  }
  for await (const { value } of readJsonl(path, z.looseObject({}))) rows.push(value);
  return rows;
}

function tableOf(cells: readonly { system: string; item: string; score: number | null }[]): ScoreTable {
  const systems = [...new Set(cells.map(({ system }) => system))];
  const items = [...new Set(cells.map(({ item }) => item))];
  const rowOf = new Map(systems.map((system, place) => [system, place]));
  const columnOf = new Map(items.map((item, place) => [item, place]));
  const scores: (number | null)[][] = systems.map(() => Array(items.length).fill(null));
  for (const { system, item, score } of cells) scores[rowOf.get(system) ?? 0][columnOf.get(item) ?? 0] = score;
  return { systems, items, scores };
}

function refuseDuplicates(names: readonly string[], what: string, file?: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new InputError(`has ${what}: ${name}`, { file });
    seen.add(name);
  }
}

const TRUTHS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['yes', 1],
  ['false', 0],
  ['no', 0],
]);

function numberOf(value: unknown): number | null {
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const truth = TRUTHS.get(value.trim().toLowerCase());
  const number = truth ?? Number(value);
  return Number.isFinite(number) ? number : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
