/** The content of a bundle: in plain text what the pages show to everyone, and everything else in an encrypted part. */
import { z } from 'zod';
import type { Board, ReferenceRow } from '../board.ts';
import type { Competition } from '../phases.ts';
import type { ScoredSubmission } from '../score-submission.ts';
import type { Submission } from '../submission.ts';
import type { commitmentSchema, GoldFiles, Opening } from './commitment.ts';

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

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

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
