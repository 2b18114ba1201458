/** The dataset folder: its manifest dataset.json and the files of its splits. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { InputError, type LedgerRow, unknownName } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseJson, parseWith } from './json.ts';
import { fileError, missingFile } from './open-file.ts';

/** Raised when an older sensebench could no longer read the folder. 1 (no field `format`) had hashes of the splits alone. */
export const DATASET_FORMAT = 2;

const MANIFEST = 'dataset.json';
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal');

/** The name of a source without its folders, with its content hash. */
const sourceSchema = z.object({ name: z.string(), sha256: z.string(), licence: z.string().optional(), url: z.string().optional() });

export const datasetManifestSchema = z.looseObject({
  format: z.number().int().min(1).default(1),
  benchmark: z.string(),
  /** Only for a user's own benchmark: its module, relative to the folder. It is loaded only if the user names it. */
  module: z.object({ path: z.string(), sha256: sha256Schema }).optional(),
  name: z.string().optional(),
  /** The owner's version number, and errors in earlier versions. */
  version: z.string().optional(),
  errata: z.array(z.looseObject({ version: z.string(), date: z.string().optional(), text: z.string() })).optional(),
  config: z.record(z.string(), z.unknown()),
  seed: z.number().int(),
  versions: z.record(z.string(), z.string()),
  /** Format 1 has hashes by name. */
  sources: z.union([
    z.array(sourceSchema),
    z.record(z.string(), z.string()).transform((sources) => Object.entries(sources).map(([name, sha256]) => ({ name, sha256 }))),
  ]),
  people: z
    .array(
      z.looseObject({
        task: z.string(),
        annotators: z.number().nullable(),
        decisions: z.number(),
        simulated: z.boolean(),
        text: z.string(),
      }),
    )
    .optional(),
  splits: z.record(z.string(), z.object({ rows: z.number().int().nonnegative(), sha256: z.string() })),
  /** Every file of the folder but dataset.json. Format 1 has none. */
  files: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.number().int().nonnegative() })).optional(),
});

export type DatasetManifest = z.infer<typeof datasetManifestSchema>;

export async function readDatasetManifest(folder: string): Promise<DatasetManifest> {
  const file = join(folder, MANIFEST);
  const value = readManifestFile(folder);
  if (value === undefined)
    throw existsSync(folder)
      ? new InputError('is not a dataset folder: it has no dataset.json', { file: folder })
      : missingFile(folder, { expected: 'a dataset folder' });
  return parseWith(datasetManifestSchema, value, { file });
}

/** Hashes of the files in the manifest, by path; paths that lead out of the folder are skipped. */
export function listedFiles({ files, splits }: Pick<DatasetManifest, 'files' | 'splits'>): Map<string, string> {
  const listed = files
    ? Object.entries(files).map(([path, { sha256 }]) => [path, sha256] as const)
    : Object.entries(splits).map(([split, { sha256 }]) => [`${split}.jsonl`, sha256] as const);
  return new Map(listed.filter(([path]) => isInside(path)));
}

export function isInside(path: string): boolean {
  return path !== '' && normalize(path) === path && !isAbsolute(path) && path.split(/[\\/]/)[0] !== '..' && path !== '.';
}

/** Whether the path is a folder; standard input is not. */
export function isFolder(path: string): boolean {
  return path !== '-' && existsSync(path) && statSync(path).isDirectory();
}

/** The file of a split: the path itself if it is a file, otherwise `split`.jsonl in the folder. */
export function splitFile(path: string, split = 'test'): string {
  if (!isFolder(path)) return path;
  checkDatasetFormat(path);
  const file = join(path, `${split}.jsonl`);
  if (!existsSync(file)) {
    const splits = readdirSync(path).flatMap((name) => /^(train|dev|test)\.jsonl$/.exec(name)?.slice(1) ?? []);
    throw unknownName('split', split, splits, { file: path, expected: `${split}.jsonl in it` });
  }
  return file;
}

/** Refuses a folder of a newer format. A folder without dataset.json is accepted: it may contain files of a published benchmark. */
export function checkDatasetFormat(folder: string): void {
  readManifestFile(folder);
}

function readManifestFile(folder: string): unknown {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw fileError(error, file);
  }
  const value = parseJson(text, { file });
  const made = z.looseObject({ format: z.number(), versions: z.looseObject({ sensebench: z.string() }).optional() }).safeParse(value);
  if (made.success && made.data.format > DATASET_FORMAT) {
    const version = made.data.versions?.sensebench;
    throw new InputError(
      `has format ${made.data.format}, and this sensebench reads formats up to ${DATASET_FORMAT}; open it with sensebench ${version ?? 'of a later version'}${version ? ' or later' : ''}`,
      { file: folder },
    );
  }
  return value;
}

/** The schema of a row of ledger.jsonl. */
export const ledgerRowSchema: z.ZodType<LedgerRow> = z.object({
  step: z.string().min(1),
  rule: z.string().min(1),
  ids: z.array(z.string()).min(1),
  text: z.string().optional(),
  value: z.union([z.number(), z.string()]).optional(),
  limit: z.union([z.number(), z.string()]).optional(),
  question: z.string().optional(),
  answer: z.union([z.string(), z.boolean()]).optional(),
});
