/** The texts of a file of predictions: JSON Lines, logs of other harnesses, JSON, CSV, TSV or one text per line. */

import { InputError, joinSentences, type PredictedText } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseJson, parseWith } from '../json.ts';
import type { TextFile, TextLine } from './file-format.ts';
import { readChoices, readTargets, responsesSchema, type SampleFacts } from './harness-samples.ts';
import { readTable } from './read-table.ts';

/** One text of a file. */
export interface PredictionText {
  text: string;
  /** The sentences of the text, if the file has a list of them. */
  sentences?: readonly string[];
  /** The text is the raw output of a model, not yet a prediction. */
  raw: boolean;
  line?: number;
  /** What another harness recorded for the item. */
  facts?: SampleFacts;
}

/** The accepted layouts, for messages. */
export const ACCEPTED = [
  'one of: JSON Lines {"id": "a", "prediction": "…"}, or {"prediction": "…"} in the order of the items',
  'samples of lm-evaluation-harness {"doc_id": 0, "doc": {…}, "filtered_resps": ["…"]}',
  "inspect_ai's log as JSON",
  'JSON [{"image_id": "a", "caption": "…"}], {"a": ["…"]} or ["…", "…"]',
  'CSV or TSV with a first line like id,prediction',
  'one text per line',
].join('; ');

export const COLUMNS = {
  id: ['id', 'image_id', 'item_id', 'concept_set'],
  text: ['prediction', 'output', 'caption', 'text', 'hypothesis', 'generation', 'generated_text', 'predictions'],
};

const id = z.union([z.string(), z.number()]).transform(String);
/** A list of texts is a list of sentences. */
const text = z.union([z.string(), z.array(z.string())]);

const rowSchema = z
  .looseObject({
    id: id.optional(),
    image_id: id.optional(),
    prediction: text.optional(),
    caption: z.string().optional(),
    generated_text: z.string().optional(),
    /** CommonGen's outputs name their item by its concepts. */
    concept_set: z.string().optional(),
    /** In a run folder, beside the prediction. */
    sentences: z.array(z.string()).optional(),
    output: text.optional(),
    /** A run folder may have several predictions of an item; the first is scored. */
    repeat: z.number().optional(),
    order: z.number().optional(),
    doc_id: z.number().int().nonnegative().optional(),
    doc: z.looseObject({}).optional(),
    target: z.unknown().optional(),
    filtered_resps: responsesSchema.optional(),
    resps: responsesSchema.optional(),
  })
  .refine((row) => TEXT_FIELDS.some((name) => row[name] !== undefined), {
    path: ['prediction'],
    message: 'is missing (expected prediction, or output for the raw output of a model)',
  });

const TEXT_FIELDS = ['prediction', 'caption', 'generated_text', 'output', 'filtered_resps', 'resps'] as const;

type Row = z.infer<typeof rowSchema>;

const OPTIONAL = ['image_id', 'caption', 'generated_text', 'sentences', 'repeat', 'order', 'doc_id', 'filtered_resps', 'resps'];

/** Fast path: most rows have only an id and a text and do not need the schema. */
function isPlain(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Record<string, unknown>;
  return typeof row.id === 'string' && typeof row.prediction === 'string' && OPTIONAL.every((name) => row[name] === undefined);
}

/** A text with what its file says about its item. */
export interface PlacedText extends PredictionText {
  id?: string;
  /** The number of its item, from 0: lm-evaluation-harness. */
  place?: number;
  /** A later repeat or order of a run folder. */
  again?: boolean;
}

/** A line of plain text. */
export const lineText = ({ text, line }: TextLine): PlacedText => ({ text, raw: false, line });

/** The texts with what the file says about their items; undefined for plain text, which says nothing. */
export async function placedTexts(file: TextFile, ids?: ReadonlySet<string>): Promise<AsyncIterable<PlacedText> | undefined> {
  if (file.format === 'text') return undefined;
  if (file.format === 'jsonl') return jsonlTexts(file);
  if (file.format === 'json') return fromList(jsonTexts(file));
  const rows = await readTable(file, { columns: COLUMNS, accepted: ACCEPTED, ids });
  return fromList(rows.map(({ column, ...row }) => ({ ...row, raw: column === 'output' })));
}

