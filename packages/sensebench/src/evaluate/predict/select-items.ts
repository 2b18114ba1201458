/** Selects the items of a run: all, the first n, or n drawn by seed and spread over units, in the order of the dataset. */
import { createRandom, InputError, type Item } from '@sensebench/metrics/internal/core';

export interface SelectItemsOptions<I extends Item = Item> {
  limit?: number;
  sample?: number;
  seed: number;
  /** The units that items share. A sample prefers items whose units it contains least often. */
  units?(item: I): readonly string[];
}

export function selectItems<I extends Item>(items: readonly I[], { limit, sample, seed, units }: SelectItemsOptions<I>): I[] {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) throw new InputError(`two items have the id "${id}"`);
    seen.add(id);
  }
  if (sample === undefined) return items.slice(0, limit);
  if (sample > items.length)
    throw new InputError(`--sample ${sample} is more than the dataset has`, { expected: `at most ${items.length}` });
  const random = createRandom(`${seed}/sample`);
  const places = [...items.keys()];
  const chosen = new Set(
    units ? spread(random.shuffle(places), { count: sample, unitsOf: (place) => units(items[place]) }) : random.sample(places, sample),
  );
  return items.filter((_, place) => chosen.has(place)).slice(0, limit);
}

/** Selects in rounds: round k takes, in order, places none of whose units was taken more than k times. */
function spread(places: readonly number[], { count, unitsOf }: { count: number; unitsOf(place: number): readonly string[] }): number[] {
  const selected: number[] = [];
  const uses = new Map<string, number>();
  let rest = places;
  for (let most = 0; selected.length < count; most++) {
    const left: number[] = [];
    for (const place of rest) {
      const units = unitsOf(place);
      if (selected.length >= count || units.some((unit) => (uses.get(unit) ?? 0) > most)) {
        left.push(place);
        continue;
      }
      selected.push(place);
      for (const unit of units) uses.set(unit, (uses.get(unit) ?? 0) + 1);
    }
    rest = left;
  }
  return selected;
}

export async function collectItems<I extends Item>(items: AsyncIterable<I>): Promise<I[]> {
  const list: I[] = [];
  for await (const item of items) list.push(item);
  return list;
}
