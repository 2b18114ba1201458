/** The input of the dataset writer: the rows, and everything that card, Croissant, manifest and page report. */

import { basename } from 'node:path';
import type { LedgerRow } from '@sensebench/metrics/internal/core';
import type { z } from 'zod';
import { hashFile } from '../../files/index.ts';
import type { Section } from '../../report/index.ts';
import type { RowGroups } from './browse-dataset.ts';
import type { Datasheet, DatasheetAnswers } from './read-datasheet.ts';

type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

export interface DatasetSource {
  /** The file name without folders, because the path is not part of a dataset. */
  name: string;
  sha256: string;
  licence?: string;
  url?: string;
}

/** People's work on the rows, as reported by card, Croissant and dataset.json. */
export interface DatasetPeople {
  task: string;
  /** Null if the file of decisions does not name them. */
  annotators: number | null;
  decisions: number;
  /** Whether a program made the decisions in place of people. */
  simulated: boolean;
  text: string;
}

export interface DatasetExtra {
  /** The path in the folder, with slashes. */
  path: string;
  description: string;
  write(file: string): Promise<void>;
}

export interface CardSection {
  title: string;
  /** Markdown before the questions. */
  text?: string;
  questions?: readonly { question: string; answer: string }[];
}

export interface DatasetContent<Row extends object = object> {
  /** A user's benchmark also has the path of its module and its content hash. */
  benchmark: { name: string; module?: string; sha256?: string };
  name: string;
  /** Title of the card and the page (default: the name). */
  title?: string;
  summary: string;
  citation: string;
  /** How the data were collected, in one or two sentences. */
  collection: string;
  limits: string;
  biases?: string;
  /** Keywords for catalogues, and the hub's names of its tasks. */
  keywords?: readonly string[];
  categories?: readonly string[];
  /** `.describe()` of its fields gives their descriptions in the card and in Croissant. */
  row: z.ZodType<Row>;
  /** By name: train, dev and test where they exist. */
  splits: Readonly<Record<string, Rows<Row>>>;
  ledger: Rows<LedgerRow>;
  stats: object;
  sources: readonly DatasetSource[];
  people: readonly DatasetPeople[];
  extras?: readonly DatasetExtra[];
  /** Further sections of the card. */
  card?: readonly CardSection[];
  /** Answers to questions of the datasheet, which replace the general ones of the writer. */
  answers?: DatasheetAnswers;
  /** The answers in the owner's datasheet.yaml. */
  datasheet?: Datasheet;
  /** Parts of report.html besides the lists of rows and drops. Default: a table of splits, and people's work. */
  page?: { summary?: string; sections: readonly Section[] };
  /** Groups by which rows can be filtered on the page, in addition to their fields with few values. */
  groups?: RowGroups<Row>;
  /** The fields shown in the page's list of rows. Default: the first two. */
  listed?: readonly string[];
  config: Readonly<Record<string, unknown>>;
  seed: number;
  versions: Readonly<Record<string, string>>;
  /** Left out if unknown. */
  url?: string;
  creator?: string;
  licences?: readonly string[];
  /** YYYY-MM-DD. */
  published?: string;
}

/**
 * Describes people's work on a dataset, for card, Croissant and page.
 * Begins by saying if the decisions are simulated.
 */
export function describePeople({ task, annotators, decisions, simulated, text }: DatasetPeople): string {
  const who = annotators === null ? '' : ` of ${annotators} ${annotators === 1 ? 'annotator' : 'annotators'}`;
  return `${simulated ? 'Simulated: no person gave these decisions. ' : ''}${task}: ${decisions} decisions${who}. ${text}`.trim();
}

/** The base names and content hashes of source files, as recorded in datasets. */
export async function fileSources(paths: readonly string[]): Promise<DatasetSource[]> {
  return Promise.all(paths.map(async (path) => ({ name: bareName(path), sha256: await hashFile(path) })));
}

/** `creak=data/train.jsonl` → `creak=train.jsonl`. */
export function bareName(path: string): string {
  const cut = path.indexOf('=');
  return cut < 0 ? basename(path) : `${path.slice(0, cut + 1)}${basename(path.slice(cut + 1))}`;
}
