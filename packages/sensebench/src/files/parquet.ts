/** Reads and writes Parquet: rows are objects, lists of values are lists, other nested values are JSON. */

import { InputError } from '@sensebench/metrics/internal/core';
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import { readBytes } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';

/** A limit, because a column that repeats one value a billion times takes only a few bytes. */
const MOST_VALUES = 20_000_000;

export async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const bytes = await readBytes(path);
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet');
  try {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const metadata = parquetMetadata(file);
    const values = metadata.row_groups
      .flatMap(({ columns }) => columns)
      .reduce((sum, { meta_data }) => sum + Number(meta_data?.num_values ?? 0), 0);
    const rows = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
    if (Math.max(values, rows, Number(metadata.num_rows)) > MOST_VALUES)
      throw new InputError(`has more than ${MOST_VALUES} values`, { file: path });
    return await parquetReadObjects({ file, metadata });
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`is not Parquet: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, { file: path });
  }
}

export async function writeParquet(path: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  await writeFileAtomic(path, await parquetBytes(rows));
}

export async function parquetBytes(rows: readonly Record<string, unknown>[]): Promise<Uint8Array> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columnData = names.map((name): ColumnSource => {
    const data = rows.map((row) => row[name] ?? null);
    return { name, data: data as unknown[] as ColumnSource['data'] };
  });
  const schema: SchemaElement[] = [{ name: 'root', num_children: columnData.length }];
  for (const { name, data } of columnData) schema.push(...columnSchema(name, Array.from(data)));
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  return new Uint8Array(parquetWriteBuffer({ columnData, schema }));
}

type ValueSchema = Pick<SchemaElement, 'type' | 'converted_type'>;

const JSON_VALUE: ValueSchema = { type: 'BYTE_ARRAY', converted_type: 'JSON' };

/** Lists with values of one type become lists of that type; values without a Parquet type become JSON. */
function columnSchema(name: string, data: readonly unknown[]): SchemaElement[] {
  const values = data.filter((value) => value !== null);
  const lists = values.filter((value) => Array.isArray(value));
  const items = lists.flat();
  const item = lists.length > 0 && lists.length === values.length && !items.includes(null) ? valueSchema(items) : null;
  if (item) {
    return [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', repetition_type: 'OPTIONAL', ...item },
    ];
  }
  return [{ name, repetition_type: 'OPTIONAL', ...(valueSchema(values) ?? JSON_VALUE) }];
}

/** null for values of several types and for objects. Empty lists become lists of texts. */
function valueSchema(values: readonly unknown[]): ValueSchema | null {
  if (values.every((value) => typeof value === 'string')) return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  if (values.every((value) => typeof value === 'boolean')) return { type: 'BOOLEAN' };
  if (values.every((value) => typeof value === 'number'))
    return { type: values.every((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31) ? 'INT32' : 'DOUBLE' };
  return null;
}
