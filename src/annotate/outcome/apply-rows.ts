/** Applies the outcome of decisions to rows: which are removed, which changed and in which fields, which stay as they were. */
import { isDeepStrictEqual } from 'node:util';

export interface AppliedRows<Row> {
  rows: Row[];
  removed: string[];
  changed: { id: string; fields: string[] }[];
  kept: number;
  /** Changes of items that no row has. */
  unknown: string[];
}

/** `names` has the item of each row. null removes a row; fields replace those of the row, all others stay. */
export function applyRows<Row extends object>(
  rows: readonly Row[],
  names: readonly string[],
  changes: ReadonlyMap<string, object | null>,
): AppliedRows<Row> {
  if (rows.length !== names.length) throw new RangeError(`${rows.length} rows with ${names.length} names`);
  const applied: AppliedRows<Row> = { rows: [], removed: [], changed: [], kept: 0, unknown: [] };
  for (const [i, row] of rows.entries()) {
    const id = names[i];
    const change = changes.get(id);
    if (change === null) {
      applied.removed.push(id);
      continue;
    }
    const before = new Map<string, unknown>(Object.entries(row));
    const fields = Object.entries(change ?? {}).flatMap(([name, value]) => (isDeepStrictEqual(before.get(name), value) ? [] : [name]));
    if (fields.length > 0) applied.changed.push({ id, fields });
    else applied.kept++;
    applied.rows.push(fields.length > 0 ? { ...row, ...change } : row);
  }
  const known = new Set(names);
  applied.unknown = [...changes.keys()].filter((id) => !known.has(id));
  return applied;
}
