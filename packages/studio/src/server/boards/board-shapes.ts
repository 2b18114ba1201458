/** Schemas shared by the routes of leaderboards: competitions, phases, boards and submissions. */

import { z } from '@hono/zod-openapi';
import * as leaderboard from '../../leaderboard/index.ts';
import { tableSchema, time } from '../http/shapes.ts';

export const boardParams = z.object({ board: z.string().min(1).max(100) });
/** Phases are numbered from 1 in the order of time; links contain the number. */
export const phaseParams = boardParams.extend({ phase: z.coerce.number().int().min(1).max(1000) });
export const submissionParams = boardParams.extend({ submission: z.string().min(1).max(100) });

const groups = z.record(z.string(), z.array(z.string()).readonly()).readonly();

const phaseSchema = z
  .object({
    number: z.number(),
    name: z.string(),
    start: time,
    end: time.nullable().describe('the phase ends before this time; null if it stays open'),
    state: z.enum(['coming', 'running', 'over']),
    split: z.string(),
    where: groups,
    shown: z
      .array(z.object({ split: z.string(), where: groups, answers: z.union([z.enum(['all', 'none']), z.number()]) }))
      .describe('what the starter kit contains; `answers`: all, none, or those of this many units'),
    metrics: z.array(z.string()),
    rank: z.string().describe('the score used for ranking'),
    direction: z.enum(['higher', 'lower']),
    scale: z.number().describe('scores are displayed multiplied by this'),
    breakdowns: z.array(z.string()),
    quota: z.object({ day: z.number().nullable(), total: z.number().nullable() }),
    final: z.enum(['private', 'all']).describe('which items rank after the end'),
    anonymous: z.boolean(),
    ladder: z.union([z.boolean(), z.number()]),
    afterEnd: z.enum(['scores', 'items']),
    items: z.number().describe('the number of scored items'),
    publicItems: z.number(),
    privateItems: z.number(),
    submissions: z.number().describe('the number of scored submissions, including withdrawn ones'),
  })
  .openapi('Phase');

const quotaUse = z.object({ used: z.number(), left: z.number().optional().describe('absent if there is no limit') });

/** The caller's own account; null for anyone without one. */
const meSchema = z.object({
  account: z.string().describe('the account name, as boards show it'),
  quota: z
    .object({ phase: z.string(), day: quotaUse, total: quotaUse, renewed: time.describe('when the daily quota starts again') })
    .nullable()
    .describe('the quota of the running phase; null if none is running'),
});

export const rescoringSchema = z.object({
  number: z.number().describe('1 is the initial scoring'),
  at: time,
  reason: z.string(),
  labels: z.boolean().describe('the labels were changed'),
  scorer: z.string().describe('the version of sensebench'),
  state: z.enum(['running', 'done', 'failed', 'replaced']),
  scored: z.number(),
  of: z.number(),
  problem: z.string().nullable().describe('why a submission could not be rescored'),
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
    version: z.number().describe('the version of the phases, to be sent with changes'),
    live: z.boolean().describe('false if imported without gold: boards can be viewed, but nothing can be scored'),
    commitment: z
      .object({ method: z.string(), files: z.record(z.string(), z.string()) })
      .describe('hashes of the gold files, published at the start'),
    rescorings: z.array(rescoringSchema).describe('the latest first'),
    me: meSchema.nullable(),
    owner: z.boolean(),
    /** For owners only. */
    yaml: z.string().nullable().describe('the phases as written by the owner'),
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

/** What the sender can say about a submission. */
export const saidFields = {
  row: text(100).min(1).describe('the name of the row on the board; an account may have several rows'),
  model: text(200),
  note: text(2000),
  /** One per line; only http and https. */
  links: text(2000),
  parameters: text(100),
};

/** A submission as its sender and owners see it. */
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
    told: score.describe('its own score, rounded while the phase is running; null if there is none or it may not be shown yet'),
    result: z.string().nullable().describe('the score as boards show it ("F1 30.59"), or why there is none; null before scoring'),
  })
  .openapi('Submission');
