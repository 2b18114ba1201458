/** A submission as the board sees it, and which one stands for a row: the one its owner chose, else the last. */
import { z } from 'zod';
import type { Phase } from './phases.ts';

const SUBMISSION_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** Shown as a link on pages, so no other scheme is allowed. */
export const linkSchema = z.string().regex(/^https?:\/\//, 'is not a web address');

export const submissionSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9_-]+$/, 'must have only letters, digits, _ and -'),
  account: z.string().min(1),
  phase: z.string().min(1),
  /** The name of the row on the board; an account may have several rows. */
  row: z.string().min(1).max(100),
  /** The time of receipt, by the server's clock. */
  at: z.iso.datetime({ offset: true }),
  state: z.enum(SUBMISSION_STATES),
  /** Why it failed. */
  reason: z.string().optional(),
  /** The position in the order of scoring, which is the order of the Ladder. */
  order: z.number().int().nonnegative().optional(),
  withdrawn: z.boolean().optional(),
  /** Chosen by the account for its row; otherwise the latest counts. */
  final: z.boolean().optional(),
  /** The SHA-256 of the stored predictions. */
  sha256: z.string().optional(),
  model: z.string().optional(),
  note: z.string().optional(),
  links: z.array(linkSchema).optional(),
  parameters: z.string().optional(),
});

export type Submission = z.infer<typeof submissionSchema>;

export interface RowChoice {
  submission: Submission;
  /** Scored submissions with this name, including withdrawn ones. */
  attempts: number;
  /** Scored submissions of the account under all its names. */
  accountAttempts: number;
}

/**
 * Uses submissions received up to `at`. If all submissions of a row are withdrawn, the row disappears, but its attempts still count for the
 * account. The latest submission is the last in the list, not the one with the latest time, because clocks may be set back.
 */
export function boardRows({
  phase,
  at,
  submissions,
}: {
  phase: Pick<Phase, 'name'>;
  at: string;
  /** In the order of receipt. */
  submissions: readonly Submission[];
}): RowChoice[] {
  const done = submissions.filter((each) => each.phase === phase.name && each.state === 'done' && Date.parse(each.at) <= Date.parse(at));
  const rows = new Map<string, Submission[]>();
  const ofAccount = new Map<string, number>();
  for (const submission of done) {
    const key = JSON.stringify([submission.account, submission.row]);
    rows.set(key, [...(rows.get(key) ?? []), submission]);
    ofAccount.set(submission.account, (ofAccount.get(submission.account) ?? 0) + 1);
  }
  return [...rows.values()].flatMap((ofRow) => {
    const remaining = ofRow.filter(({ withdrawn }) => !withdrawn);
    const chosen = remaining.findLast(({ final }) => final) ?? remaining.at(-1);
    return chosen ? [{ submission: chosen, attempts: ofRow.length, accountAttempts: ofAccount.get(chosen.account) ?? 0 }] : [];
  });
}
