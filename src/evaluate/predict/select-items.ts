/** Selects the items of a run: all, the first n, or n drawn by seed, always in the order of the dataset. */
import { createRandom, InputError, type Item } from '../../core/index.ts';

export interface SelectItemsOptions {
  limit?: number;
  sample?: number;
  seed: number;
}

export function selectItems<I extends Item>(items: readonly I[], { limit, sample, seed }: SelectItemsOptions): I[] {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) throw new InputError(`two items have the id "${id}"`);
    seen.add(id);
  }
  if (sample !== undefined) {
    const chosen = new Set(
      createRandom(`${seed}/sample`).sample(
        items.map((_, i) => i),
        sample,
      ),
    );
    return items.filter((_, i) => chosen.has(i)).slice(0, limit);
  }
  return items.slice(0, limit);
}

export async function collectItems<I extends Item>(items: AsyncIterable<I>): Promise<I[]> {
  const list: I[] = [];
  for await (const item of items) list.push(item);
  return list;
}
