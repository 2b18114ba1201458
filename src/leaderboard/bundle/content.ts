/** What a bundle holds: the competition, submissions with predictions and scores, reference rows, boards, and a seal on the gold. */
import { z } from 'zod';
import type { Board, ReferenceRow } from '../board.ts';
import type { Competition } from '../phases.ts';
import type { ScoredSubmission } from '../score-submission.ts';
import type { Submission } from '../submission.ts';
import type { commitmentSchema } from './commitment.ts';

export const BUNDLE_FORMAT = 1;

/** Scores of phases that run, and predictions of others, are for the next host, not for the public: a bundle is for who takes over, or for the end. */
export interface BundleContent {
  benchmark: string;
  /** Hash of the dataset's manifest. */
  dataset: string;
  competition: Competition;
  submissions: readonly Submission[];
  /** The stored lines of each submission. */
  predictions: ReadonlyMap<string, string>;
  scores: ReadonlyMap<string, ScoredSubmission>;
  references: readonly (ReferenceRow & { phase: string })[];
  boards: readonly Board[];
  commitment: z.infer<typeof commitmentSchema>;
}

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** bundle.json: what made it, and the SHA-256 of every other file. */
export const bundleManifestSchema = z.strictObject({
  format: z.literal(BUNDLE_FORMAT, { error: `is not ${BUNDLE_FORMAT}, the format that this version reads` }),
  sensebench: z.string(),
  benchmark: z.string(),
  dataset: z.string(),
  /** `age`: gold.zip.age is inside; `commitment`: only the hashes. */
  gold: z.enum(['age', 'commitment']),
  files: z.record(z.string(), z.strictObject({ sha256: hex, bytes: z.number().int().nonnegative() })),
});
