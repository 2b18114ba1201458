/** How contrastive two statements are, from 0 to 1: built alike, and saying different things of different places or times. */
import type { Frame } from './frame.ts';

type Compared = Pick<Frame, 'skeleton' | 'values' | 'slots'>;

/** `parallel` is their parallelism. Two decimals, cut off. */
export function contrastScore(first: Compared, second: Compared, parallel: number): number {
  return Math.floor(50 * (parallel + difference(first, second)) + 1e-9) / 100;
}

/** Share of the words around names, nouns and adjectives that both have in the same order. */
export function parallelism({ skeleton: first }: Compared, { skeleton: second }: Compared): number {
  const words = first.length + second.length;
  return words === 0 ? 0 : (2 * commonWords(first, second)) / words;
}

/** Share of the words of content, places and times that only one of them has. */
function difference(first: Compared, second: Compared): number {
  const [ones, twos] = [first, second].map(({ values, slots }) => new Set([...values, ...slots.map(({ name }) => name.toLowerCase())]));
  let shared = 0;
  for (const value of ones) if (twos.has(value)) shared++;
  const all = ones.size + twos.size - shared;
  return all === 0 ? 0 : 1 - shared / all;
}

/** Length of the longest common subsequence. */
function commonWords(first: readonly string[], second: readonly string[]): number {
  const row = new Uint16Array(second.length + 1);
  for (const word of first) {
    let diagonal = 0;
    for (let i = 0; i < second.length; i++) {
      const above = row[i + 1];
      row[i + 1] = word === second[i] ? diagonal + 1 : Math.max(above, row[i]);
      diagonal = above;
    }
  }
  return row[second.length];
}
