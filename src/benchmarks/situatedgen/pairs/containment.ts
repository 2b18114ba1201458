/** Whether two places or two times are the same under different names, or one contains the other (SituatedGen, appendix B.2). */
import { pathsOf, plainPlace } from './places.ts';
import { type TimeParts, timeParts } from './times.ts';

/** A place or time with all that is known of where or when it is. */
export interface Situation {
  context: 'GEO' | 'TEMP';
  /** The name in small letters, without article and accents. */
  name: string;
  /** Paths of a place, as "NA/US/TX". */
  paths: readonly string[];
  /** Parts of a time, as the month and the season that it is in. */
  parts: TimeParts;
}

export function situate({ context, name }: { context: 'GEO' | 'TEMP'; name: string }): Situation {
  return {
    context,
    name: plainPlace(name),
    paths: context === 'GEO' ? pathsOf(name) : [],
    parts: context === 'TEMP' ? timeParts(name) : {},
  };
}

export function sameSituation(first: Situation, second: Situation): boolean {
  if (first.context !== second.context) return false;
  if (first.name === second.name || first.paths.some((path) => second.paths.includes(path))) return true;
  const keys = Object.keys(first.parts);
  return keys.length > 0 && keys.length === Object.keys(second.parts).length && agree(keys, first, second);
}

/** The United States contain New York City, summer contains July, the 1960s contain 1969. */
export function contains(outer: Situation, inner: Situation): boolean {
  if (outer.context !== inner.context) return false;
  if (outer.paths.some((path) => inner.paths.some((other) => other.startsWith(`${path}/`)))) return true;
  const keys = Object.keys(outer.parts);
  return keys.length > 0 && keys.length < Object.keys(inner.parts).length && agree(keys, outer, inner);
}

function agree(keys: readonly string[], first: Situation, second: Situation): boolean {
  return keys.every((key) => first.parts[key] === second.parts[key]);
}
