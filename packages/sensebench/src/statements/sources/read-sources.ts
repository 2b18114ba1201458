/** Reads several sources as one stream of rows with unique ids, leaves out rows that are too long, and counts the rows of every corpus. */
import { InputError, type LedgerRow } from '@sensebench/metrics/internal/core';
import { createTextNumbers, hashFile, sha256 } from '../../files/index.ts';
import { starterFiles, starterReader } from './read-starter.ts';
import type { SourceReader, SourceRow } from './source-reader.ts';

export interface ReadSourcesOptions {
  /** Longer texts are not single sentences; the paper's longest has some 300 characters. */
  maxCharacters?: number;
  drop(row: LedgerRow): void;
  /** Called for each row that SituatedGen's Table 1 counts as "# Sent": true claims, answered questions and facts, including blank lines of facts. */
  count?(source: string): void;
}

type Sources = readonly { reader: SourceReader; path: string }[];

/** Yields undefined after many drops without a row, so that the drops can be stored. */
export async function* streamSources(
  sources: Sources,
  { maxCharacters = 1000, drop, count = () => undefined }: ReadSourcesOptions,
): AsyncGenerator<SourceRow | undefined> {
  const ids = createTextNumbers();
  for (const { reader, path } of sources) {
    let any = false;
    const leave = (row: LedgerRow) => {
      any = true;
      if (row.rule === 'empty line') count(row.ids[0].split('::')[0]);
      drop(row);
    };
    for await (const row of reader.read(path, leave)) {
      any = true;
      if (row === undefined) {
        yield row;
        continue;
      }
      count(row.source);
      const text = row.text ?? row.question ?? '';
      const place = { step: 'read' as const, ids: [row.id], text: text.slice(0, 300) };
      if (!ids.isNew(row.id)) drop({ ...place, rule: 'id given twice' });
      else if (text.length > maxCharacters) drop({ ...place, rule: 'too long', value: text.length, limit: maxCharacters });
      else yield row;
    }
    if (!any) throw new InputError('has no rows', { file: path, expected: reader.layout });
  }
}

export interface ReadSourcesResult {
  rows: SourceRow[];
  dropped: LedgerRow[];
  /** The number of rows of each corpus. */
  sentences: Record<string, number>;
}

/** Reads all rows into memory. */
export async function readSources(
  sources: Sources,
  { maxCharacters }: Pick<ReadSourcesOptions, 'maxCharacters'> = {},
): Promise<ReadSourcesResult> {
  const result: ReadSourcesResult = { rows: [], dropped: [], sentences: {} };
  const { rows, dropped, sentences } = result;
  const options = { maxCharacters, drop: (row: LedgerRow) => void dropped.push(row), count: counterOf(sentences) };
  for await (const row of streamSources(sources, options)) if (row) rows.push(row);
  return result;
}

/** Makes a function that counts into a record. */
export function counterOf(counts: Record<string, number>): (source: string) => void {
  return (source) => {
    counts[source] = (counts[source] ?? 0) + 1;
  };
}

/** SHA-256 of the file as stored; of a folder, the hash of its files' hashes. */
export async function hashSource({ reader, path }: { reader: SourceReader; path: string }): Promise<string> {
  if (reader !== starterReader) return hashFile(path);
  const hashes = await Promise.all(starterFiles(path).map((file) => hashFile(file)));
  return hashes.length === 1 ? hashes[0] : sha256(hashes.join('\n'));
}
