/** Explains why a row is in a dataset or was dropped: its place, its origin, and its entries in the ledger. For any dataset folder. */

import { InputError, type LedgerRow } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type DatasetManifest, readDatasetManifest } from '../../files/index.ts';
import { type DatasetIndex, type Found, type FoundStatement, findRows, headline, type ReadItems, readIndex, rowName } from './find-row.ts';
import { describeDrop } from './ledger.ts';

/** The arguments of the command, shared with the explanations of benchmarks. */
export const EXPLAIN_ARGUMENTS = [
  { name: 'dataset', summary: 'the dataset folder' },
  { name: 'row', summary: 'an id of a row or a statement, its text, or a part of the text' },
] as const;

export const explainOptionsSchema = z.object({
  dataset: z.string(),
  row: z.string(),
  with: z.string().optional().describe('another statement, to explain why the two are or are not a pair'),
  nearest: z.boolean().default(true).describe('look for the most similar statement'),
});

export interface Explanation {
  id: string;
  text: string | null;
  /** Whether it is in at least one split. */
  in: boolean;
  /** Its places, and its partners there. */
  splits: { split: string; line: number; id: string | null; with: string[] }[];
  /** The row; absent for a statement, which may be part of many rows. */
  row?: Readonly<Record<string, unknown>>;
  /** The folder's information about the statement, or about the statements of the row. */
  statements: FoundStatement[];
  /** Drops of the row, or of pairs that it was part of. */
  ledger: LedgerRow[];
  /** The files from which the dataset was built. */
  sources: DatasetManifest['sources'];
}

/** The rows that match, if several do. */
export interface Candidates {
  candidates: { id: string; text: string; in: boolean; splits: { split: string; line: number }[] }[];
}

const LISTED = 20;
const PARTNERS = 5;
const SHORT = 120;

/** `wanted` is an id, or a text or part of one in any case. `read` returns the items with the benchmark's ids. */
export async function explainRow(folder: string, wanted: string, { read }: { read?: ReadItems } = {}): Promise<Explanation | Candidates> {
  const { sources } = await readDatasetManifest(folder);
  const index = await readIndex(folder, read);
  const found = findRows(index, wanted);
  if (found.length === 0)
    throw new InputError(`${folder} has no row or dropped row "${wanted}" (give an id from the dataset, or the exact text)`);
  const explained = found.map((one) => explainOne(one, index, sources));
  if (explained.length === 1) return explained[0];
  const ids = explained.map(({ id }) => id);
  return {
    candidates: explained.map(({ id, text, in: included, splits }) => ({
      id: ids.indexOf(id) === ids.lastIndexOf(id) ? id : `${splits[0]?.split}:${id}`,
      text: text ?? '',
      in: included,
      splits: splits.map(({ split, line }) => ({ split, line })),
    })),
  };
}

function explainOne(found: Found, index: DatasetIndex, sources: DatasetManifest['sources']): Explanation {
  const { rows, statements, ledger } = index;
  const parts = found.kind === 'row' ? found.row.parts : found.kind === 'pair' ? found.parts : [found.id];
  const hits =
    found.kind === 'row'
      ? [found.row]
      : found.kind === 'pair'
        ? []
        : rows.filter((row) => row.parts.includes(found.id) || row.id === found.id);
  const dropped = ledger.filter(({ ids }) =>
    found.kind === 'statement'
      ? ids.includes(found.id)
      : (found.id !== null && ids.includes(found.id)) || (parts.length > 1 && parts.every((part) => ids.includes(part))),
  );
  const known = parts.flatMap((id) => statements.get(id) ?? []);
  const first = found.kind === 'row' ? found.row : undefined;
  const text = known.length > 0 ? known.map((statement) => statement.text).join(' ') : first ? headline(first.row, index) : null;
  return {
    id: found.id ?? (first ? rowName(first) : ''),
    text: text ?? dropped.find((drop) => drop.text !== undefined)?.text ?? null,
    in: hits.length > 0,
    splits: hits.map(({ split, line, id, parts: all }) => ({
      split,
      line,
      id,
      with: found.kind === 'statement' ? all.filter((other) => other !== found.id) : [],
    })),
    ...(first ? { row: first.row } : {}),
    statements: known,
    ledger: dropped,
    sources,
  };
}

