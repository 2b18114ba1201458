/** The public and the private part of a test set: units (statements, questions, concept-sets) are never divided between them. */
import { sha256 } from '../files/index.ts';

export interface Parts {
  public: string[];
  private: string[];
  /** Items that share a unit with both parts: they count only where all items do. None where every item names one unit. */
  between: string[];
}

interface Placed {
  id: string;
  /** An item without units is one by itself. */
  units: readonly string[];
}

/**
 * The same items and seed give the same parts, in whatever order the items come. The public part grows from the unit whose hash comes first: next is
 * the unit that brings in most of its items, ties by hash. So items that name several units (pairs of statements) leave few between the parts.
 */
export function divideItems(items: readonly Placed[], { share, seed }: { share: number; seed: number | string }): Parts {
  const ids = items.map(({ id }) => id);
  if (share >= 1) return { public: ids, private: [], between: [] };
  const own = items.map(({ id, units }) => (units.length > 0 ? [...new Set(units)] : [`\0${id}`]));
  const members = new Map<string, number[]>();
  for (const [place, units] of own.entries()) {
    for (const unit of units) members.set(unit, [...(members.get(unit) ?? []), place]);
  }
  const order = [...members.keys()].map((unit) => ({ unit, hash: sha256(`${seed}\0${unit}`) })).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  /** How many of an item's units are not public yet. */
  const missing = own.map(({ length }) => length);
  const taken = new Set<string>();
  const waiting = new Map(order.map(({ unit }) => [unit, 0]));
  const wanted = share * items.length;
  let count = 0;
  while (count < wanted && waiting.size > 0) {
    const unit = best(waiting);
    const places = members.get(unit) ?? [];
    const gain = places.filter((place) => missing[place] === 1).length;
    // The last unit is taken only if that comes nearer to the share.
    if (gain > 0 && count + gain - wanted > wanted - count) break;
    waiting.delete(unit);
    taken.add(unit);
    count += gain;
    for (const place of places) {
      missing[place]--;
      for (const other of own[place]) {
        if (waiting.has(other)) waiting.set(other, shareTaken(members.get(other) ?? [], own, missing));
      }
    }
  }
  const part = (test: (units: readonly string[]) => boolean) => ids.filter((_, place) => test(own[place]));
  return {
    public: part((units) => units.every((unit) => taken.has(unit))),
    private: part((units) => units.every((unit) => !taken.has(unit))),
    between: part((units) => units.some((unit) => taken.has(unit)) && units.some((unit) => !taken.has(unit))),
  };
}

/** The first of the highest; the map is in the order of the hashes. */
function best(waiting: ReadonlyMap<string, number>): string {
  let [found, highest] = ['', -1];
  for (const [unit, value] of waiting) if (value > highest) [found, highest] = [unit, value];
  return found;
}

/** Which share of a unit's items is tied to the public part already. */
function shareTaken(places: readonly number[], own: readonly (readonly string[])[], missing: readonly number[]): number {
  return places.filter((place) => missing[place] < own[place].length).length / places.length;
}
