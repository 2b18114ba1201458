/** The contract by which a benchmark describes a dataset anew after people changed its rows: statistics, card, page, derived files. */
import type { z } from 'zod';
import type { Decision } from './decision.ts';
import type { LedgerRow } from './ledger.ts';

/** A dataset folder whose rows were changed by the outcome of decisions. */
export interface ChangedDataset {
  splits: Readonly<Record<string, readonly object[]>>;
  /** All drops, the new ones too. */
  ledger: readonly LedgerRow[];
  /** stats.json as it was. */
  stats: unknown;
  config: Readonly<Record<string, unknown>>;
  seed: number;
  /** The task, and its decisions that count, final ones marked. */
  task: string;
  decisions: readonly Decision[];
  simulated: boolean;
  /** Files of the folder, by their paths in it. */
  files: readonly string[];
  /** Where a file of the folder is. */
  path(file: string): string;
}

export interface RestatedDataset {
  /** `.describe()` of its fields is the text that the card has of them. */
  row: z.ZodType<object>;
  stats: object;
  summary?: string;
  limits?: string;
  biases?: string;
  card?: readonly { title: string; text?: string; questions?: readonly { question: string; answer: string }[] }[];
  answers?: Readonly<Record<string, string | undefined>>;
  sections?: readonly { id: string; title: string; html: string }[];
  groups?: Readonly<Record<string, (row: object) => string | null>>;
  listed?: readonly string[];
  /** Files that are made of the rows. Other files of the folder stay as they are. */
  extras?: readonly { path: string; description: string; write(file: string): Promise<void> }[];
}
