/** Extra-linguistic contexts (SituatedGen, sections 3.1 and 5.2): GEO is a geopolitical entity, TEMP a date, time or event. */

import type { EntityType, TextEntity } from '../../core/index.ts';
import type { Context } from '../../statements/index.ts';

const GEO_TYPES: ReadonlySet<EntityType> = new Set<EntityType>(['GPE']);
const TEMP_TYPES: ReadonlySet<EntityType> = new Set<EntityType>(['DATE', 'TIME', 'EVENT']);

export function isContextType(type: string): boolean {
  return GEO_TYPES.has(type as EntityType) || TEMP_TYPES.has(type as EntityType);
}

/** The context type that a statement's entities show; null without any geographical or temporal one. */
export function contextOf(entities: readonly Pick<TextEntity, 'type'>[]): Context | null {
  const geo = entities.some(({ type }) => GEO_TYPES.has(type));
  const temp = entities.some(({ type }) => TEMP_TYPES.has(type));
  return geo && temp ? 'BOTH' : geo ? 'GEO' : temp ? 'TEMP' : null;
}

/** A pair's context is what both statements have: BOTH and GEO make GEO; GEO and TEMP make nothing. */
export function pairContext(first: Context | null, second: Context | null): Context | null {
  if (first === null || second === null) return null;
  if (first === second || second === 'BOTH') return first;
  return first === 'BOTH' ? second : null;
}
