/** Building blocks of row schemas (times as ISO 8601, counts, JSON), and checked values for queries. */
import { z } from 'zod';
import { StoreRefusal } from './refusal.ts';

export const time = z.date().transform((date) => date.toISOString());
export const maybeTime = time.nullable();
/** count(*) and sums are bigint, which the driver returns as text. */
export const count = z.coerce.number();
export const json = z.unknown();

export function parseRows<S extends z.ZodType>(schema: S, rows: Iterable<unknown>): z.infer<S>[] {
  return Array.from(rows, (row) => schema.parse(row));
}

export function parseRow<S extends z.ZodType>(schema: S, rows: Iterable<unknown>): z.infer<S> | null {
  const [first] = rows;
  return first === undefined ? null : schema.parse(first);
}

/** For `${asJson(value)}::text::jsonb`. JSON null becomes SQL NULL. PostgreSQL can store neither NUL characters nor lone surrogates. */
export function asJson(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = JSON.stringify(value);
  if (/\\u0000|\\ud[89a-f]/.test(text) && !isStorable(value))
    throw new StoreRefusal('invalid', 'a text contains a NUL character or a lone surrogate, which cannot be stored');
  return text;
}

/** For a text column. */
export function asText(text: string): string {
  if (!isStorable(text)) throw new StoreRefusal('invalid', 'a text contains a NUL character or a lone surrogate, which cannot be stored');
  return text;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For ids from outside: one that is not a UUID cannot exist. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** For `${asIds(ids)}::text::uuid[]`. */
export function asIds(ids: readonly string[]): string {
  return `{${ids.filter(isId).join(',')}}`;
}
