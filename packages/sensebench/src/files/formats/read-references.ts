/** Reads references without a benchmark: JSON Lines, JSON, CSV, TSV, or plain text with one line per item and one file per reference. */

import { InputError, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseJson, parseWith } from '../json.ts';
import { nameOf } from '../open-file.ts';
import { type FileFormat, readTextFile, type TextFile } from './file-format.ts';
import { readTable, type TableRow } from './read-table.ts';

const ACCEPTED = [
  'one of: JSON Lines {"id": "a", "references": ["…"]}, or {"references": ["…"]} in the order of the items',
  'JSON {"annotations": [{"image_id": "a", "caption": "…"}]}, {"a": ["…"]} or [["…", "…"], ["…"]]',
  'CSV or TSV with a first line like id,reference',
  'one text per line',
].join('; ');

const COLUMNS = {
  id: ['id', 'image_id', 'item_id'],
  text: ['reference', 'references', 'caption', 'target', 'text'],
  several: /^(?:ref|reference|caption|target)s?[ _-]?\d+$/,
};

const id = z.union([z.string(), z.number()]).transform(String);

const rowSchema = z
  .looseObject({ id: id.optional(), references: z.array(z.string()).optional(), reference: z.string().optional() })
  .refine((row) => row.references !== undefined || row.reference !== undefined, { path: ['references'], message: 'is missing' });

type Row = z.infer<typeof rowSchema>;

/** Fast path: most rows have only an id and texts, so the schema is skipped for them. */
function isPlain(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const { id: key, references, reference } = value as Record<string, unknown>;
  return (
    typeof key === 'string' && reference === undefined && Array.isArray(references) && references.every((text) => typeof text === 'string')
  );
}

const cocoSchema = z.looseObject({ annotations: z.array(z.looseObject({ image_id: id, caption: z.string() })) });

export async function readReferences(paths: readonly string[], { format }: { format?: FileFormat } = {}): Promise<Item[]> {
  const files: Item[][] = [];
  for (const path of paths) files.push(await readFile(path, format));
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
        throw new InputError(`"${item.id}" is where "${first[place].id}" is expected`, { file: nameOf(paths[i + 1]) });
      first[place].references.push(...item.references);
    }
  }
  return first;
}

async function readFile(path: string, format?: FileFormat): Promise<Item[]> {
  const read = await readTextFile(path, { format, columns: COLUMNS, accepted: ACCEPTED });
  const { file, lines } = read;
  if (read.format === 'jsonl') return fromRows(jsonlValues(read), file);
  if (read.format === 'json') return fromJson(read);
  if (read.format !== 'text') return fromTable(await readTable(read, { columns: COLUMNS, accepted: ACCEPTED }), file);
  return lines.map(({ line, text }, i) => {
    if (text.trim() === '') throw new InputError('an empty reference', { file, line });
    return toItem(String(i), [text]);
  });
}

/** A table has a row for each reference, so ids may repeat. */
function fromTable(rows: readonly TableRow[], file: string): Item[] {
  const byKey = new Map<string, string[]>();
  const named = rows.some((row) => row.id !== undefined);
  let lines = 0;
  for (const [i, { id: own, text, column, line }] of rows.entries()) {
    // Several columns of one line are references of one item.
    if (i > 0 && rows[i - 1].line !== line) lines++;
    const references = cellTexts(text, { column, file, line });
    if (references.some((reference) => reference.trim() === '')) throw new InputError('an empty reference', { file, line });
    const key = named ? (own ?? '') : String(lines);
    byKey.set(key, [...(byKey.get(key) ?? []), ...references]);
  }
  return Array.from(byKey, ([key, references]) => toItem(key, references));
}

const listSchema = z.array(z.string()).min(1);

/** A cell of the column `references` may contain a JSON list. */
function cellTexts(text: string, { column, file, line }: { column: string; file: string; line: number }): string[] {
  if (column !== 'references' || !/^\s*\[.*\]\s*$/s.test(text)) return [text];
  try {
    return listSchema.parse(JSON.parse(text));
  } catch {
    throw new InputError('is not a JSON list of texts', { file, line, field: column, expected: '["…", "…"], or a row for each reference' });
  }
}

function fromJson({ value, file, line }: TextFile): Item[] {
  if (Array.isArray(value)) {
    const captions = cocoSchema.shape.annotations.safeParse(value);
    return captions.success && value.length > 0
      ? coco({ annotations: value }, file)
      : fromRows(
          value.map((own) => ({ value: own })),
          file,
        );
  }
  if (isRecord(value) && 'annotations' in value) return coco(value, file);
  if (isRecord(value) && ['id', 'references', 'reference'].some((name) => name in value)) return fromRows([{ value, line }], file);
  return Object.entries(parseWith(mapSchema, value, { file })).map(([key, references]) => toItem(key, references));
}

const captionOrText = z.union([z.string(), z.looseObject({ caption: z.string() }).transform(({ caption }) => caption)]);

/** pycocoevalcap's references: a list of texts or captions for each id. */
const mapSchema = z.record(
  z.string(),
  z.array(captionOrText, { error: `is not a list of references (expected ${ACCEPTED})` }).min(1, 'has no references'),
  { error: `is not references (expected ${ACCEPTED})` },
);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* jsonlValues({ lines, file }: TextFile): Generator<{ value: unknown; line: number }> {
  for (const { line, text } of lines) if (text.trim() !== '') yield { value: parseJson(text, { file, line }), line };
}

/** Either all rows have an id, or none does and they are numbered from 0. */
function fromRows(rows: Iterable<{ value: unknown; line?: number }>, file: string): Item[] {
  const seen = new Map<string, number | undefined>();
  const items: Item[] = [];
  let named: boolean | undefined;
  for (const { value, line } of rows) {
    const row = isPlain(value) ? value : parseWith(rowSchema, toRow(value), { file, line });
    named ??= row.id !== undefined;
    if (named !== (row.id !== undefined)) throw new InputError(named ? 'is missing' : 'is given only here', { file, line, field: 'id' });
    const key = row.id ?? String(items.length);
    if (seen.has(key)) {
      const before = seen.get(key);
      throw new InputError(`"${key}" is the id of ${before === undefined ? 'another row' : `line ${before}`} too`, { file, line });
    }
    seen.set(key, line);
    const references = row.references ?? [row.reference ?? ''];
    if (references.length === 0) throw new InputError(`item "${key}" has no references`, { file, line });
    if (references.some((reference) => reference.includes('\0'))) throw new InputError('a reference contains a NUL byte', { file, line });
    items.push(toItem(key, references));
  }
  return items;
}

/** In lists and lines, a text is the only reference of an item, and a list of texts is all of its references. */
function toRow(value: unknown): unknown {
  return typeof value === 'string' ? { reference: value } : Array.isArray(value) ? { references: value } : value;
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
