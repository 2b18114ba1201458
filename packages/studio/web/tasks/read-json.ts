/** Reads fields of JSON whose form is the task's. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field of a record; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textOf(value: unknown, name: string): string | null {
  const found = fieldOf(value, name);
  return typeof found === 'string' ? found : null;
}

export function textsOf(value: unknown, name: string): string[] | null {
  const found = fieldOf(value, name);
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : null;
}

/** What is at a path of nested records. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce(fieldOf, value);
}

/** A copy with the path set; an empty path replaces the whole. */
export function withAt(value: unknown, path: readonly string[], set: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return set;
  const entries = new Map(Object.entries(isRecord(value) ? value : {}));
  if (set === undefined && rest.length === 0) entries.delete(first);
  else entries.set(first, withAt(entries.get(first), rest, set));
  // Not by assignment: a key may be called __proto__.
  return Object.fromEntries(entries);
}
