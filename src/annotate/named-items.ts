/** Items with the names that decisions call them by: the benchmark's own names, or the ids. */
import type { Benchmark, Item, TaskItem } from '../core/index.ts';

export interface NamedItem extends Pick<TaskItem, 'id' | 'also'> {
  item: Item;
}

export function namedItems({ names }: Pick<Benchmark, 'names'>, items: readonly Item[]): NamedItem[] {
  const given = names?.(items);
  return items.map((item, i) => ({ id: given?.[i].id ?? item.id, also: given?.[i].also, item }));
}
