/** References without a benchmark: JSON Lines, COCO annotations, or plain text with a line per item (a file per reference). */
import { z } from 'zod';
import { InputError, type Item } from '../../core/index.ts';
import { parseJson } from '../json.ts';
import { nameOf } from '../open-file.ts';
import { parseWith } from '../parse-with.ts';
import { readLines } from '../read-lines.ts';

const id = z.union([z.string(), z.number()]).transform(String);

const rowSchema = z
  .looseObject({ id, references: z.array(z.string()).optional(), reference: z.string().optional() })
  .refine((row) => row.references !== undefined || row.reference !== undefined, { path: ['references'], message: 'is missing' });

type Row = z.infer<typeof rowSchema>;

/** Most rows are plain, and told so faster than by the schema. */
function isPlain(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const { id: key, references, reference } = value as Record<string, unknown>;
  return (
    typeof key === 'string' && reference === undefined && Array.isArray(references) && references.every((text) => typeof text === 'string')
  );
}

const cocoSchema = z.looseObject({ annotations: z.array(z.looseObject({ image_id: id, caption: z.string() })) });

export async function readReferences(paths: readonly string[]): Promise<Item[]> {
  const files: Item[][] = [];
  for (const path of paths) files.push(await readFile(path));
  const [first, ...others] = files;
  if (first.length === 0) throw new InputError('has no references', { file: nameOf(paths[0]) });
  for (const [i, other] of others.entries()) {
    if (other.length !== first.length) {
      throw new InputError(`has ${other.length} items`, {
        file: nameOf(paths[i + 1]),
        expected: `${first.length}, as in ${nameOf(paths[0])}`,
      });
    }
    for (const [place, item] of other.entries()) {
      if (item.id !== first[place].id)
        throw new InputError(`"${item.id}" stands where "${first[place].id}" is expected`, { file: nameOf(paths[i + 1]) });
      first[place].references.push(...item.references);
    }
  }
  return first;
}

async function readFile(path: string): Promise<Item[]> {
  const file = nameOf(path);
  const lines: { line: number; text: string }[] = [];
  for await (const { line, text } of readLines(path)) {
    if (text.includes('\0')) throw new InputError('holds a NUL byte', { file, line });
    lines.push({ line, text });
  }
  const whole = () => lines.map(({ text }) => text).join('\n');
  const first = lines.find(({ text }) => text.trim() !== '')?.text.trim() ?? '';
  if (first.startsWith('{')) {
    if (isObjectLine(first)) return jsonl(lines, file);
    return coco(parseJson(whole(), { file }), file);
  }
  return lines.map(({ line, text }, i) => {
    if (text.trim() === '') throw new InputError('an empty reference', { file, line });
    return toItem(String(i), [text]);
  });
}

function isObjectLine(text: string): boolean {
  try {
    return !('annotations' in (JSON.parse(text) as object));
  } catch {
    return false;
  }
}

function jsonl(lines: readonly { line: number; text: string }[], file: string): Item[] {
  const seen = new Map<string, number>();
  const items: Item[] = [];
  for (const { line, text } of lines) {
    if (text.trim() === '') continue;
    const value = parseJson(text, { file, line });
    const row = isPlain(value) ? value : parseWith(rowSchema, value, { file, line });
    const before = seen.get(row.id);
    if (before !== undefined) throw new InputError(`"${row.id}" is the id of line ${before} too`, { file, line });
    seen.set(row.id, line);
    const references = row.references ?? [row.reference ?? ''];
    if (references.length === 0) throw new InputError(`item "${row.id}" has no references`, { file, line });
    if (references.some((reference) => reference.includes('\0'))) throw new InputError('a reference holds a NUL byte', { file, line });
    items.push(toItem(row.id, references));
  }
  return items;
}

function coco(value: unknown, file: string): Item[] {
  const byImage = new Map<string, string[]>();
  for (const { image_id, caption } of parseWith(cocoSchema, value, { file }).annotations) {
    byImage.set(image_id, [...(byImage.get(image_id) ?? []), caption]);
  }
  return Array.from(byImage, ([image, captions]) => toItem(image, captions));
}

function toItem(key: string, references: string[]): Item {
  return { id: key, input: null, references, meta: {} };
}
