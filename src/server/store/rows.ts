/** Pieces of row schemas: times as ISO 8601, counts, JSON; and JSON on its way into a query. */
import { z } from 'zod';
import { StoreRefusal } from './refusal.ts';

export const time = z.date().transform((date) => date.toISOString());
export const maybeTime = time.nullable();
/** count(*) and sums are bigint, which comes as text. */
export const count = z.coerce.number();
export const json = z.unknown();

export function parseRows<S extends z.ZodType>(schema: S, rows: Iterable<unknown>): z.infer<S>[] {
  return Array.from(rows, (row) => schema.parse(row));
}

export function parseRow<S extends z.ZodType>(schema: S, rows: Iterable<unknown>): z.infer<S> | null {
  const [first] = rows;
  return first === undefined ? null : schema.parse(first);
}

/** For `${asJson(value)}::text::jsonb`. JSON's null becomes SQL's. PostgreSQL stores neither NUL nor half a character. */
export function asJson(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = JSON.stringify(value);
  if (/\\u0000|\\ud[89a-f]/.test(text) && !isStorable(value))
    throw new StoreRefusal('invalid', 'a text holds a NUL or half a character, which cannot be stored');
  return text;
}

/** For a text column. */
export function asText(text: string): string {
  if (!isStorable(text)) throw new StoreRefusal('invalid', 'a text holds a NUL or half a character, which cannot be stored');
  return text;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that came from outside: one that is not a uuid is simply not known. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** For `${asIds(ids)}::text::uuid[]`. */
export function asIds(ids: readonly string[]): string {
  return `{${ids.filter(isId).join(',')}}`;
}
