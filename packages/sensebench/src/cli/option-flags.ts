/** Turns the zod schema of an action into commander options, and what commander parsed back into values that the schema accepts. */

import { type Action, InputError, joinErrors, kebabCase } from '@sensebench/metrics/internal/core';
import { Argument, type Command, Option } from 'commander';
import { checkWith, fromTexts, type SchemaField, schemaFields } from '../files/index.ts';
import { TABLE_FORMATS, type TableFormat } from './print-result.ts';

export function addFlags(command: Command, action: Action): void {
  const positional = new Set(action.arguments?.map(({ name }) => name));
  for (const argument of action.arguments ?? []) {
    const name = argument.variadic ? `${argument.name}...` : argument.name;
    command.addArgument(new Argument(argument.optional ? `[${name}]` : `<${name}>`, argument.summary));
  }
  for (const field of schemaFields(action.options)) {
    if (positional.has(field.name)) continue;
    const heading = Object.entries(action.groups ?? {}).find(([, names]) => names.includes(field.name))?.[0];
    const option = toOption(field);
    command.addOption(heading === undefined ? option : option.helpGroup(`${heading}:`));
  }
}

/** Flags of every action: where its result goes. */
export interface OutputFlags {
  json: boolean;
  output?: string;
  format?: TableFormat;
  quiet: boolean;
}

const OUTPUT = 'In every command:';

/** An option `format` of the action itself counts there. */
export function addOutputFlags(command: Command): void {
  const own = command.options.some(({ long }) => long === '--format');
  const options = [
    new Option('--json', 'print JSON, and nothing else, to standard output'),
    ...(own ? [] : [new Option('--format <format>', 'print the tables as text, markdown, latex or csv').choices(TABLE_FORMATS)]),
    new Option('--output <file>', 'write the result to a file: .csv, .md, .tex and .txt have the tables, other files JSON'),
    new Option('--quiet', 'no progress'),
  ];
  for (const option of options) command.addOption(option.helpGroup(OUTPUT));
  command.addHelpOption(new Option('-h, --help', 'display help for command').helpGroup(OUTPUT));
}

/** The values of one call, checked against the schema; a wrong one is an InputError that names the flag. */
export function readFlags(action: Action, given: Record<string, unknown>, positional: readonly unknown[]): Record<string, unknown> {
  const names = action.arguments?.map(({ name }) => name) ?? [];
  const values: Record<string, unknown> = { ...given };
  names.forEach((name, i) => {
    if (positional[i] !== undefined) values[name] = positional[i];
  });
  const checked = checkWith(action.options, fromTexts(schemaFields(action.options), values));
  if ('value' in checked) return checked.value;
  const mistakes = checked.mistakes.map(({ path, message }) => {
    const name = String(path[0] ?? '');
    const label = names.includes(name) ? `<${name}>` : `--${kebabCase(name)}`;
    return new InputError(values[name] === undefined ? `${label} is required` : `${label} ${message}`);
  });
  throw joinErrors(mistakes);
}

function toOption(field: SchemaField): Option {
  const flag = `--${kebabCase(field.name)}`;
  const summary =
    field.default === undefined || field.default === false || isEmpty(field.default)
      ? field.summary
      : `${field.summary} (default: ${String(field.default)})`;
  if (field.kind === 'boolean')
    return field.default === true ? new Option(`--no-${kebabCase(field.name)}`, `do not ${field.summary}`) : new Option(flag, summary);
  const value = field.choices ? field.choices.join('|') : (PLACEHOLDERS[field.kind] ?? 'value');
  return new Option(`${flag} <${value}${field.kind === 'array' ? '...' : ''}>`, field.required ? `${summary} (required)` : summary);
}

const PLACEHOLDERS: Partial<Record<SchemaField['kind'], string>> = { number: 'n', array: 'values' };

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
