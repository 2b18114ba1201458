/** The items of a report's page: rows are unpacked block by block, columns when they are first asked for. */
import type { ItemBlock, ItemRow, ReportRows } from './report-rows.ts';
import { createBlockReader, lazyColumn } from './row-blocks.ts';

export interface OpenItem {
  item: ItemRow;
  /** Sought texts, notes and lines of prompts, by their places. */
  texts: readonly string[];
}

/** `ReportColumns`, each to be called for its values. */
interface OpenColumns {
  ids(): readonly string[];
  groups: (() => readonly (number | null)[])[];
  scores: (() => readonly (number | null)[])[][];
  missing?: (() => readonly number[])[];
}

export interface OpenItems {
  count: number;
  itemAt(place: number): OpenItem;
  columns: OpenColumns;
}

/** `others` are the packed blocks behind the first. */
export function openItems({ count, first, columns }: ReportRows, others: () => readonly string[]): OpenItems {
  const read = createBlockReader<ItemBlock>(first, others);
  return {
    count,
    itemAt(place) {
      const { block, at } = read(place);
      return { item: block.items[at], texts: block.texts };
    },
    columns: {
      ids: lazyColumn(columns.ids),
      groups: columns.groups.map((packed) => lazyColumn(packed)),
      scores: columns.scores.map((outputs) => outputs.map((packed) => lazyColumn(packed))),
      ...(columns.missing ? { missing: columns.missing.map((packed) => lazyColumn<number>(packed)) } : {}),
    },
  };
}
