/** Rows in packed blocks: a block is unpacked when one of its rows is needed, so that a page of many rows opens at once and stays small. */
import { inflateSync } from 'fflate';

const decoder = new TextDecoder();

/** Rows of a block. Sorted rows in sight are all in different blocks: smaller blocks are faster to unpack, larger ones take less space. */
export const BLOCK_ROWS = 64;

/** Unpacked blocks that are remembered. */
const MOST_OPEN = 64;

export interface RowPlace<Block> {
  block: Block;
  /** The row's place in the block. */
  at: number;
}

/** Finds the block of a row. The blocks behind the first are asked for when one of them is needed. */
export function createBlockReader<Block>(first: string, others: () => readonly string[]): (place: number) => RowPlace<Block> {
  const open = new Map<number, Block>();
  let rest: readonly string[] | undefined;
  const read = (number: number): Block => {
    if (number === 0) return unpackJson(first) as Block;
    rest ??= others();
    return unpackJson(rest[number - 1]) as Block;
  };
  return (place) => {
    const number = Math.floor(place / BLOCK_ROWS);
    const block = open.get(number) ?? read(number);
    // Put last: the first of the map is the one that was not used for longest.
    open.delete(number);
    open.set(number, block);
    for (const oldest of open.keys()) {
      if (open.size <= MOST_OPEN) break;
      open.delete(oldest);
    }
    return { block, at: place % BLOCK_ROWS };
  };
}

/** Unpacks a list with a value for each row when it is first asked for. */
export function lazyColumn<Value>(packed: string): () => readonly Value[] {
  let column: readonly Value[] | undefined;
  return () => {
    column ??= unpackJson(packed) as readonly Value[];
    return column;
  };
}

/** Undefined where no row has that name. */
export function placeIn(names: readonly string[], name: string): number | undefined {
  const place = names.indexOf(name);
  return place < 0 ? undefined : place;
}

/** Places of the first block, which can be listed before the page has all of them. */
export function firstPlaces(count: number): number[] {
  return Array.from({ length: Math.min(count, BLOCK_ROWS) }, (_, place) => place);
}

/** Not by the browser's own DecompressionStream, which is asynchronous: a list draws its rows at once. */
export function unpackJson(packed: string): unknown {
  const characters = atob(packed);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return JSON.parse(decoder.decode(inflateSync(bytes)));
}
