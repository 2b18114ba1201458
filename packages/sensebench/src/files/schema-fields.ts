/** The fields of a zod object as plain data, for flags, help and options given as texts. */
import { z } from 'zod';

export interface SchemaField {
  name: string;
  kind: 'boolean' | 'number' | 'array' | 'text' | 'json';
  choices?: readonly string[];
  default?: unknown;
  required: boolean;
  summary: string;
}

export function schemaFields(schema: z.ZodObject): SchemaField[] {
  return Object.entries(schema.shape).map(([name, field]) => describeField(name, field as z.ZodType));
}

/** Converts texts to the types of the fields: `0.2` is a number, `yes` is true. Other values are left unchanged, so that the schema reports what it expected. */
export function fromTexts(fields: readonly SchemaField[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...values };
  for (const { name, kind, choices } of fields) {
    const value = read[name];
    if (kind === 'number' && typeof value === 'string') read[name] = toNumber(value);
    if (kind === 'array' && typeof value === 'string') read[name] = [value];
    if (kind === 'boolean' && typeof value === 'string') read[name] = BOOLEANS.get(value) ?? value;
    if (choices && typeof value === 'boolean') read[name] = String(value);
  }
  return read;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

function toNumber(text: string): number | string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

function describeField(name: string, schema: z.ZodType): SchemaField {
  let inner = schema;
  let summary = schema.description ?? '';
  let required = true;
  let fallback: unknown;
  for (;;) {
    summary ||= inner.description ?? '';
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
      required = false;
      inner = inner.unwrap() as z.ZodType;
    } else if (inner instanceof z.ZodDefault) {
      required = false;
      fallback = inner.def.defaultValue;
      inner = inner.unwrap() as z.ZodType;
    } else if (inner instanceof z.ZodPipe) {
      inner = inner.in as z.ZodType;
    } else break;
  }
  const base = { name, summary, required, default: fallback };
  if (inner instanceof z.ZodBoolean) return { ...base, kind: 'boolean' };
  if (inner instanceof z.ZodNumber) return { ...base, kind: 'number' };
  if (inner instanceof z.ZodArray) return { ...base, kind: 'array' };
  if (inner instanceof z.ZodRecord || inner instanceof z.ZodObject) return { ...base, kind: 'json' };
  if (inner instanceof z.ZodEnum) return { ...base, kind: 'text', choices: inner.options.map(String) };
  return { ...base, kind: 'text' };
}
