/** Changes one field of a good file, drawn by seed: removed, another type, huge, deep, strange text, a path, the name of a module. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import type { Random } from '../../packages/metrics/src/core/index.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What is put in place of a value; `evil` is the path of a module that must never be run. */
const CHANGES: Readonly<Record<string, (value: Json, evil: string) => Json | undefined>> = {
  removed: () => undefined,
  null: () => null,
  'a number': () => 7,
  'a text': () => 'x',
  'a truth value': () => true,
  'a list': (value) => [value],
  'an empty list': () => [],
  'an object': (value) => ({ value }),
  'an empty object': () => ({}),
  'an empty text': () => '',
  'a long text': () => 'word '.repeat(100_000),
  'a huge number': () => 1e308,
  'a number beyond integers': () => 2 ** 60,
  negative: () => -1,
  'a fraction': () => 0.5,
  deep: () => Array.from({ length: 3000 }).reduce<Json>((inner) => [inner], 1),
  'line breaks and escapes': (value) => `${JSON.stringify(value)}\n\u001b[31m\u0000\r`,
  'a lone surrogate': () => '\ud800',
  'marks and emoji': () => '\u202e👩‍👩‍👧‍👦🏽\u200d\ufeff',
  'a path upwards': () => '../../../../etc/passwd',
  'an absolute path': () => '/etc/passwd',
  'a module beside it': () => './evil.mjs',
  'a module above it': () => '../evil.mjs',
  'a module by its whole path': (_, evil) => evil,
  __proto__: () => '__proto__',
  constructor: () => 'constructor',
  'HTML that runs': () => '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'a formula': () => '=HYPERLINK("http://127.0.0.1:9/","x")',
};

export const CHANGE_NAMES = Object.keys(CHANGES);
export const MUTABLE = /\.(jsonl?|csv|ya?ml)$/;

export interface Mutation {
  change: string;
  evil: string;
  random: Random;
}

/** Changes the file, and says which field was changed and how. */
export function mutateFile(path: string, { change, evil, random }: Mutation): string {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.csv')) return mutateCsv(path, text, { change, evil, random });
  const lines = path.endsWith('.jsonl');
  const values = lines ? text.trimEnd().split('\n') : [text];
  const place = random.below(values.length);
  const parse = (source: string) => (/\.ya?ml$/.test(path) ? parseYaml(source) : JSON.parse(source)) as Json;
  const holder: { root: Json | undefined } = { root: parse(values[place]) };
  const field = changeOne(holder, { change, evil, random });
  // JSON is YAML too.
  const changed = holder.root;
  values[place] = changed === undefined ? '' : JSON.stringify(changed);
  writeFileSync(path, lines ? `${values.join('\n')}\n` : values[place]);
  return `${place + 1}${field} is ${change}`;
}

/** Goes down from the root, at each step with a chance to stop. */
function changeOne(holder: { root: Json | undefined }, { change, evil, random }: Mutation): string {
  let parent: Record<string, Json | undefined> | (Json | undefined)[] = holder as Record<string, Json | undefined>;
  let key: string | number = 'root';
  let path = '';
  for (let value = holder.root; value !== null && typeof value === 'object' && random.next() > 0.15; ) {
    const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    if (keys.length === 0) break;
    parent = value as typeof parent;
    key = random.choice(keys);
    path += `.${String(key)}`;
    value = (parent as Record<string | number, Json>)[key];
  }
  const at = parent as Record<string | number, Json | undefined>;
  const next = CHANGES[change](at[key] ?? null, evil);
  if (next !== undefined) at[key] = next;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete at[key];
  return path;
}

function mutateCsv(path: string, text: string, { change, evil, random }: Mutation): string {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const row = random.below(rows.length);
  const column = random.below(rows[row].length);
  const next = CHANGES[change](rows[row][column], evil);
  if (next === undefined) rows[row].splice(column, 1);
  else rows[row][column] = typeof next === 'string' ? `"${next.replaceAll('"', '""')}"` : JSON.stringify(next);
  writeFileSync(path, `${rows.map((cells) => cells.join(',')).join('\n')}\n`);
  return `${row + 1}.${column + 1} is ${change}`;
}
