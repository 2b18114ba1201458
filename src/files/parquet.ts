/** Parquet at the edges: rows as objects; nested values travel as JSON columns. The packages are loaded with the first file. */
import type { ColumnSource } from 'hyparquet-writer';
import { InputError } from '../core/index.ts';
import { readBytes } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';

export async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const bytes = await readBytes(path);
  const { parquetReadObjects } = await import('hyparquet');
  try {
    return await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer });
  } catch (error) {
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
