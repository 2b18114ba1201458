/** Options of a metric as plain data, from which flags, help, signatures and types are derived without a schema library. */
import { InputError } from './errors.ts';
import { nearestName } from './nearest-name.ts';
import { kebabCase } from './spec.ts';

interface OptionBase {
  /** One line for help. */
  summary: string;
}

/** How a signature prints the value. By default `|name:value` is appended if the value is not the default; with `false` the metric prints it itself. */
type Printed<Form> = Form | false;

/** Off by default. */
export interface FlagOption extends OptionBase {
  kind: 'flag';
  prints?: Printed<{ key: string; yes?: string; no?: string }>;
}

export interface NumberOption extends OptionBase {
  kind: 'number';
  default?: number;
  least?: number;
  whole?: boolean;
  prints?: Printed<{ key: string }>;
}

export interface ChoiceOption extends OptionBase {
  kind: 'choice';
  choices: readonly string[];
  default?: string;
  prints?: Printed<{ key: string }>;
}

/** A path on the command line. In code, `json` and `bytes` also accept the content of the file. */
export interface FileOption extends OptionBase {
  kind: 'file';
  holds?: 'json' | 'bytes';
  /** The name of an optional large file that is used by default. */
  data?: string;
}

/** A folder with a model that replaces one of the tools. */
export interface ToolOption extends OptionBase {
  kind: 'tool';
  tool: 'encoder';
}

export type Option = FlagOption | NumberOption | ChoiceOption | FileOption | ToolOption;
export type OptionTable = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends FlagOption
  ? boolean
  : O extends NumberOption
    ? number
    : O extends { choices: readonly (infer Choice)[] }
      ? Choice
      : O extends { holds: 'json' }
        ? unknown
        : O extends { holds: 'bytes' }
          ? string | Uint8Array
          : string;

/** The values that a metric is created with; options without a default may be undefined. */
export type OptionValues<T extends OptionTable> = {
  readonly [Name in keyof T]: T[Name] extends { kind: 'flag' } | { default: unknown } ? ValueOf<T[Name]> : ValueOf<T[Name]> | undefined;
};

/** Fills in defaults for missing values. `of` names the owner in messages. */
export function readOptions<const T extends OptionTable>(
  table: T,
  given: Readonly<Record<string, unknown>>,
  { of }: { of: string },
): OptionValues<T> {
  for (const name of Object.keys(given)) if (!Object.hasOwn(table, name)) throw unknownOption(name, Object.keys(table), of);
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [
      name,
      given[name] === undefined ? defaultOf(option) : readValue(option, given[name], `${of}: ${kebabCase(name)}`),
    ]),
  ) as OptionValues<T>;
}

/** Suggests the nearest name, or lists all of them. */
export function unknownOption(name: string, known: readonly string[], of: string): InputError {
  if (known.length === 0) return new InputError(`${of} takes no options, so "${kebabCase(name)}" has no meaning`);
  const near = nearestName(name, known);
  return new InputError(`${of} has no option "${kebabCase(name)}"${near ? `; did you mean "${kebabCase(near)}"?` : ''}`, {
    expected: near ? undefined : known.map(kebabCase).join(', '),
  });
}

/** By name, the value as printed in a signature: `case:lc`. */
export function printOptions<T extends OptionTable>(
  table: T,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<keyof T, string>> {
  return Object.fromEntries(Object.entries(table).map(([name, option]) => [name, printValue(name, option, values[name])])) as Record<
    keyof T,
    string
  >;
}

/** The end of a signature: options that the metric does not print itself and that differ from their defaults. */
export function printOthers(table: OptionTable, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(table)
    .filter(([name, option]) => !('prints' in option) && isPrintable(option) && values[name] !== defaultOf(option))
    .map(([name, option]) => `|${printValue(name, option, values[name])}`)
    .join('');
}

/** Files and models are identified by their content, which only the metric can name. */
function isPrintable({ kind }: Option): boolean {
  return kind !== 'file' && kind !== 'tool';
}

function printValue(name: string, option: Option, value: unknown): string {
  const {
    key,
    yes = 'yes',
    no = 'no',
  }: { key: string; yes?: string; no?: string } = 'prints' in option && option.prints ? option.prints : { key: kebabCase(name) };
  return `${key}:${option.kind === 'flag' ? (value ? yes : no) : value}`;
}

function defaultOf(option: Option): unknown {
  if (option.kind === 'flag') return false;
  return 'default' in option ? option.default : undefined;
}

function readValue(option: Option, value: unknown, label: string): unknown {
  const refuse = (expected: string) => {
    throw new InputError(`${label}: ${JSON.stringify(value)} does not fit`, { expected });
  };
  if (option.kind === 'flag') {
    if (typeof value === 'boolean') return value;
    return value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : refuse('yes or no');
  }
  if (option.kind === 'choice') return option.choices.includes(String(value)) ? String(value) : refuse(option.choices.join(', '));
  if (option.kind === 'number') {
    const { least = Number.NEGATIVE_INFINITY, whole } = option;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const fits = typeof number === 'number' && number >= least && !(whole && !Number.isInteger(number));
    return fits ? number : refuse(`a ${whole ? 'whole ' : ''}number${least > Number.NEGATIVE_INFINITY ? ` from ${least} on` : ''}`);
  }
  if (option.kind === 'file' && option.holds) return value === true ? refuse('the path of a file') : value;
  return typeof value === 'string' && value !== '' ? value : refuse(option.kind === 'tool' ? 'the path of a folder' : 'the path of a file');
}
