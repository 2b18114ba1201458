/** Parquet at the edges: rows as objects; nested values travel as JSON columns. The packages are loaded with the first file. */
import type { ColumnSource } from 'hyparquet-writer';
import { InputError } from '../core/index.ts';
import { readBytes } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';

/** A column that repeats one value a billion times takes a few bytes in the file. */
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
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columnData = names.map((name): ColumnSource => {
    const data = rows.map((row) => row[name] ?? null);
    return {
      name,
      data: data as unknown[] as ColumnSource['data'],
      ...(data.some((value) => typeof value === 'object' && value !== null) ? { type: 'JSON' as const } : {}),
    };
  });
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  await writeFileAtomic(path, new Uint8Array(parquetWriteBuffer({ columnData })));
}
