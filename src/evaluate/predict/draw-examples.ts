/** Few-shot examples, drawn for each item by seed and id (SituatedGen, section 6.1), so that order and resumption do not matter. */
import { createRandom, type Item } from '../../core/index.ts';

export interface DrawExamplesOptions {
  shots: number;
  seed: number;
}

/** Never the item itself, should the pool hold it. */
export function drawExamples(item: Item, pool: readonly Item[], { shots, seed }: DrawExamplesOptions): Item[] {
  if (shots === 0) return [];
  const drawn = createRandom(`${seed}/examples/${item.id}`).sample(pool, shots + 1);
  return drawn.filter(({ id }) => id !== item.id).slice(0, shots);
}
