/** Rows in packed blocks, which are unpacked when needed, so that a page with many rows opens quickly and stays small. */
import { inflateSync } from 'fflate';

const decoder = new TextDecoder();

/** The number of rows per block. Smaller blocks unpack faster (visible rows of a sorted list are in different blocks), larger ones take less space. */
export const BLOCK_ROWS = 64;

/** The number of unpacked blocks in the cache. */
const MOST_OPEN = 64;

export interface RowPlace<Block> {
  block: Block;
  /** The index of the row in the block. */
  at: number;
}

/** Finds the block of a row. The blocks after the first are read when one of them is needed. */
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
    // Moves the block to the end, so that the least recently used one is first in the map.
    open.delete(number);
    open.set(number, block);
    for (const oldest of open.keys()) {
      if (open.size <= MOST_OPEN) break;
      open.delete(oldest);
    }
    return { block, at: place % BLOCK_ROWS };
  };
}

/** Unpacks a list with a value per row when it is first needed. */
export function lazyColumn<Value>(packed: string): () => readonly Value[] {
  let column: readonly Value[] | undefined;
  return () => {
    column ??= unpackJson(packed) as readonly Value[];
    return column;
  };
}

/** Undefined if no row has that name. */
export function placeIn(names: readonly string[], name: string): number | undefined {
  const place = names.indexOf(name);
  return place < 0 ? undefined : place;
}

/** The rows of the first block, which can be listed before the whole page is read. */
export function firstPlaces(count: number): number[] {
  return Array.from({ length: Math.min(count, BLOCK_ROWS) }, (_, place) => place);
}

/** Reads the output of `packJson`. The browser's DecompressionStream is not used because it is asynchronous, and lists draw synchronously. */
export function unpackJson(packed: string): unknown {
  const characters = atob(packed);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return JSON.parse(decoder.decode(inflateSync(bytes)));
}
