/** The contract of a source reader: it reads a file of a corpus and yields its rows, and reports the rows that it leaves out. */
import { basename } from 'node:path';
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { entitySchema, statementIdSchema } from '../statement.ts';

export interface ReadSourceOptions {
  /** The corpus name at the beginning of ids (default: that of the reader). */
  source?: string;
  /** The split in ids (default: guessed from the file name). */
  split?: string;
}

export interface SourceReader {
  name: string;
  /** A description of the file format, for error messages. */
  layout: string;
  licence: string;
  /** Streams rows and drops, because a corpus need not fit into memory. Yields undefined after many drops without a row, so that they can be stored. */
  read(path: string, drop: (row: LedgerRow) => void, options?: ReadSourceOptions): AsyncIterable<SourceRow | undefined>;
}

/** train, dev or test if the file name contains it, or else the whole name, so that ids of two files never collide. */
export function splitOf(path: string): string {
  const name = basename(path).replace(/(\.(jsonl|json|txt|csv|tsv|gz))+$/i, '');
  const known = /(?:^|[^a-z])(train|dev|validation|valid|test)(?:[^a-z]|$)/i.exec(name)?.[1]?.toLowerCase();
  if (known) return known.startsWith('valid') ? 'dev' : known;
  return name.replace(/[\s:]+/g, '-') || 'all';
}

/** A ledger row of the reading step. */
export function leftOut(rule: string, id: string, text?: string): LedgerRow {
  return { step: 'read', rule, ids: [id], ...(text ? { text: text.slice(0, 300) } : {}) };
}

/** Kinds of rows: a true claim, a yes/no question, a question with choices or a gap, a fact, a statement that needs no conversion, or a sentence of running text. */
const SOURCE_KINDS = ['claim', 'yes-no', 'choice', 'fact', 'statement', 'sentence'] as const;

export const sourceRowSchema = z.object({
  /** `source::split::n`, as the released SituatedGen files write it. */
  id: statementIdSchema,
  source: z.string().min(1),
  split: z.string().min(1),
  kind: z.enum(SOURCE_KINDS),
  /** The sentence of a claim, fact or statement. */
  text: z.string().optional(),
  question: z.string().optional(),
  /** True or false for yes-no, the text of the right choice otherwise. */
  answer: z.union([z.string(), z.boolean()]).optional(),
  choices: z.array(z.string()).optional(),
  licence: z.string().optional(),
  /** Entities from the source, for `--entities given`. */
  entities: z.array(entitySchema).optional(),
  /** The origin of a statement made from a table: package, row and so on. */
  provenance: z.record(z.string(), z.string()).optional(),
});

/** A row of a source corpus before conversion: claim, question with answer, fact or statement (SituatedGen, section 4.1). */
export type SourceRow = z.infer<typeof sourceRowSchema>;
