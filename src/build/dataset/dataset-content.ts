/** The content that a builder hands to the dataset writer: rows, and all that card, Croissant, manifest and page say of them. */

import { basename } from 'node:path';
import type { z } from 'zod';
import type { LedgerRow } from '../../core/index.ts';
import { hashFile } from '../../files/index.ts';
import type { Section } from '../../report/index.ts';
import type { RowGroups } from './browse-dataset.ts';
import type { Datasheet, DatasheetAnswers } from './read-datasheet.ts';

type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

export interface DatasetSource {
  /** Without folders: how a path was spelled is not part of a dataset. */
  name: string;
  sha256: string;
  licence?: string;
  url?: string;
}

/** People's work on the rows. Card, Croissant and dataset.json say the same of it. */
export interface DatasetPeople {
  task: string;
  /** Null where the file of decisions does not name them. */
  annotators: number | null;
  decisions: number;
  /** No person decided: a program did in their place. */
  simulated: boolean;
  text: string;
}

export interface DatasetExtra {
  /** In the folder, with slashes. */
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
  /** A user's own benchmark also gives the path of its module and its content hash. */
  benchmark: { name: string; module?: string; sha256?: string };
  name: string;
  /** Title of the card and the page (default: the name). */
  title?: string;
  summary: string;
  citation: string;
  /** How the data came about, in one or two sentences. */
  collection: string;
  limits: string;
  biases?: string;
  /** Words that a catalogue finds it by, and the hub's names of its tasks. */
  keywords?: readonly string[];
  categories?: readonly string[];
  /** `.describe()` of its fields is the text that the card and Croissant have of them. */
  row: z.ZodType<Row>;
  /** By the names train, dev, test where there are such. */
  splits: Readonly<Record<string, Rows<Row>>>;
  ledger: Rows<LedgerRow>;
  stats: object;
  sources: readonly DatasetSource[];
  people: readonly DatasetPeople[];
  extras?: readonly DatasetExtra[];
  /** Sections of the card beside those that are made for every dataset. */
  card?: readonly CardSection[];
  /** Answers to questions of the datasheet, which come before those that the writer gives for every dataset. */
  answers?: DatasheetAnswers;
  /** The answers in the owner's datasheet.yaml. */
  datasheet?: Datasheet;
  /** Parts of report.html beside the lists of rows and drops. Default: a table of splits, and what people did. */
  page?: { summary?: string; sections: readonly Section[] };
  /** Rows can be narrowed by these on the page, as by their fields of few values. */
  groups?: RowGroups<Row>;
  /** Fields that the page's list of rows shows. Default: the first two. */
  listed?: readonly string[];
  config: Readonly<Record<string, unknown>>;
  seed: number;
  versions: Readonly<Record<string, string>>;
  /** Left out where nobody gave them. */
  url?: string;
  creator?: string;
  licences?: readonly string[];
  /** YYYY-MM-DD. */
  published?: string;
}

/**
 * What people did to the rows of a dataset, in words: card, Croissant and page say the same.
 * Says first of all whether they were people.
 */
export function describePeople({ task, annotators, decisions, simulated, text }: DatasetPeople): string {
  const who = annotators === null ? '' : ` of ${annotators} ${annotators === 1 ? 'annotator' : 'annotators'}`;
  return `${simulated ? 'Simulated: no person gave these decisions. ' : ''}${task}: ${decisions} decisions${who}. ${text}`.trim();
}

/** Source files as a dataset records them: base name and content hash, however their path was spelled. */
export async function fileSources(paths: readonly string[]): Promise<DatasetSource[]> {
  return Promise.all(paths.map(async (path) => ({ name: bareName(path), sha256: await hashFile(path) })));
}

/** `creak=data/train.jsonl` → `creak=train.jsonl`. */
export function bareName(path: string): string {
  const cut = path.indexOf('=');
  return cut < 0 ? basename(path) : `${path.slice(0, cut + 1)}${basename(path.slice(cut + 1))}`;
}
