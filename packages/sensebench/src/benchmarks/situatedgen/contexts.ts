/** Extra-linguistic contexts (SituatedGen, sections 3.1 and 5.2): GEO is a geopolitical entity, TEMP a date, time or event. */

import type { EntityType, TextEntity, ToolNeeds, Tools } from '@sensebench/metrics/internal/core';
import type { Context } from '../../statements/index.ts';
import type { SituatedGenItem } from './item.ts';

const GEO_TYPES: ReadonlySet<EntityType> = new Set<EntityType>(['GPE']);
const TEMP_TYPES: ReadonlySet<EntityType> = new Set<EntityType>(['DATE', 'TIME', 'EVENT']);

export function isContextType(type: string): boolean {
  return GEO_TYPES.has(type as EntityType) || TEMP_TYPES.has(type as EntityType);
}

/** The context type of a statement, from its entities; null without a geographical or temporal one. */
export function contextOf(entities: readonly Pick<TextEntity, 'type'>[]): Context | null {
  const geo = entities.some(({ type }) => GEO_TYPES.has(type));
  const temp = entities.some(({ type }) => TEMP_TYPES.has(type));
  return geo && temp ? 'BOTH' : geo ? 'GEO' : temp ? 'TEMP' : null;
}

/** The context of a pair is common to both statements: GEO for BOTH and GEO, none for GEO and TEMP. */
export function pairContext(first: Context | null, second: Context | null): Context | null {
  if (first === null || second === null) return null;
  if (first === second || second === 'BOTH') return first;
  return first === 'BOTH' ? second : null;
}

/** The contexts of items whose rows do not have them, like the released ones, from entities found by the model, as in `stats`. */
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
