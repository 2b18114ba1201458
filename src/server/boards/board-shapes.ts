/** Shapes of the leaderboard's routes: competitions, phases, boards and their rows, submissions. */

import { z } from '@hono/zod-openapi';
import * as leaderboard from '../../leaderboard/index.ts';
import { tableSchema, time } from '../http/shapes.ts';

export const boardParams = z.object({ board: z.string().min(1).max(100) });
/** Phases are numbered from 1, in the order of time: the number stays in links. */
export const phaseParams = boardParams.extend({ phase: z.coerce.number().int().min(1).max(1000) });
export const submissionParams = boardParams.extend({ submission: z.string().min(1).max(100) });

const groups = z.record(z.string(), z.array(z.string()).readonly()).readonly();

const phaseSchema = z
  .object({
    number: z.number(),
    name: z.string(),
    start: time,
    end: time.nullable().describe('the first moment that is too late; null: it stays open'),
    state: z.enum(['coming', 'running', 'over']),
    split: z.string(),
    where: groups,
    shown: z
      .array(z.object({ split: z.string(), where: groups, answers: z.union([z.enum(['all', 'none']), z.number()]) }))
      .describe('what the starter kit shows; `answers`: all, none, or of so many units'),
    metrics: z.array(z.string()),
    rank: z.string().describe('the score that ranks'),
    direction: z.enum(['higher', 'lower']),
    scale: z.number().describe('people read the score times this'),
    breakdowns: z.array(z.string()),
    quota: z.object({ day: z.number().nullable(), total: z.number().nullable() }),
    final: z.enum(['private', 'all']).describe('what ranks after the end'),
    anonymous: z.boolean(),
    ladder: z.union([z.boolean(), z.number()]),
    afterEnd: z.enum(['scores', 'items']),
    items: z.number().describe('that are scored'),
    publicItems: z.number(),
    privateItems: z.number(),
    submissions: z.number().describe('that were scored, withdrawn ones too'),
  })
  .openapi('Phase');

const quotaUse = z.object({ used: z.number(), left: z.number().optional().describe('absent where there is no limit') });

/** The caller's own place in a competition; null for everybody else. */
const meSchema = z.object({
  account: z.string().describe('the name that boards show'),
  quota: z
    .object({ phase: z.string(), day: quotaUse, total: quotaUse, renewed: time.describe('when the day’s quota is whole again') })
    .nullable()
    .describe('of the phase that runs; null where none runs'),
});

export const rescoringSchema = z.object({
  number: z.number().describe('1 is the first scoring, of the start'),
  at: time,
  reason: z.string(),
  labels: z.boolean().describe('the labels changed'),
  scorer: z.string().describe('the version of sensebench'),
  state: z.enum(['running', 'done', 'failed', 'replaced']),
  scored: z.number(),
  of: z.number(),
  problem: z.string().nullable().describe('why a submission could not be scored again'),
});

export const listedBoardSchema = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string().nullable(),
  benchmark: z.string(),
  created: time,
  phases: z.array(z.object({ number: z.number(), name: z.string(), start: time, end: time.nullable(), state: phaseSchema.shape.state })),
  submissions: z.number(),
  accounts: z.number(),
});

export const competitionSchema = z
  .object({
    ...listedBoardSchema.shape,
    phases: z.array(phaseSchema),
    version: z.number().describe('of the phases: send it with a change'),
    live: z.boolean().describe('false: imported without its gold; boards can be read, nothing can be scored'),
    commitment: z
      .object({ method: z.string(), files: z.record(z.string(), z.string()) })
      .describe('hashes of the gold files, published from the start'),
    rescorings: z.array(rescoringSchema).describe('the last first'),
    me: meSchema.nullable(),
    owner: z.boolean(),
    /** For owners alone. */
    yaml: z.string().nullable().describe('the phases as the owner wrote them'),
    datasets: z.array(z.string()).nullable(),
    warnings: z.array(z.string()),
  })
  .openapi('Competition');

const score = z.number().nullable();

export const boardRowSchema = leaderboard.boardRowSchema
  .extend({ mine: z.boolean().optional().describe('a row of the caller’s own account') })
  .openapi('BoardRow');

export const boardSchema = leaderboard.boardSchema.extend({ rows: z.array(boardRowSchema).readonly() }).openapi('Board');

export const comparedSchema = z.object({
  phase: z.string(),
  changes: z.array(leaderboard.rowChangeSchema),
  table: tableSchema,
});

const text = (most: number) => z.string().max(most);

/** What the sender says of a submission. */
export const saidFields = {
  row: text(100).min(1).describe('the name of the board’s row; an account may have several'),
  model: text(200),
  note: text(2000),
  /** One to a line. Only http and https. */
  links: text(2000),
  parameters: text(100),
};

/** As its sender and owners see it. */
export const submissionSchema = z
  .object({
    id: z.string(),
    account: z.string(),
    phase: z.string(),
    phaseNumber: z.number(),
    row: z.string(),
    at: time,
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    reason: z.string().nullable().describe('why it failed'),
    withdrawn: z.boolean(),
    final: z.boolean(),
    model: z.string().nullable(),
    note: z.string().nullable(),
    links: z.array(z.string()),
    parameters: z.string().nullable(),
    sha256: z.string(),
    told: score.describe('its own score, rounded while the phase runs; null where it has none or may not be shown yet'),
    result: z.string().nullable().describe('the score as boards print it, or why there is none: "F1 30.59"; null before it is scored'),
  })
  .openapi('Submission');
