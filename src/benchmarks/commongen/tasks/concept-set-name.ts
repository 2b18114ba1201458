/** How decisions name a concept-set: its concepts in alphabetical order, joined by #; the second of two equal sets ends in @2. */
import type { TaskItem } from '../../../core/index.ts';
import type { CommonGenItem } from '../item.ts';

/** Larger sets have too many orders to list. */
const MOST_REORDERED = 5;

/** The names of the items, in their order. A line number would not do: a removed row would shift all others. */
export function nameConceptSets(items: readonly CommonGenItem[]): (Pick<TaskItem, 'id' | 'also'> & { item: CommonGenItem })[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const { concepts } = item.input;
    const name = [...concepts].sort().join('#');
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const repeat = times > 1 ? `@${times}` : '';
    const orders = concepts.length > MOST_REORDERED ? [[...concepts]] : ordersOf([...new Set(concepts)]);
    const also = new Set([concepts.join('#'), ...orders.map((order) => order.join('#'))].map((order) => order + repeat));
    also.delete(name + repeat);
    return { id: name + repeat, also: [...also], item };
  });
}

function ordersOf(concepts: readonly string[]): string[][] {
  if (concepts.length < 2) return [[...concepts]];
  return concepts.flatMap((first, i) => ordersOf(concepts.filter((_, other) => other !== i)).map((rest) => [first, ...rest]));
}
