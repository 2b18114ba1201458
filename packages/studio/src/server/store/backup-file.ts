/** The backup file: gzipped JSON Lines with a header, one line per row, and a last line with counts and a checksum. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { InputError } from 'sensebench/internal/core';
import { inBlocks, parseJson, readLines, writeChunks } from 'sensebench/internal/files';
import { z } from 'zod';
import { appliedSchema } from './migrate.ts';

const FORMAT = 'sensebench store backup';
const VERSION = 1;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  sensebench: z.string(),
  /** The migrations that had been applied. */
  migrations: z.array(appliedSchema).min(1),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const endSchema = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

/** A row as JSON written by PostgreSQL, so that numbers and times keep every digit. */
export interface BackupRow {
  table: string;
  json: string;
}

export async function writeBackup(
  path: string,
  { header, rows }: { header: Omit<BackupHeader, 'format' | 'version'>; rows: AsyncIterable<BackupRow> },
): Promise<{ rows: Record<string, number> }> {
  const counts: Record<string, number> = {};
  const hash = createHash('sha256');
  async function* lines(): AsyncGenerator<string> {
    const first = `${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`;
    hash.update(first);
    yield first;
    for await (const { table, json } of rows) {
      const line = `${JSON.stringify(table)}\t${json}\n`;
      counts[table] = (counts[table] ?? 0) + 1;
      hash.update(line);
      yield line;
    }
    yield `${JSON.stringify({ rows: counts, sha256: hash.digest('hex') })}\n`;
  }
  await pipeline(Readable.from(inBlocks(lines()), { objectMode: true }), createGzip(), (chunks) =>
    writeChunks(path, chunks, { secret: true }),
  );
  return { rows: counts };
}

/** Reads the header, then the rows. Iterating the rows throws if the file is truncated or modified; the caller must then roll back. */
export async function readBackup(path: string): Promise<{ header: BackupHeader; rows: AsyncGenerator<BackupRow> }> {
  const hash = createHash('sha256');
  const lines = readLines(path);
  const first = await lines.next();
  const header = first.done ? undefined : headerSchema.safeParse(tryJson(first.value.text)).data;
  if (first.done || !header) throw new InputError('is not a store backup', { file: path, expected: 'a file of `sensebench store backup`' });
  if (header.version !== VERSION)
    throw new InputError(`has backup format ${header.version}; this version reads format ${VERSION}`, { file: path });
  hash.update(`${first.value.text}\n`);
  return { header, rows: rowsOf() };

  async function* rowsOf(): AsyncGenerator<BackupRow> {
    const counts: Record<string, number> = {};
    for await (const { line, text } of lines) {
      const match = /^"([a-z_]+)"\t(\{.*)$/s.exec(text);
      if (!match) {
        checkEnd(text, { line, counts });
        const more = await lines.next();
        if (!more.done) throw new InputError('has data after its last line', { file: path, line: line + 1 });
        return;
      }
      const [, table, json] = match;
      counts[table] = (counts[table] ?? 0) + 1;
      hash.update(`${text}\n`);
      yield { table, json };
    }
    throw new InputError('is truncated: its last line is missing', { file: path });
  }

  function checkEnd(text: string, { line, counts }: { line: number; counts: Record<string, number> }): void {
    const end = endSchema.safeParse(parseJson(text, { file: path, line })).data;
    const whole = end && end.sha256 === hash.digest('hex') && Object.keys(counts).every((table) => end.rows[table] === counts[table]);
    if (!whole) throw new InputError('was modified or damaged: its checksum does not match', { file: path, line });
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
