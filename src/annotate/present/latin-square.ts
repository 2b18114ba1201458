/** Balanced Latin squares (Williams 1949): orders in which each thing has each place, and follows each other one, equally often. */
import { createRandom, type ShowingPlace } from '../../core/index.ts';

/** One order a row: as many rows as things, or twice as many where their number is odd. */
export function balancedOrders(things: number): number[][] {
  const zigzag = Array.from({ length: things }, (_, i) => (i % 2 === 0 ? i / 2 : things - (i + 1) / 2));
  const rows = zigzag.map((_, shift) => zigzag.map((place) => (place + shift) % things));
  return things % 2 === 0 || things === 1 ? rows : [...rows, ...rows.map((row) => row.toReversed())];
}

/**
 * The order for one annotator and item. On one item, annotators who follow each other get different rows of the square. Over the items of a block
 * (as many as there are rows) each annotator gets every row once; which item has which row is drawn by seed, so that it follows no pattern of the items.
 */
export function orderAt(things: number, { annotator, item, seed }: ShowingPlace): number[] {
  const rows = balancedOrders(things);
  const block = Math.floor(item / rows.length);
  const drawn = createRandom(`${seed}/order/${things}/${block}`).shuffle([...rows.keys()]);
  return rows[(drawn[item % rows.length] + annotator) % rows.length];
}
