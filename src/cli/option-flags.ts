/** Turns the zod schema of an action into commander options, and what commander parsed back into values that the schema accepts. */
import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import { type Action, InputError } from '../core/index.ts';

interface Field {
  name: string;
  kind: 'boolean' | 'number' | 'array' | 'text';
  choices?: readonly string[];
  default?: unknown;
  required: boolean;
  summary: string;
}

export function addFlags(command: Command, action: Action): void {
  const positional = new Set(action.arguments?.map(({ name }) => name));
  for (const argument of action.arguments ?? []) {
    const name = argument.variadic ? `${argument.name}...` : argument.name;
    command.addArgument(new Argument(argument.optional ? `[${name}]` : `<${name}>`, argument.summary));
  }
  for (const field of fieldsOf(action)) {
    if (!positional.has(field.name)) command.addOption(toOption(field));
  }
}

/** Flags of every action: where its result goes. */
export interface OutputFlags {
  json: boolean;
  output?: string;
  quiet: boolean;
}

export function addOutputFlags(command: Command): void {
  command
    .option('--json', 'print JSON, and nothing else, to standard output')
    .option('--output <file>', 'write the result to a file')
    .option('--quiet', 'no progress');
}

/** The values of one call, checked against the schema; a wrong one is an InputError that names the flag. */
export function readFlags(action: Action, given: Record<string, unknown>, positional: readonly unknown[]): Record<string, unknown> {
  const names = action.arguments?.map(({ name }) => name) ?? [];
  const values: Record<string, unknown> = { ...given };
  names.forEach((name, i) => {
    if (positional[i] !== undefined) values[name] = positional[i];
  });
  for (const field of fieldsOf(action)) {
    if (field.kind === 'number' && typeof values[field.name] === 'string') values[field.name] = toNumber(values[field.name] as string);
  }
  const result = action.options.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue.path[0] ?? '');
  const label = names.includes(name) ? `<${name}>` : `--${kebab(name)}`;
  const missing = values[name] === undefined;
  throw new InputError(missing ? `${label} is required` : `${label}: ${issue.message}`);
}

/** Leaves text that is not a number as it is, so that the schema says what it expected. */
function toNumber(text: string): number | string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

function fieldsOf(action: Action): Field[] {
  return Object.entries(action.options.shape).map(([name, schema]) => describeField(name, schema as z.ZodType));
}

function describeField(name: string, schema: z.ZodType): Field {
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
  if (inner instanceof z.ZodEnum) return { ...base, kind: 'text', choices: inner.options.map(String) };
  return { ...base, kind: 'text' };
}

function toOption(field: Field): Option {
  const flag = `--${kebab(field.name)}`;
  const summary =
    field.default === undefined || field.default === false || isEmpty(field.default)
      ? field.summary
      : `${field.summary} (default: ${String(field.default)})`;
  if (field.kind === 'boolean')
    return field.default === true ? new Option(`--no-${kebab(field.name)}`, `do not ${field.summary}`) : new Option(flag, summary);
  const value = field.choices ? field.choices.join('|') : (PLACEHOLDERS[field.kind] ?? 'value');
  return new Option(`${flag} <${value}${field.kind === 'array' ? '...' : ''}>`, field.required ? `${summary} (required)` : summary);
}

const PLACEHOLDERS: Partial<Record<Field['kind'], string>> = { number: 'n', array: 'values' };

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
