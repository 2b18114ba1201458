/** JSON and JSON Lines: reading with a schema, writing with sorted keys where bytes must repeat. */

import { InputError, type InputErrorPlace } from '@sensebench/metrics/internal/core';
import type { z } from 'zod';
import { checkWith } from './describe-issues.ts';
import { nameOf } from './open-file.ts';
import { readLines, readText } from './read-lines.ts';
import { writeLines, writePieces } from './write-file.ts';

/** Limits on parsing: a short text of repeated `{},` becomes gigabytes of objects. Real files have far fewer: all COCO captions are 600,000 objects. */
const MOST = { objects: 2_000_000, values: 10_000_000 };
/** Shorter texts cannot reach these limits. */
const COUNTED_FROM = 2 * MOST.objects;

export async function readJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const text = await readText(path);
  if (text.trim() === '') throw new InputError('is empty', { file: nameOf(path), expected: 'JSON' });
  return parseWith(schema, parseJson(text, { file: nameOf(path) }), { file: nameOf(path) });
}

/** Rows of a JSON Lines file with their line numbers; blank lines are skipped. */
export async function* readJsonl<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): AsyncGenerator<{ line: number; value: z.infer<Schema> }> {
  const file = nameOf(path);
  for await (const { line, text } of readLines(path)) {
    if (text.trim() === '') continue;
    yield { line, value: parseWith(schema, parseJson(text, { file, line }), { file, line }) };
  }
}

/** All rows of a file, which must have at least one. */
export async function readRows<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>[]> {
  const rows: z.infer<Schema>[] = [];
  for await (const { value } of readJsonl(path, schema)) rows.push(value);
  if (rows.length === 0) throw new InputError('has no rows', { file: nameOf(path), expected: 'JSON Lines' });
  return rows;
}

export function parseJson(text: string, place: { file?: string; line?: number }): unknown {
  checkJsonSize(text, place);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`is not JSON: ${error instanceof Error ? firstLine(error.message) : String(error)}`, place);
  }
}

/** Refuses a text with so many objects or values that they would exhaust the memory. */
export function checkJsonSize(text: string, place: { file?: string; line?: number }): void {
  if (text.length <= COUNTED_FROM) return;
  const { objects, values } = countJson(text);
  if (objects > MOST.objects) throw new InputError(`has more than ${MOST.objects} objects and lists in one JSON text`, place);
  if (values > MOST.values) throw new InputError(`has more than ${MOST.values} values in one JSON text`, place);
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await writePieces(path, jsonPieces(value));
}

/** A list of at most this many values is one piece; a longer one is split into pieces of this many short values. */
const SHORT_LIST = 100;

/** `JSON.stringify(value, null, 2)` and a line break, in pieces: a list of a million rows would not fit into one string. */
export function* jsonPieces(value: unknown): Generator<string> {
  yield* piecesOf(value, '');
  yield '\n';
}

function* piecesOf(value: unknown, indent: string): Generator<string> {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > SHORT_LIST) {
    let before = '[';
    for (let at = 0; at < value.length; at += SHORT_LIST) {
      const part = value.slice(at, at + SHORT_LIST);
      if (part.some(mayBeLong)) {
        for (const element of part) {
          yield `${before}\n${inner}`;
          yield* piecesOf(element ?? null, inner);
          before = ',';
        }
      } else {
        // Strip the brackets of the part.
        yield before + JSON.stringify(part, null, 2).slice(1, -2).replaceAll('\n', `\n${indent}`);
        before = ',';
      }
    }
    yield `\n${indent}]`;
  } else if (isPlainObject(value) && Object.values(value).some(mayBeLong)) {
    let before = '{';
    for (const [key, own] of Object.entries(value)) {
      if (own === undefined) continue;
      yield `${before}\n${inner}${JSON.stringify(key)}: `;
      yield* piecesOf(own, inner);
      before = ',';
    }
    yield `\n${indent}}`;
  } else yield (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
}

/** A long list, or an object with one. */
function mayBeLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > SHORT_LIST;
  return isPlainObject(value) && Object.values(value).some(mayBeLong);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);
}

export async function writeJsonl(path: string, rows: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  await writeLines(path, jsonLines(rows));
}

async function* jsonLines(rows: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield JSON.stringify(row);
}

/** JSON with sorted keys: equal values give equal bytes. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

function firstLine(message: string): string {
  return message.replace(/[\r\n][\s\S]*$/, '').slice(0, 160);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/**
 * The number of objects and lists, and an upper bound for the number of values, in a JSON text. They are counted before parsing, because
 * they determine the memory needed. An empty object or list counts as if it had one value.
 */
export function countJson(text: string): { objects: number; values: number } {
  let objects = 0;
  let commas = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA) commas++;
    else if (code === LIST || code === OBJECT) objects++;
  }
  return { objects, values: objects + commas };
}

/** The position of the closing quote, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Parses a value with a zod schema; a mismatch becomes an InputError that names file, line and field. */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown, place: InputErrorPlace = {}): z.infer<Schema> {
  const checked = checkWith(schema, value);
  if ('value' in checked) return checked.value;
  // One mistake is enough: a program wrote the file, and its other rows are wrong in the same way.
  const [{ path, message }] = checked.mistakes;
  const field = [place.field, ...path.map(String)].filter(Boolean).join('.');
  throw new InputError(message, { ...place, field: field || undefined });
}
