/** Parses a value with a zod schema; a mismatch becomes an InputError that names file, line and field. */
import type { z } from 'zod';
import { InputError, type InputErrorPlace } from '../core/index.ts';

export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown, place: InputErrorPlace = {}): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = [place.field, ...issue.path.map(String)].filter(Boolean).join('.');
  throw new InputError(issue.message, { ...place, field: field || undefined });
}
