/** Routes that read leaderboards: everyone may, without an account. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, jsonSchema, PROBLEMS, tableSchema, time } from '../shapes.ts';
import {
  boardParams,
  boardRowSchema,
  boardSchema,
  comparedSchema,
  competitionSchema,
  listedBoardSchema,
  phaseParams,
  rescoringSchema,
  submissionParams,
  submissionSchema,
} from './board-shapes.ts';

/** A file to save; its name is in the header Content-Disposition. */
export function file(type: string, description: string) {
  return { ...PROBLEMS, 200: { content: { [type]: { schema: z.string() } }, description } };
}

export const listBoards = createRoute({
  method: 'get',
  path: '/api/boards',
  responses: answers(z.object({ boards: z.array(listedBoardSchema) }), 'the last made first'),
});

export const readBoard = createRoute({
  method: 'get',
  path: '/api/boards/{board}',
  request: { params: boardParams },
  responses: answers(competitionSchema, 'a competition with its phases'),
});

export const readPhaseBoard = createRoute({
  method: 'get',
  path: '/api/boards/{board}/phases/{phase}',
  request: {
    params: phaseParams,
    query: z.object({
      view: z.enum(['public', 'owner']).default('public').describe('owner: scores of all items at any time, and names; only for owners'),
      since: z.iso.datetime({ offset: true }).optional().describe('also says what changed since then'),
    }),
  },
  responses: answers(
    z.object({
      board: boardSchema,
      tables: z.array(tableSchema).describe('the board as texts, then one table for each kind of other data'),
      history: z.array(z.object({ at: time, name: z.string(), value: z.number(), leads: z.boolean() })),
      changes: comparedSchema.nullable(),
    }),
    'the board of a phase; 404 before its start',
  ),
});

export const downloadBoard = createRoute({
  method: 'get',
  path: '/api/boards/{board}/phases/{phase}/download',
  request: { params: phaseParams, query: z.object({ format: z.enum(['csv', 'json', 'tex', 'md']).default('csv') }) },
  responses: file('text/csv', 'the board as a file'),
});

export const downloadKit = createRoute({
  method: 'get',
  path: '/api/boards/{board}/phases/{phase}/kit',
  request: { params: phaseParams },
  responses: file('application/zip', 'the starter kit: data without gold, format check, baselines, instructions; 404 before the start'),
});

export const readSubmission = createRoute({
  method: 'get',
  path: '/api/boards/{board}/submissions/{submission}',
  request: { params: submissionParams },
  responses: answers(
    z.object({
      phase: z.string(),
      phaseNumber: z.number(),
      feedback: boardSchema.shape.feedback,
      row: boardRowSchema.nullable().describe('null where another submission stands for the row'),
      tables: z.array(tableSchema).describe('scores, breakdowns, signatures'),
      items: z.boolean().describe('single items may be compared'),
      others: z.array(z.object({ id: z.string(), name: z.string() })).describe('to compare with'),
      own: submissionSchema.nullable().describe('for its sender and owners'),
    }),
    'one submission; 404 for strangers where it is withdrawn, not scored, or not the one that its row shows',
  ),
});

export const compareItems = createRoute({
  method: 'get',
  path: '/api/boards/{board}/submissions/{submission}/items',
  request: {
    params: submissionParams,
    query: z.object({ with: z.string().max(100).optional(), from: z.coerce.number().int().min(0).default(0) }),
  },
  responses: answers(
    z.object({
      total: z.number(),
      names: z.array(z.string()),
      items: z.array(
        z.object({
          id: z.string(),
          input: jsonSchema,
          systems: z.array(z.object({ prediction: z.string(), score: z.number().nullable() })).describe('in the order of names'),
        }),
      ),
    }),
    'a hundred items, those that differ most first; 403 unless the phase is over and its `afterEnd` is items',
  ),
});

export const readRescoring = createRoute({
  method: 'get',
  path: '/api/boards/{board}/rescorings/{number}',
  request: { params: boardParams.extend({ number: z.coerce.number().int().min(2).max(100_000) }) },
  responses: answers(
    z.object({ rescoring: rescoringSchema, phases: z.array(comparedSchema) }),
    'old and new ranks side by side, for each phase that has begun',
  ),
});

export const downloadStatic = createRoute({
  method: 'get',
  path: '/api/boards/{board}/static',
  request: { params: boardParams },
  responses: file('application/zip', 'the boards as plain HTML that any web server can serve'),
});
