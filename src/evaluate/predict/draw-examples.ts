/** Few-shot examples, drawn by seed for each item (SituatedGen, section 6.1) or once for all; order and resumption do not matter. */
import { createRandom, type Item } from '../../core/index.ts';

export interface DrawExamplesOptions {
  shots: number;
  seed: number;
  /** The same examples for every item, so that prompts begin alike and a model can keep that beginning in its cache. */
  sameExamples?: boolean;
}

/** Never the item itself, should the pool hold it. */
export function drawExamples(item: Item, pool: readonly Item[], { shots, seed, sameExamples = false }: DrawExamplesOptions): Item[] {
  if (shots === 0) return [];
  const drawn = createRandom(sameExamples ? `${seed}/examples` : `${seed}/examples/${item.id}`).sample(pool, shots + 1);
  return drawn.filter(({ id }) => id !== item.id).slice(0, shots);
}
