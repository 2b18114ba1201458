/** The content of a bundle, in plain text and in an encrypted part, and the commitment that proves that the gold was not changed. */
import { randomBytes } from 'node:crypto';
import { InputError } from 'sensebench/internal/core';
import { sha256 } from 'sensebench/internal/files';
import { z } from 'zod';
import type { Board, ReferenceRow } from '../board.ts';
import type { Competition } from '../phases.ts';
import type { ScoredSubmission } from '../score-submission.ts';
import type { Submission } from '../submission.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** Published at the start: `sha256(salt bytes, then file bytes)` for each file. */
export const commitmentSchema = z.strictObject({ method: z.literal('sha256(salt || file)'), files: z.record(z.string().min(1), hex) });
export type Commitment = z.infer<typeof commitmentSchema>;

/** Secret until the gold is published: the salts in hexadecimal. Without salts, small files could be guessed. */
export const openingSchema = z.strictObject({ salts: z.record(z.string().min(1), hex) });
export type Opening = z.infer<typeof openingSchema>;

export type GoldFiles = Readonly<Record<string, Uint8Array>>;

/** `salt` returns 32 bytes, by default from the system's random generator. */
export function commitTo(files: GoldFiles, salt: () => Uint8Array = () => randomBytes(32)): { commitment: Commitment; opening: Opening } {
  const names = Object.keys(files).sort();
  const salts = Object.fromEntries(names.map((name) => [name, Buffer.from(salt()).toString('hex')]));
  return {
    commitment: {
      method: 'sha256(salt || file)',
      files: Object.fromEntries(names.map((name) => [name, hashOf(files[name], salts[name])])),
    },
    opening: { salts },
  };
}

/** Throws if a file differs from the commitment, is missing, or was not committed to. */
export function verifyOpening({ files: committed }: Commitment, files: GoldFiles, { salts }: Opening): void {
  for (const name of new Set([...Object.keys(committed), ...Object.keys(files)])) {
    if (!Object.hasOwn(committed, name)) throw new InputError('is not part of the commitment', { file: name });
    if (!Object.hasOwn(files, name)) throw new InputError('is part of the commitment but missing', { file: name });
    if (!Object.hasOwn(salts, name)) throw new InputError('has no salt', { file: name });
    if (hashOf(files[name], salts[name]) !== committed[name]) throw new InputError('does not match the commitment', { file: name });
  }
}

function hashOf(file: Uint8Array, salt: string): string {
  return sha256(Buffer.concat([Buffer.from(salt, 'hex'), file]));
}

export const BUNDLE_FORMAT = 2;

export interface PublicContent {
  benchmark: string;
  competition: Competition;
  /** As visitors see them. */
  boards: readonly Board[];
  commitment: z.infer<typeof commitmentSchema>;
}

/**
 * Everything that depends on gold or could be matched with it. Scores contain the influence of each item, and a good system's predictions
 * are nearly the labels. The unsalted hash of the dataset is included because it could confirm a guess of the last unknown labels.
 */
export interface SealedContent {
  /** The hash of the dataset manifest. */
  dataset: string;
  /** Including the seeds that divide the items. */
  competition: Competition;
  /** In the order of receipt. */
  submissions: readonly Submission[];
  /** The stored lines of each submission. */
  predictions: ReadonlyMap<string, string>;
  scores: ReadonlyMap<string, ScoredSubmission>;
  references: readonly (ReferenceRow & { phase: string })[];
  gold: GoldFiles;
  opening: Opening;
}

/** bundle.json: the version that made it, and the SHA-256 of every other file. For the sealed file this is the hash of its encrypted bytes. */
export const bundleManifestSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT, { error: `is not ${BUNDLE_FORMAT}, the format that this version reads` }),
  sensebench: z.string(),
  benchmark: z.string(),
  files: z.record(z.string(), z.strictObject({ sha256: hex, bytes: z.number().int().nonnegative() })),
});

/** The encrypted archive. */
export const SEALED = 'sealed.zip.age';
/** Inside the encrypted archive: the folder of the gold files, and the salts of the commitment. */
export const GOLD = 'gold/';
export const OPENING = 'opening.json';
export const DATASET = 'dataset.json';

/** A plain zip cannot have more than 2^16 files. */
export const MOST_FILES = 65_000;
