/** The items of a report's page. Blocks and columns are unpacked when they are first needed. */
import type { ItemBlock, ItemRow, ReportRows } from './report-rows.ts';
import { createBlockReader, lazyColumn } from './row-blocks.ts';

export interface OpenItem {
  item: ItemRow;
  /** Expected texts, notes and lines of prompts, by index. */
  texts: readonly string[];
}

/** `ReportColumns` as functions that return the values. */
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

/** `others` are the packed blocks after the first. */
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
