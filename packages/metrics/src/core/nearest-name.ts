/** The known name that a misspelt one most likely means (edit distance of Levenshtein, 1966), for messages. */
import { InputError, type InputErrorPlace } from './errors.ts';

/** With more changes it is taken to be another word. */
const MOST_CHANGES = 3;

export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const limit = Math.min(MOST_CHANGES, Math.floor(wanted.length / 2));
  const near = names
    .map((name) => ({ name, changes: countChanges(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ changes }) => changes <= limit)
    .sort((a, b) => a.changes - b.changes);
  return near[0]?.name;
}

export interface UnknownNameOptions extends InputErrorPlace {
  /** The ways to name one, where they are more than the names. */
  expected?: string;
}

/** The error for a name that nothing has: with the nearest known name, or else with all that there are. */
export function unknownName(
  kind: string,
  name: string,
  names: readonly string[],
  { expected = names.join(', '), ...place }: UnknownNameOptions = {},
): InputError {
  const near = nearestName(name, names);
  if (near) return new InputError(`unknown ${kind} "${name}"; did you mean "${near}"?`, place);
  return new InputError(`unknown ${kind} "${name}"`, { ...place, expected });
}

function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[to.length];
}
