/** The released SituatedGen notation of entities, "text:TYPE, text:TYPE", read into entities with offsets, and written back. */
import { ENTITY_TYPES, type EntityType, type TextEntity } from '../../core/index.ts';

const SEPARATOR = new RegExp(`:(${ENTITY_TYPES.join('|')})(?:, |$)`, 'g');

/** Entities in the order of the text. One that does not occur in it (a few released ones) is passed over. */
export function parseNers(ners: string, text: string): TextEntity[] {
  const entities: TextEntity[] = [];
  let from = 0;
  let place = 0;
  for (const match of ners.matchAll(SEPARATOR)) {
    const name = ners.slice(from, match.index);
    from = match.index + match[0].length;
    const found = locate(name, text, place) ?? locate(name, text, 0);
    if (!found) continue;
    entities.push({ ...found, type: match[1] as EntityType });
    place = found.end;
  }
  return entities;
}

export function formatNers(entities: readonly TextEntity[]): string {
  return entities.map((entity) => `${entity.text}:${entity.type}`).join(', ');
}

function locate(name: string, text: string, from: number): Omit<TextEntity, 'type'> | null {
  if (name === '') return null;
  const exact = text.indexOf(name, from);
  const start = exact >= 0 ? exact : text.toLowerCase().indexOf(name.toLowerCase(), from);
  if (start < 0) return null;
  const end = start + name.length;
  return { text: text.slice(start, end), start, end };
}
