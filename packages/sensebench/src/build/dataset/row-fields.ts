/** The fields of a dataset's rows, from the zod schema: name, description and type, for the card and Croissant. */
import { z } from 'zod';

export type FieldType = 'text' | 'integer' | 'number' | 'boolean';

export interface RowField {
  name: string;
  description: string;
  /** Null for objects and mixed values, which Croissant cannot describe in one field. */
  type: FieldType | null;
  /** The length of a list of values, or −1 if lengths differ. */
  array?: number;
  optional: boolean;
}

interface JsonSchema {
  type?: string | string[];
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

function shapeOf(field: JsonSchema): Pick<RowField, 'type' | 'array'> {
  const { type, prefixItems, items } = withoutNull(field);
  if (type !== 'array') return { type: typeOf(field) };
  if (prefixItems) return { type: sameType(prefixItems), array: prefixItems.length };
  return { type: items ? typeOf(items) : null, array: -1 };
}

/** The type of a nullable value is that of its other values. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  const others = anyOf?.filter((one) => one.type !== 'null');
  if (others?.length === 1) return others[0];
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return { ...schema, ...(others ? { anyOf: others } : {}), ...(types.length === 1 ? { type: types[0] } : {}) };
}

function typeOf(schema: JsonSchema): FieldType | null {
  const { type, anyOf, const: value } = withoutNull(schema);
  if (anyOf) return sameType(anyOf);
  if (type === 'string') return 'text';
  if (type === 'integer' || (type === 'number' && Number.isInteger(value))) return 'integer';
  return type === 'number' || type === 'boolean' ? type : null;
}

function sameType(schemas: readonly JsonSchema[]): FieldType | null {
  const types = new Set(schemas.map(typeOf));
  return types.size === 1 ? [...types][0] : null;
}

/** A readable type like `list of 2 texts`. */
export function describeType({ type, array }: Pick<RowField, 'type' | 'array'>): string {
  const one = type ?? 'object';
  return array === undefined ? one : `list of ${array >= 0 ? `${array} ` : ''}${one === 'text' ? 'texts' : `${one}s`}`;
}