/** Formats an explanation for a terminal. */
export function describeExplanation(explanation: Explanation | Candidates): string[] {
  if ('candidates' in explanation) return describeCandidates(explanation.candidates);
  const { id, text, row, statements, ledger, sources } = explanation;
  return [
    text === null ? id : `${id}: ${text}`,
    explanation.in ? `in: ${describePlaces(explanation.splits)}` : 'out',
    ...ledger.map(
      (drop) => `  ${describeDrop(drop)}${drop.ids.length > 1 ? ` (${drop.ids.filter((other) => other !== id).join(', ')})` : ''}`,
    ),
    ...(row ? Object.entries(row).map(([name, value]) => `  ${name}: ${shorten(shown(value))}`) : []),
    ...statements.flatMap((statement) => describeStatement(statement, { named: statements.length > 1 || statement.id !== id })),
    ...describePartners(explanation.splits),
    ...(explanation.in && statements.length === 0 && sources.length > 0
      ? [`  built from ${shorten(sources.map(({ name }) => name).join(', '))}`]
      : []),
  ];
}

function describeCandidates(candidates: Candidates['candidates']): string[] {
  const more = candidates.length - LISTED;
  return [
    `${candidates.length} fit; give one of these ids:`,
    ...candidates
      .slice(0, LISTED)
      .map(({ id, text, in: included, splits }) => `  ${id} (${included ? describePlaces(splits) : 'out'}): ${shorten(text)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function describePlaces(places: readonly { split: string; line: number }[]): string {
  const bySplit = new Map<string, number[]>();
  for (const { split, line } of places) bySplit.set(split, [...(bySplit.get(split) ?? []), line]);
  return Array.from(bySplit, ([split, lines]) =>
    lines.length === 1 ? `line ${lines[0]} of ${split}.jsonl` : `${lines.length} rows of ${split} (lines ${some(lines.map(String))})`,
  ).join(', ');
}

/** The origin of a statement, its entities and its keywords, as far as the folder has them. */
function describeStatement(statement: FoundStatement, { named }: { named: boolean }): string[] {
  const { id, text, licence, question, answer, rule, confidence, entities, keywords, provenance } = statement;
  const [source, split, number] = id.split('::');
  const origin = number === undefined ? [] : [`${source}, ${split}, number ${number}`];
  const made = rule === undefined ? [] : [`rule ${shown(rule)}${confidence === undefined ? '' : `, confidence ${shown(confidence)}`}`];
  const lines = [
    ['from', [...origin, ...(licence ? [`licence ${shown(licence)}`] : [])].join('; ')],
    ['provenance', provenance === undefined ? '' : shown(provenance)],
    ['question', question === undefined ? '' : shown(question)],
    ['answer', answer === undefined ? '' : [shown(answer), ...made].join('; ')],
    ['entities', describeSpans(entities, 'type')],
    ['keywords', describeSpans(keywords, 'kind')],
  ];
  return [
    ...(named ? [`  ${id}: ${text}`] : []),
    ...lines.filter(([, value]) => value !== '').map(([name, value]) => `${named ? '    ' : '  '}${name}: ${shorten(value)}`),
  ];
}

const spanSchema = z.array(z.looseObject({ text: z.string() }));

/** `Japan (GPE), rice (NOUN)`. */
function describeSpans(spans: unknown, kind: string): string {
  const parsed = spanSchema.safeParse(spans);
  return parsed.success ? parsed.data.map((span) => (span[kind] ? `${span.text} (${shown(span[kind])})` : span.text)).join(', ') : '';
}

function describePartners(splits: Explanation['splits']): string[] {
  const partners = splits.flatMap((place) => place.with);
  return partners.length > 0 ? [`  partners: ${some(partners)}`] : [];
}

function some(values: readonly string[]): string {
  const more = values.length - PARTNERS;
  return more > 0 ? `${values.slice(0, PARTNERS).join(', ')} and ${more} more` : values.join(', ');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}