export async function* fromList<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

async function* jsonlTexts({ lines, stream, file }: TextFile): AsyncGenerator<PlacedText> {
  for await (const { line, text } of stream ?? lines) {
    if (text.trim() !== '') yield toPlaced(parseJson(text, { file, line }), { file, line });
  }
}

function* jsonTexts({ value, file, line }: TextFile): Generator<PlacedText> {
  if (Array.isArray(value)) for (const row of value) yield toPlaced(row, { file });
  else if (isRecord(value) && 'eval' in value && 'samples' in value) yield* inspectTexts(value, file);
  else if (isRecord(value) && ['id', 'image_id', 'doc_id', ...TEXT_FIELDS].some((name) => name in value))
    yield toPlaced(value, { file, line });
  else for (const [key, text] of Object.entries(parseWith(mapSchema, value, { file }))) yield { id: key, ...splitText(text), raw: false };
}

/** The log of inspect_ai: a text for each sample; later epochs repeat the requests. */
const inspectSchema = z.looseObject({
  samples: z.array(
    z.looseObject({
      id,
      epoch: z.number().default(1),
      target: z.unknown().optional(),
      output: z.looseObject({ completion: z.string().default('') }).optional(),
      error: z.unknown().optional(),
    }),
    { error: 'has no samples; `inspect log dump FILE.eval` writes them' },
  ),
});

function* inspectTexts(value: unknown, file: string): Generator<PlacedText> {
  for (const sample of parseWith(inspectSchema, value, { file }).samples) {
    if (sample.error) throw new InputError(`the sample "${sample.id}" ended with an error`, { file });
    const facts = { targets: readTargets(sample.target) };
    yield { id: sample.id, text: sample.output?.completion ?? '', raw: true, facts, ...(sample.epoch > 1 ? { again: true } : {}) };
  }
}

/** pycocoevalcap's results: one text for each id, alone or as a caption. */
const mapSchema = z.record(
  z.string(),
  z.union(
    [
      z.string(),
      z
        .tuple([z.union([z.string(), z.looseObject({ caption: z.string() }).transform(({ caption }) => caption)])])
        .transform(([text]) => text),
    ],
    { error: `is not one text (expected ${ACCEPTED})` },
  ),
  { error: `is not a prediction (expected ${ACCEPTED})` },
);

function toPlaced(value: unknown, { file, line }: { file: string; line?: number }): PlacedText {
  if (typeof value === 'string' || isTexts(value)) return { ...splitText(value), raw: false, line };
  if (!isRecord(value)) throw new InputError('is not a prediction', { file, line, expected: ACCEPTED });
  const row = isPlain(value) ? value : parseWith(rowSchema, value, { file, line });
  const prediction = (row.prediction === undefined ? undefined : row.sentences) ?? row.prediction ?? row.caption ?? row.generated_text;
  const docId = row.doc?.id;
  const sampleId = typeof docId === 'string' || typeof docId === 'number' ? String(docId) : undefined;
  const responses = row.filtered_resps ?? row.resps;
  const output = row.output ?? (responses && 'text' in responses ? responses.text : '');
  return {
    id: row.id ?? row.image_id ?? row.concept_set ?? (row.doc_id === undefined ? undefined : sampleId),
    place: row.id === undefined && row.image_id === undefined ? row.doc_id : undefined,
    ...splitText(prediction ?? output),
    raw: prediction === undefined,
    line,
    ...(row.doc_id === undefined ? {} : { facts: { targets: readTargets(row.target), choices: readChoices(row.doc), ...responses } }),
    ...((row.repeat ?? 0) > 0 || (row.order ?? 0) > 0 ? { again: true } : {}),
  };
}

function splitText(prediction: PredictedText): Pick<PlacedText, 'text' | 'sentences'> {
  return { text: joinSentences(prediction), ...(typeof prediction === 'string' ? {} : { sentences: prediction }) };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
