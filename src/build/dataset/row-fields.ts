/** The fields of a dataset's rows, from the zod schema: name, description and type, as the card and Croissant list them. */
import { z } from 'zod';

export type FieldType = 'text' | 'integer' | 'number' | 'boolean';

export interface RowField {
  name: string;
  description: string;
  /** Null for objects and mixed values, which Croissant cannot say in one field. */
  type: FieldType | null;
  /** A list of values; its length, or −1 where lengths differ. */
  array?: number;
  optional: boolean;
}

interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  const?: unknown;
}

export function rowFields(row: z.ZodType): RowField[] {
  const schema = z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    description: field.description ?? '',
    ...shapeOf(field),
    optional: !(schema.required ?? []).includes(name),
  }));
}

function shapeOf({ type, prefixItems, items, ...field }: JsonSchema): Pick<RowField, 'type' | 'array'> {
  if (type !== 'array') return { type: typeOf({ type, ...field }) };
  if (prefixItems) return { type: sameType(prefixItems), array: prefixItems.length };
  return { type: items ? typeOf(items) : null, array: -1 };
}

function typeOf({ type, anyOf, const: value }: JsonSchema): FieldType | null {
  if (anyOf) return sameType(anyOf.filter((one) => one.type !== 'null'));
  if (type === 'string') return 'text';
  if (type === 'integer' || (type === 'number' && Number.isInteger(value))) return 'integer';
  return type === 'number' || type === 'boolean' ? type : null;
}

function sameType(schemas: readonly JsonSchema[]): FieldType | null {
  const types = new Set(schemas.map(typeOf));
  return types.size === 1 ? [...types][0] : null;
}

/** `list of 2 texts`, for people. */
export function describeType({ type, array }: Pick<RowField, 'type' | 'array'>): string {
  const one = type ?? 'object';
  return array === undefined ? one : `list of ${array >= 0 ? `${array} ` : ''}${one === 'text' ? 'texts' : `${one}s`}`;
}
