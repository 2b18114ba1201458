/** The contract of a source reader: a file of one corpus in, its rows and what was left out of it out, one by one. */
import { basename } from 'node:path';
import type { LedgerRow } from '../../core/index.ts';
import type { SourceRow } from './source-row.ts';

export interface ReadSourceOptions {
  /** The corpus name that ids begin with (default: the reader's own). */
  source?: string;
  /** The split that ids carry (default: guessed from the file name). */
  split?: string;
}

export interface SourceReader {
  name: string;
  /** Description of a file of this corpus, for the message when another is given. */
  layout: string;
  licence: string;
  /** Rows as they are read, and what is left out as it is met: a corpus need not fit into memory. Undefined after many drops and no row: they can be stored now. */
  read(path: string, drop: (row: LedgerRow) => void, options?: ReadSourceOptions): AsyncIterable<SourceRow | undefined>;
}

/** train, dev or test when the file name says so, else the name itself, so that ids of two files never meet. */
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
