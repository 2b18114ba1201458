/** A submission as the board sees it: who, which row, when, its state. Scores are kept beside it. */
import { z } from 'zod';

const SUBMISSION_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** Pages make it a link: no other scheme may be one. */
export const linkSchema = z.string().regex(/^https?:\/\//, 'is not a web address');

export const submissionSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9_-]+$/, 'must have only letters, digits, _ and -'),
  account: z.string().min(1),
  phase: z.string().min(1),
  /** The name of the board's row; an account may have several rows. */
  row: z.string().min(1).max(100),
  /** When it was received, by the server's clock. */
  at: z.iso.datetime({ offset: true }),
  state: z.enum(SUBMISSION_STATES),
  /** Why it failed. */
  reason: z.string().optional(),
  /** The place in the order in which submissions of the phase were scored: the order of the Ladder. */
  order: z.number().int().nonnegative().optional(),
  withdrawn: z.boolean().optional(),
  /** The owner of the row chose it; without a choice the last one counts. */
  final: z.boolean().optional(),
  /** SHA-256 of the stored predictions. */
  sha256: z.string().optional(),
  model: z.string().optional(),
  note: z.string().optional(),
  links: z.array(linkSchema).optional(),
  parameters: z.string().optional(),
});

export type Submission = z.infer<typeof submissionSchema>;
