/** Seeded random numbers: xoroshiro128+ (Blackman and Vigna, 2018) from pure-rand, seeded through a 32-bit FNV-1a hash. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, bound). */
  below(bound: number): number;
  choice<T>(values: readonly T[]): T;
  /** A shuffled copy (Fisher and Yates). */
  shuffle<T>(values: readonly T[]): T[];
  /** Values at `count` distinct positions, in random order; all of them if there are fewer. */
  sample<T>(values: readonly T[], count: number): T[];
  /** An index drawn in proportion to its weight. */
  weighted(weights: readonly number[]): number;
}

/** The same seed always gives the same numbers; different text seeds (`17/item-4`) give independent streams. */
export function createRandom(seed: number | string): Random {
  const generator = xoroshiro128plus(typeof seed === 'number' && Number.isInteger(seed) ? seed : hashSeed(String(seed)));
  const next = () => uniformFloat64(generator);
  const below = (bound: number) => uniformInt(generator, 0, bound - 1);

  function draw<T>(values: readonly T[], count: number): T[] {
    const pool = [...values];
    const taken = Math.min(count, pool.length);
    for (let i = 0; i < taken; i++) {
      const j = i + below(pool.length - i);
      [pool[i], pool[j]] = [pool[j], pool[i]];
    }
    return pool.slice(0, taken);
  }

  return {
    next,
    below,
    choice: (values) => values[below(values.length)],
    shuffle: (values) => draw(values, values.length),
    sample: draw,
    weighted(weights) {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const last = weights.length - 1;
      for (let i = 0; i < last; i++) {
        rest -= weights[i];
        if (rest < 0) return i;
      }
      return last;
    },
  };
}

function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
