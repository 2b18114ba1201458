/** The item rule: a decision names an item by its id or by one of its other names, exactly. */
import { InputError, type TaskItem } from '../core/index.ts';

/** Finds the id of the item that a name means. An id comes before another item's other name. */
export function itemFinder(items: readonly Pick<TaskItem, 'id' | 'also'>[]): (name: string) => string | undefined {
  const ids = new Set<string>();
  const byName = new Map<string, string>();
  for (const { id, also = [] } of items) {
    if (ids.has(id)) throw new InputError(`two items have the id "${id}"`);
    ids.add(id);
    for (const name of also) if (!byName.has(name)) byName.set(name, id);
  }
  return (name) => (ids.has(name) ? name : byName.get(name));
}
