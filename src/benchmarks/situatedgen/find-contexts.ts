/** The contexts of items whose rows do not say them, as the released ones: from the entities that the model finds, as `stats` does. */
import type { ToolNeeds, Tools } from '../../core/index.ts';
import { contextOf, pairContext } from './contexts.ts';
import type { SituatedGenItem } from './item.ts';

export async function findItemContexts(
  items: readonly SituatedGenItem[],
  tools: (needs: ToolNeeds) => Promise<Tools>,
): Promise<SituatedGenItem[]> {
  const unknown = [...new Set(items.flatMap(({ meta }) => (meta.context ? [] : meta.statements)))];
  if (unknown.length === 0) return [...items];
  const { analyse } = await tools({ analyse: true });
  const found = await analyse(unknown);
  const contexts = new Map(unknown.map((statement, i) => [statement, contextOf(found[i].entities)]));
  return items.map((item) => {
    if (item.meta.context) return item;
    const [first, second] = item.meta.statements.map((statement) => contexts.get(statement) ?? null);
    const context = pairContext(first, second);
    return context ? { ...item, meta: { ...item.meta, context } } : item;
  });
}
