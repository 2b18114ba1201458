import { describe, expect, it } from 'vitest';
import { packJson } from '../pack-json.ts';
import { BLOCK_ROWS, createBlockReader, firstPlaces, lazyColumn, placeIn } from './row-blocks.ts';

/** Blocks of numbers, each row its own place. */
const blocks = Array.from({ length: 100 }, (_, b) => packJson(Array.from({ length: BLOCK_ROWS }, (_, at) => b * BLOCK_ROWS + at)));
const [first, ...others] = blocks;

describe('rows in blocks', () => {
  it('are found at their places, in any order, also after their block was forgotten', () => {
    const read = createBlockReader<number[]>(first, () => others);
    const rowAt = (place: number) => {
      const { block, at } = read(place);
      return block[at];
    };
    const places = Array.from({ length: 100 * BLOCK_ROWS }, (_, i) => (i * 2477) % (100 * BLOCK_ROWS));
    expect(places.map(rowAt)).toEqual(places);
  });

  it('of the first block need no other, as long as the browser has not read them', () => {
    const read = createBlockReader<number[]>(first, () => {
      throw new Error('not yet there');
    });
    expect(firstPlaces(10_000).map((place) => read(place).at)).toEqual(Array.from({ length: BLOCK_ROWS }, (_, at) => at));
    expect(() => read(BLOCK_ROWS)).toThrow('not yet there');
    expect(firstPlaces(3)).toEqual([0, 1, 2]);
  });
});

it('a column is unpacked once', () => {
  const column = lazyColumn<number | null>(packJson([0.5, null]));
  expect(column()).toEqual([0.5, null]);
  expect(column()).toBe(column());
});

it('a name that no row has is at no place', () => {
  expect([placeIn(['a', 'b'], 'b'), placeIn(['a', 'b'], 'c')]).toEqual([1, undefined]);
});
