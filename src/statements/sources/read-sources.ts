/** Reads several sources into one list of rows: ids are unique, over-long rows are left out, and every file's rows are counted. */
import type { LedgerRow } from '../../core/index.ts';
import { InputError } from '../../core/index.ts';
import type { SourceReader } from './source-reader.ts';
import type { SourceRow } from './source-row.ts';

export interface ReadSourcesOptions {
  /** Longer texts are not single sentences; the paper's longest has some 300 characters. */
  maxCharacters?: number;
}

export interface ReadSourcesResult {
  rows: SourceRow[];
  dropped: LedgerRow[];
  /** Rows that each corpus gave, as SituatedGen's Table 1 counts "# Sent": true claims, answered questions, facts, blank fact lines too. */
  sentences: Record<string, number>;
}

export async function readSources(
  sources: readonly { reader: SourceReader; path: string }[],
  { maxCharacters = 1000 }: ReadSourcesOptions = {},
): Promise<ReadSourcesResult> {
  const result: ReadSourcesResult = { rows: [], dropped: [], sentences: {} };
  const seen = new Set<string>();
  for (const { reader, path } of sources) {
    const { rows, dropped } = await reader.read(path);
    if (rows.length + dropped.length === 0) throw new InputError('has no rows', { file: path, expected: reader.layout });
    for (const row of dropped) {
      result.dropped.push(row);
      if (row.rule === 'empty line') count(result.sentences, row.ids[0].split('::')[0]);
    }
    for (const row of rows) {
      count(result.sentences, row.source);
      const text = row.text ?? row.question ?? '';
      const place = { step: 'read' as const, ids: [row.id], text: text.slice(0, 300) };
      if (seen.has(row.id)) result.dropped.push({ ...place, rule: 'id given twice' });
      else if (text.length > maxCharacters) result.dropped.push({ ...place, rule: 'too long', value: text.length, limit: maxCharacters });
      else result.rows.push(row);
      seen.add(row.id);
    }
  }
  return result;
}

function count(counts: Record<string, number>, source: string): void {
  counts[source] = (counts[source] ?? 0) + 1;
}
