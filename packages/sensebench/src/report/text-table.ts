/** A table for a terminal: padded columns, never wider than the terminal. */
import type { Table } from '@sensebench/metrics/internal/core';
import { isRight, show } from './table.ts';

export interface TextTableOptions {
  /** The width of the terminal in characters. Default: the width of the table. */
  width?: number;
}

const BETWEEN = '  ';
/** A last column of text is wrapped if this many of its characters fit beside the others. */
const NARROWEST = 24;

/**
 * If it is too wide, a last column of text (such as a signature) is wrapped, or else the columns are divided into several tables, one below the
 * other, each with the first column. A single column that is wider than the terminal stays as it is.
 */
export function tableToText(table: Table, { width = Number.POSITIVE_INFINITY }: TextTableOptions = {}): string {
  const lines = [
    table.columns.map(({ label }) => label),
    ...table.rows.map((row) => table.columns.map((column) => show(column, row[column.key]))),
  ];
  const right = table.columns.map((column) => isRight(table, column));
  const widths = table.columns.map((_, i) => lines.reduce((most, line) => Math.max(most, line[i].length), 0));
  const caption = table.caption ? `${table.caption}\n` : '';
  if (total(widths) <= width) return caption + draw(lines, widths, right);
  const last = widths.length - 1;
  const room = width - total(widths.slice(0, -1)) - BETWEEN.length;
  if (last > 0 && !right[last] && room >= NARROWEST) return caption + draw(lines, [...widths.slice(0, -1), room], right);
  const blocks = divide(widths, width).map((places) => {
    const some = <T>(values: readonly T[]) => places.map((place) => values[place]);
    return draw(lines.map(some), some(widths), some(right));
  });
  return caption + blocks.join('\n\n');
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, own) => sum + own, 0) + BETWEEN.length * (widths.length - 1);
}

/** The columns of each block: the first, and as many others as fit, at least one. */
function divide(widths: readonly number[], width: number): number[][] {
  const blocks: number[][] = [];
  let block = [0];
  for (let place = 1; place < widths.length; place++) {
    if (block.length > 1 && total([...block, place].map((each) => widths[each])) > width) {
      blocks.push(block);
      block = [0];
    }
    block.push(place);
  }
  return [...blocks, block];
}

/** Cells that are longer than their column continue in the next line. */
function draw(lines: readonly (readonly string[])[], widths: readonly number[], right: readonly boolean[]): string {
  const text = lines.flatMap((line) => {
    const cells = line.map((value, i) => wrap(value, widths[i]));
    const height = cells.reduce((most, { length }) => Math.max(most, length), 1);
    return Array.from({ length: height }, (_, row) =>
      cells
        .map((parts, i) => (right[i] ? (parts[row] ?? '').padStart(widths[i]) : (parts[row] ?? '').padEnd(widths[i])))
        .join(BETWEEN)
        .trimEnd(),
    );
  });
  return [text[0], widths.map((width) => '─'.repeat(width)).join(BETWEEN), ...text.slice(1)].join('\n');
}

/** Cuts after a space, | or comma, if there is one in the second half of the line. */
function wrap(text: string, width: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const [whole] = /^.*[ |,]/.exec(rest.slice(0, width)) ?? [''];
    const cut = whole.length > width / 2 ? whole.length : width;
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}
