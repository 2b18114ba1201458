/** Imports a bundle and verifies it: files by their hashes, values by their schemas, and the gold by the commitment. */

import { InputError } from 'sensebench/internal/core';
import { parseJson, parseWith, readArchive, sha256 } from 'sensebench/internal/files';
import { z } from 'zod';
import type { Board } from '../board.ts';
import { parsePhases } from '../phases.ts';
import { type ScoredSubmission, scoredSchema } from '../score-submission.ts';
import { linkSchema, submissionSchema } from '../submission.ts';
import {
  bundleManifestSchema,
  commitmentSchema,
  DATASET,
  GOLD,
  MOST_FILES,
  OPENING,
  openingSchema,
  type PublicContent,
  SEALED,
  type SealedContent,
  verifyOpening,
} from './content.ts';
import { openSeal } from './seal.ts';

const MOST_BYTES = 1024 * 1024 * 1024;

const datasetSchema = z.strictObject({ sha256: z.string() });
const referenceSchema = z.strictObject({ phase: z.string(), name: z.string(), note: z.string().optional(), scored: scoredSchema });

/** Only the identifying fields of a board are checked, because boards are shown unchanged or computed again from the scores. */
const boardSchema = z.looseObject({
  phase: z.string(),
  at: z.string(),
  rows: z.array(z.looseObject({ id: z.string(), links: z.array(linkSchema).optional() })),
});

export interface ImportOptions {
  /** For messages. */
  file?: string;
  /** The digest published by the exporter; a different bundle is refused. */
  digest?: string;
  /** Opens the sealed part. */
  passphrase?: string;
}

export interface ImportedBundle {
  content: PublicContent;
  /** null without a passphrase. */
  sealed: SealedContent | null;
  digest: string;
  /** The version that made it. */
  sensebench: string;
}

export async function importBundle(
  archive: Uint8Array,
  { file = 'bundle', digest: expected, passphrase }: ImportOptions = {},
): Promise<ImportedBundle> {
  const files = await readArchive(archive, { file, mostBytes: MOST_BYTES, mostFiles: MOST_FILES });
  const { read, text } = reader(files, file);
  const digest = sha256(text('bundle.json'));
  if (expected !== undefined && digest !== expected) throw new InputError(`has the digest ${digest}`, { file, expected });
  const manifest = read('bundle.json', bundleManifestSchema);
  checkFiles(files, manifest.files, file);
  const content: PublicContent = {
    benchmark: manifest.benchmark,
    competition: parsePhases(read('competition.json', z.unknown()), { file: `${file}/competition.json` }),
    boards: read('board.json', z.array(z.custom<Board>((value) => boardSchema.safeParse(value).success, 'is not a board'))),
    commitment: read('commitment.json', commitmentSchema),
  };
  const sealed = passphrase === undefined ? null : await readSealed(files.get(SEALED), { file, passphrase, content });
  return { content, sealed, digest, sensebench: manifest.sensebench };
}

async function readSealed(
  sealed: Uint8Array | undefined,
  { file, passphrase, content }: { file: string; passphrase: string; content: PublicContent },
): Promise<SealedContent> {
  if (!sealed) throw new InputError('has no sealed part: it was exported without a passphrase', { file });
  const files = await openSeal(sealed, passphrase, { file: `${file}/${SEALED}`, mostBytes: MOST_BYTES, mostFiles: MOST_FILES });
  const { read, text, rows } = reader(files, `${file}/${SEALED}`);
  const submissions = rows('submissions.jsonl', submissionSchema);
  const predictions = new Map<string, string>();
  const scores = new Map<string, ScoredSubmission>();
  for (const { id, sha256: stored } of submissions) {
    const [lines, scored] = [`predictions/${id}.jsonl`, `scores/${id}.json`];
    if (files.has(lines)) predictions.set(id, text(lines));
    if (files.has(scored)) scores.set(id, read(scored, scoredSchema));
    if (stored !== undefined && predictions.has(id) && sha256(predictions.get(id) ?? '') !== stored)
      throw new InputError('differs from the submitted predictions', { file: `${file}/${SEALED}/${lines}` });
    if (scores.has(id) && scores.get(id)?.submission !== id)
      throw new InputError('has the scores of a different submission', { file: `${file}/${SEALED}/${scored}` });
  }
  const gold = Object.fromEntries([...files].flatMap(([name, bytes]) => (name.startsWith(GOLD) ? [[name.slice(GOLD.length), bytes]] : [])));
  const opening = read(OPENING, openingSchema);
  verifyOpening(content.commitment, gold, opening);
  return {
    dataset: read(DATASET, datasetSchema).sha256,
    competition: parsePhases(read('competition.json', z.unknown()), { file: `${file}/${SEALED}/competition.json` }),
    submissions,
    predictions,
    scores,
    references: rows('references.jsonl', referenceSchema),
    gold,
    opening,
  };
}

/** Reads files of an archive as text and values; error messages name the archive and the file. */
function reader(files: ReadonlyMap<string, Uint8Array>, archive: string) {
  const text = (name: string): string => {
    const bytes = files.get(name);
    if (!bytes) throw new InputError(`has no ${name}`, { file: archive });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  };
  const parse = <Schema extends z.ZodType>(json: string, schema: Schema, place: { file: string; line?: number }) =>
    parseWith(schema, parseJson(json, place), place);
  return {
    text,
    read: <Schema extends z.ZodType>(name: string, schema: Schema) => parse(text(name), schema, { file: `${archive}/${name}` }),
    rows: <Schema extends z.ZodType>(name: string, schema: Schema) =>
      text(name)
        .split('\n')
        .flatMap((line, i) => (line === '' ? [] : [parse(line, schema, { file: `${archive}/${name}`, line: i + 1 })])),
  };
}

function checkFiles(files: ReadonlyMap<string, Uint8Array>, listed: z.infer<typeof bundleManifestSchema>['files'], file: string): void {
  for (const [name, bytes] of files) {
    if (name === 'bundle.json') continue;
    if (!Object.hasOwn(listed, name)) throw new InputError('is not listed in bundle.json', { file: `${file}/${name}` });
    if (sha256(bytes) !== listed[name].sha256)
      throw new InputError('was modified: its hash differs from the one in bundle.json', { file: `${file}/${name}` });
  }
  const missing = Object.keys(listed).find((name) => !files.has(name));
  if (missing !== undefined) throw new InputError('is listed in bundle.json but missing', { file: `${file}/${missing}` });
}
