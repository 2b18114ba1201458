/** Which item an annotator gets next: k answers an item, nobody twice, priorities, and one of two fair orders. */
import { createHash } from 'node:crypto';

export interface QueuedItem {
  id: string;
  group?: string;
  /** How many answers it needs. */
  people: number;
  /** Higher ones come first. Default: 0. */
  priority?: number;
  /** A gold item: mixed in, and never counted as open work. */
  gold?: boolean;
}

/** An answer that counts, or a lease that is running: both take a slot. */
export interface TakenSlot {
  item: string;
  annotator: string;
}

/** `finish`: items nearest to completion first. `breadth`: items with the fewest answers first. */
export type QueueOrder = 'finish' | 'breadth';

export interface QueueState {
  items: readonly QueuedItem[];
  taken: readonly TakenSlot[];
  order: QueueOrder;
  seed: number | string;
  /** About one in so many items that an annotator gets is gold; 0: none. */
  goldEvery?: number;
}

/**
 * null where nothing is left for this annotator. Ties are broken by the annotator's own order, so that two who begin at once get different items;
 * an annotator who began a group goes on with it.
 */
export function nextItem(state: QueueState, annotator: string): QueuedItem | null {
  const { items, taken, seed, goldEvery = 0 } = state;
  const own = new Set(taken.filter((slot) => slot.annotator === annotator).map(({ item }) => item));
  const gold = items.filter((item) => item.gold && !own.has(item.id));
  const wanted = goldEvery > 0 && isGoldTurn(own.size, { seed, annotator, every: goldEvery });
  if (wanted && gold.length > 0) return byOwnOrder(gold, { seed, annotator })[0];
  const counts = new Map<string, number>();
  for (const { item } of taken) counts.set(item, (counts.get(item) ?? 0) + 1);
  const open = items.filter((item) => !item.gold && !own.has(item.id) && (counts.get(item.id) ?? 0) < item.people);
  if (open.length === 0) return null;
  const begun = new Set(items.filter(({ id, group }) => group !== undefined && own.has(id)).map(({ group }) => group));
  const sorted = byOwnOrder(open, { seed, annotator });
  const rank = (item: QueuedItem) => [
    -(item.priority ?? 0),
    item.group !== undefined && begun.has(item.group) ? 0 : 1,
    state.order === 'finish' ? item.people - (counts.get(item.id) ?? 0) : (counts.get(item.id) ?? 0),
  ];
  return sorted.reduce((best, item) => (isBefore(rank(item), rank(best)) ? item : best));
}

/** By SHA-256 of seed, annotator and name, which every database has: groups together, in an order of the annotator's own. */
export function byOwnOrder<Item extends { id: string; group?: string }>(
  items: readonly Item[],
  { seed, annotator }: { seed: number | string; annotator: string },
): Item[] {
  const key = (name: string) => createHash('sha256').update(`${seed}/${annotator}/${name}`).digest('hex');
  const keyed = items.map((item) => ({ item, keys: [key(item.group ?? item.id), key(item.id)] }));
  return keyed.sort((a, b) => (a.keys.join() < b.keys.join() ? -1 : 1)).map(({ item }) => item);
}

/** One turn of each `every` is for gold, drawn by seed within its block: nobody can tell which. */
export function isGoldTurn(turn: number, { seed, annotator, every }: { seed: number | string; annotator: string; every: number }): boolean {
  const block = Math.floor(turn / every);
  const hash = createHash('sha256').update(`${seed}/gold/${annotator}/${block}`).digest();
  return turn % every === hash.readUInt32BE(0) % every;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs >= 0 && a[differs] < b[differs];
}
