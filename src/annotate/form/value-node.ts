/** The shape of a task's value as a tree of choices, numbers, texts, lists and records, read from its schema. */
import { z } from 'zod';
import type { ComparableLabels, Task } from '../../core/index.ts';

export interface Option {
  value: string | number | boolean;
  label: string;
}

interface NodeText {
  label?: string;
  help?: string;
  /** The annotator does not fill it in. */
  hidden?: boolean;
}

export type ValueNode = NodeText &
  (
    | { kind: 'choice'; options: readonly Option[] }
    | { kind: 'number'; least?: number; most?: number; whole: boolean }
    | { kind: 'text'; long: boolean; sentences?: number }
    | { kind: 'list' }
    | { kind: 'object'; fields: readonly { name: string; node: ValueNode; required: boolean }[] }
    | { kind: 'record'; each: ValueNode; keys?: RecordKeys; ranks: boolean }
    | { kind: 'other' }
  );

/** Where the keys of a record are among what is shown: texts of a list, or a field of its objects. */
export interface RecordKeys {
  of: string;
  name?: string;
}

/** JSON Schema as zod writes it, with the hints of `.meta()`. */
const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  const: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
  get oneOf() {
    return z.array(jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), jsonSchema]).optional();
  },
  required: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  control: z.enum(['longtext', 'hidden']).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  keys: z.object({ of: z.string(), name: z.string().optional() }).optional(),
  ranks: z.boolean().optional(),
  sentences: z.number().optional(),
});
type JsonSchema = z.infer<typeof jsonSchema>;

/** Numbers of a small range are choices: one key each. */
const MOST_OPTIONS = 10;

const known = new WeakMap<object, ValueNode>();

export function valueNode({ value }: Pick<Task, 'value'>): ValueNode {
  const found = known.get(value);
  if (found) return found;
  const node = readNode(jsonSchema.parse(z.toJSONSchema(value, { io: 'output', unrepresentable: 'any' })));
  known.set(value, node);
  return node;
}

function readNode(schema: JsonSchema): ValueNode {
  const { title, description, control } = schema;
  const text: NodeText = {
    ...(title === undefined ? {} : { label: title }),
    ...(description === undefined ? {} : { help: description }),
    ...(control === 'hidden' ? { hidden: true } : {}),
  };
  return { ...readKind(schema), ...text };
}

function readKind(schema: JsonSchema): ValueNode {
  const alternatives = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (alternatives) {
    if (alternatives.every((one) => one.const !== undefined))
      return choice(
        alternatives.flatMap((one) => one.const ?? []),
        schema,
      );
    // Other forms of a value are for older files: the first one that a form can show is asked for.
    const nodes = alternatives.map(readNode);
    return nodes.find(({ kind }) => kind !== 'other') ?? { kind: 'other' };
  }
  if (schema.enum) return choice(schema.enum, schema);
  if (schema.labels)
    return choice(
      Object.keys(schema.labels).map((key) => (typeOf(schema) === 'string' ? key : Number(key))),
      schema,
    );
  switch (typeOf(schema)) {
    case 'boolean':
      return choice([true, false], { ...schema, labels: { true: 'yes', false: 'no' } });
    case 'number':
    case 'integer':
      return readNumber(schema);
    case 'string':
      return { kind: 'text', long: schema.control === 'longtext', ...(schema.sentences ? { sentences: schema.sentences } : {}) };
    case 'array':
      return schema.items && readNode(schema.items).kind === 'text' ? { kind: 'list' } : { kind: 'other' };
    case 'object':
      return readObject(schema);
    default:
      return { kind: 'other' };
  }
}

function readNumber(schema: JsonSchema): ValueNode {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const whole = typeOf(schema) === 'integer';
  const least = minimum ?? (exclusiveMinimum !== undefined && whole ? exclusiveMinimum + 1 : exclusiveMinimum);
  if (whole && least !== undefined && maximum !== undefined && maximum - least < MOST_OPTIONS)
    return choice(
      Array.from({ length: maximum - least + 1 }, (_, i) => least + i),
      schema,
    );
  // Zod bounds whole numbers by those that a double can hold: that is no bound of the task's.
  const real = (bound: number | undefined) => (bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined);
  const [low, high] = [real(least), real(maximum)];
  return { kind: 'number', whole, ...(low === undefined ? {} : { least: low }), ...(high === undefined ? {} : { most: high }) };
}

function readObject(schema: JsonSchema): ValueNode {
  const { properties, additionalProperties, required = [], keys, ranks = false } = schema;
  if (!properties && typeof additionalProperties === 'object')
    return { kind: 'record', each: readNode(additionalProperties), ranks, ...(keys ? { keys } : {}) };
  const fields = Object.entries(properties ?? {}).map(([name, field]) => ({
    name,
    node: readNode(field),
    required: required.includes(name) && field.default === undefined && !allowsNull(field),
  }));
  return { kind: 'object', fields };
}

function choice(values: readonly (string | number | boolean | null)[], { labels = {} }: JsonSchema): ValueNode {
  const options = values.flatMap((value) => (value === null ? [] : [{ value, label: labels[String(value)] ?? String(value) }]));
  return { kind: 'choice', options };
}

function typeOf({ type }: JsonSchema): string | undefined {
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null');
}

function allowsNull({ type, anyOf = [] }: JsonSchema): boolean {
  return (Array.isArray(type) && type.includes('null')) || anyOf.some((one) => one.type === 'null');
}

/** The labels of a value that annotators can agree or disagree on: by the task's own rule, else its choices and numbers. */
export function labelsOf<Value>(task: Pick<Task<never, Value>, 'value' | 'labels'>, value: Value): ComparableLabels {
  return task.labels ? task.labels(value) : Object.fromEntries(leaves(valueNode(task), value, []));
}

function leaves(node: ValueNode, value: unknown, path: readonly string[]): [string, string | number | boolean | null][] {
  if (node.hidden) return [];
  if (node.kind === 'choice' || node.kind === 'number') return [[path.join('.') || 'answer', isLabel(value) ? value : null]];
  if (typeof value !== 'object' || value === null) return [];
  const parts = new Map<string, unknown>(Object.entries(value));
  if (node.kind === 'object') return node.fields.flatMap(({ name, node: field }) => leaves(field, parts.get(name), [...path, name]));
  if (node.kind === 'record') return [...parts].flatMap(([name, part]) => leaves(node.each, part, [...path, name]));
  return [];
}

function isLabel(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
