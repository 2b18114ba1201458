/** Reads and writes YAML, which people edit by hand. The package is loaded with the first file. */

import { InputError, joinErrors } from '@sensebench/metrics/internal/core';
import type { Document } from 'yaml';
import type { z } from 'zod';
import { checkWith } from './describe-issues.ts';
import { nameOf } from './open-file.ts';
import { readText } from './read-lines.ts';
import { writeFileAtomic } from './write-file.ts';

/** Hand-written files are far smaller. For a hostile file the library may need a thousand times its size in memory. */
const MOST_BYTES = 512 * 1024;

/** The library composes nested collections recursively; near the end of the stack, V8 ends the whole process. */
const MOST_LEVELS = 100;

export async function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  return parseYaml(await readText(path, { bytes: MOST_BYTES }), schema, { file: nameOf(path) });
}

/** Parses a text; `file` is for messages. */
export async function parseYaml<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  { file }: { file: string },
): Promise<z.infer<Schema>> {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new InputError(`has more than ${MOST_BYTES} bytes`, { file });
  await refuseDeepNesting(text, file);
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  // Pretty errors quote their line once per error, which is quadratic for a long line of errors.
  const document = withoutStacks(() => parseDocument(text, { lineCounter: lines, prettyErrors: false }));
  const error = document.errors[0];
  if (error)
    throw new InputError(`is not YAML: ${error.message.split('\n')[0].slice(0, 200)}`, { file, line: lines.linePos(error.pos[0]).line });
  const checked = checkWith(schema, toValue(document, file));
  if ('value' in checked) return checked.value;
  throw joinErrors(
    checked.mistakes.map(({ path, message }) => {
      const offset = offsetOf(document, path);
      return new InputError(message, {
        file,
        line: offset === undefined ? undefined : lines.linePos(offset).line,
        field: path.join('.') || undefined,
      });
    }),
  );
}

/** A hostile line gives tens of thousands of errors, most of whose cost is the stack that each records. */
function withoutStacks<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The parser keeps its own stack, so its depth can be read before anything recursive sees the text. */
async function refuseDeepNesting(text: string, file: string): Promise<void> {
  const { Lexer, LineCounter, Parser } = await import('yaml');
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length <= MOST_LEVELS) continue;
    throw new InputError(`is nested more than ${MOST_LEVELS} levels deep`, { file, line: lines.linePos(parser.offset).line });
  }
}

/** The line of a field, or of the innermost node around it that exists. */
export async function yamlLineOf(text: string, field: string): Promise<number | undefined> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const path = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const offset = offsetOf(document, path);
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

/** Writes a file that people edit by hand. Long texts are folded; comments of the old file are lost. */
export async function writeYaml(path: string, value: unknown): Promise<void> {
  const { stringify } = await import('yaml');
  await writeFileAtomic(path, stringify(value, { lineWidth: 110 }));
}

/** The offset of the key of a field, or of the innermost node around it that exists. */
function offsetOf(document: Document, path: readonly (string | number)[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const around = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(around) ? around.items.find((item) => String(item.key) === String(key)) : undefined;
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}

interface Ranged {
  range?: [number, number, number] | null;
}

function isNode(node: unknown): node is Ranged {
  return typeof node === 'object' && node !== null && 'range' in node;
}

function isMap(node: unknown): node is { items: { key: unknown }[] } {
  return (
    typeof node === 'object' &&
    node !== null &&
    'items' in node &&
    Array.isArray(node.items) &&
    node.items.every((item) => typeof item === 'object' && item !== null && 'key' in item)
  );
}

/** The library refuses exponentially growing aliases ("billion laughs") with a plain error. */
function toValue(document: Pick<Document, 'toJS'>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InputError(`is not YAML: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}
