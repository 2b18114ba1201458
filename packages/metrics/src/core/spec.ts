/** Names of metrics and models with their options, as users write them: `ter(asian)`, `openai:gpt-4o(temperature=0.2,max-tokens=64)`. */
import { InputError } from './errors.ts';

export interface Spec {
  /** The part before the options: `ter`, `openai:gpt-4o`. */
  name: string;
  /** By camelCase name. An option without a value is `true`; values in quotes, brackets or braces are JSON. */
  options: Readonly<Record<string, unknown>>;
}

/** The options are the last pair of parentheses, at the end. A path that itself ends in `)` is written with `()` appended. */
export function readSpec(text: string): Spec {
  const start = text.endsWith(')') ? openingOfLast(text) : -1;
  if (start < 0) return { name: text, options: {} };
  const options: Record<string, unknown> = {};
  for (const part of splitOutside(text.slice(start + 1, -1), ',')) {
    const [name, value] = readOption(part.trim(), text);
    if (Object.hasOwn(options, name)) throw new InputError(`${text}: the option ${kebabCase(name)} is given twice`);
    options[name] = value;
  }
  return { name: text.slice(0, start), options };
}

/** The inverse of `readSpec`. */
export function writeSpec({ name, options }: Spec): string {
  const parts = Object.entries(options).map(([key, value]) => (value === true ? kebabCase(key) : `${kebabCase(key)}=${writeValue(value)}`));
  return parts.length > 0 || name.endsWith(')') ? `${name}(${parts.join(',')})` : name;
}

/** `bleu,ter(asian)` → `bleu` and `ter(asian)`: commas inside parentheses do not separate. */
export function splitSpecs(text: string): string[] {
  return splitOutside(text, ',');
}

/** Whether a word is the path of a user's module rather than a name. */
export function isModule(word: string): boolean {
  return /\.m?js$/.test(word);
}

/** `maxTokens` → `max-tokens`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `max-tokens` → `maxTokens`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function readOption(part: string, spec: string): [string, unknown] {
  const [, name, , value] = /^([A-Za-z][\w-]*)(=([\s\S]*))?$/.exec(part) ?? [];
  if (name === undefined)
    throw new InputError(`${spec}: "${part}" is not an option`, { expected: 'name or name=value, with commas between them' });
  return [camelCase(name), value === undefined ? true : readValue(value, spec)];
}

function readValue(text: string, spec: string): unknown {
  if (!/^["[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${spec}: ${text} is not JSON`);
  }
}

function writeValue(value: unknown): string {
  const plain = typeof value === 'string' && !/[",()[\]{}]/.test(value);
  return plain ? value : JSON.stringify(value);
}

/** The position of the parenthesis that the last character closes; -1 if there is none. */
function openingOfLast(text: string): number {
  for (let start = text.indexOf('('); start >= 0; start = text.indexOf('(', start + 1)) {
    const inside = nesting(text.slice(start));
    if (inside.indexOf(0) === inside.length - 1) return start;
  }
  return -1;
}

/** Splits at a mark outside brackets and JSON strings; empty parts are left out. */
function splitOutside(text: string, mark: string): string[] {
  const depths = nesting(text);
  const ends = [...depths.keys()].filter((i) => text[i] === mark && depths[i] <= 0);
  const parts = [-1, ...ends].map((end, i) => text.slice(end + 1, ends[i]));
  return parts.filter((part) => part.trim() !== '');
}

/** The bracket depth after each character. Brackets inside a JSON string do not count; the string itself is one level deeper. */
function nesting(text: string): number[] {
  let depth = 0;
  let quoted = false;
  return Array.from({ length: text.length }, (_, i) => {
    // A JSON string starts after one of these; elsewhere a quotation mark is part of a path.
    const toggles = text[i] === '"' && (quoted ? !isEscaped(text, i) : /[=:,[{]\s*$/.test(text.slice(0, i)));
    if (toggles) quoted = !quoted;
    else if (!quoted && '([{'.includes(text[i])) depth++;
    else if (!quoted && ')]}'.includes(text[i])) depth--;
    return depth + Number(quoted);
  });
}

function isEscaped(text: string, place: number): boolean {
  const [backslashes = ''] = /(?<!\\)\\*$/.exec(text.slice(0, place)) ?? [];
  return backslashes.length % 2 === 1;
}
