/** How contrastive two statements are, from 0 to 1: built alike, and saying different things of different places or times. */
import { longestCommonSubsequence } from '../../../metrics/text/index.ts';
import type { Frame } from './frame.ts';

type Compared = Pick<Frame, 'skeleton' | 'values' | 'slots'>;

/** `parallel` is their parallelism. Two decimals, cut off. */
export function contrastScore(first: Compared, second: Compared, parallel: number): number {
  return Math.floor(50 * (parallel + difference(first, second)) + 1e-9) / 100;
}

/** Share of the words around names, nouns and adjectives that both have in the same order. */
export function parallelism({ skeleton: first }: Compared, { skeleton: second }: Compared): number {
  const words = first.length + second.length;
  return words === 0 ? 0 : (2 * longestCommonSubsequence(first, second)) / words;
}

/** Share of the words of content, places and times that only one of them has. */
function difference(first: Compared, second: Compared): number {
  const [ones, twos] = [first, second].map(({ values, slots }) => new Set([...values, ...slots.map(({ name }) => name.toLowerCase())]));
  let shared = 0;
  for (const value of ones) if (twos.has(value)) shared++;
  const all = ones.size + twos.size - shared;
  return all === 0 ? 0 : 1 - shared / all;
}
