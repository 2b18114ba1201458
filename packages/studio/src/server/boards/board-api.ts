/** Routes that read leaderboards. Anybody may call them without an account; owners see more. */

import { z } from '@hono/zod-openapi';
import { boardHistory, boardTables } from '../../leaderboard/index.ts';
import { ANYONE, route } from '../http/access.ts';
import type { Who } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { Problem } from '../http/problem.ts';
import { answers, file, jsonSchema, tableSchema, time } from '../http/shapes.ts';
import { shownTable } from '../http/shown-table.ts';
import { noSuch } from '../store/refusal.ts';
import type { Studio } from '../studio.ts';
import { listScorings } from './board-queries.ts';
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
import { describeBoard, describeBoards, describeScoring, type Viewer } from './describe-board.ts';
import { kitTask, staticTask } from './downloads.ts';
import { boardFile, boardsSince, comparePhase, phaseBoard } from './phase-board.ts';
import { compareItemsTask, describeSubmission } from './submission-page.ts';
import { listSubmissions } from './submission-queries.ts';

export const listBoardsRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards',
  responses: answers(z.object({ boards: z.array(listedBoardSchema) }), 'all competitions, the newest first'),
});

export const readBoardRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}',
  request: { params: boardParams },
  responses: answers(competitionSchema, 'a competition with its phases'),
});

export const readPhaseBoardRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}/phases/{phase}',
  request: {
    params: phaseParams,
    query: z.object({
      view: z.enum(['public', 'owner']).default('public').describe('owner: scores on all items and names at any time; for owners only'),
      since: z.iso.datetime({ offset: true }).optional().describe('also returns what has changed since this time'),
    }),
  },
  responses: answers(
    z.object({
      board: boardSchema,
      tables: z.array(tableSchema).describe('the board as formatted text, followed by tables of results published on other data'),
      history: z.array(z.object({ at: time, name: z.string(), value: z.number(), leads: z.boolean() })),
      changes: comparedSchema.nullable(),
    }),
    'the board of a phase; 404 before its start',
  ),
});

export const downloadBoardRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}/phases/{phase}/download',
  request: { params: phaseParams, query: z.object({ format: z.enum(['csv', 'json', 'tex', 'md']).default('csv') }) },
  responses: file('text/csv', 'the board as a file'),
});

export const downloadKitRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}/phases/{phase}/kit',
  request: { params: phaseParams },
  responses: file(
    'application/zip',
    'the starter kit: data without gold, format checker, baselines and instructions; 404 before the start',
  ),
});

export const readSubmissionRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}/submissions/{submission}',
  request: { params: submissionParams },
  responses: answers(
    z.object({
      phase: z.string(),
      phaseNumber: z.number(),
      feedback: boardSchema.shape.feedback,
      row: boardRowSchema.nullable().describe('null if the row shows another submission'),
      tables: z.array(tableSchema).describe('scores, breakdowns, signatures'),
      items: z.boolean().describe('whether single items may be compared'),
      others: z.array(z.object({ id: z.string(), name: z.string() })).describe('submissions to compare with'),
      own: submissionSchema.nullable().describe('only for its sender and owners'),
    }),
    'a submission; for visitors 404 if it is withdrawn, not scored, or not the one shown in its row',
  ),
});

export const compareItemsRoute = route(ANYONE, {
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
          systems: z.array(z.object({ prediction: z.string(), score: z.number().nullable() })).describe('in the order of `names`'),
        }),
      ),
    }),
    'up to a hundred items, the largest differences first; 403 unless the phase is over and its `afterEnd` is items',
  ),
});

export const readRescoringRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}/rescorings/{number}',
  request: { params: boardParams.extend({ number: z.coerce.number().int().min(2).max(100_000) }) },
  responses: answers(
    z.object({ rescoring: rescoringSchema, phases: z.array(comparedSchema) }),
    'old and new ranks for each phase that has begun',
  ),
});

export const downloadStaticRoute = route(ANYONE, {
  method: 'get',
  path: '/api/boards/{board}/static',
  request: { params: boardParams },
  responses: file('application/zip', 'the boards as plain HTML for any web server'),
});

/** Owners of the whole studio own all competitions; participants belong to one. */
function viewerOf(who: Who | null, board: string): Viewer {
  const isCompetitor = who?.role === 'participant' && who.board === board && who.account !== null;
  return {
    account: isCompetitor && who.account !== null ? { id: who.account, name: who.accountName ?? '' } : null,
    owner: who?.role === 'owner' && who.study === null,
  };
}

/** Submissions of the caller's own account, whose rows are marked even while the phase is anonymous. */
async function ownIds({ sql }: Studio, { account }: Viewer, board: string): Promise<Set<string>> {
  return new Set(account ? (await listSubmissions(sql, { board, account: account.id })).map(({ id }) => id) : []);
}

/** Headers of a file download. */
export function attachment(type: string, name: string): Record<string, string> {
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
}

export function boardsApi(studio: Studio) {
  return newApi()
    .openapi(listBoardsRoute, async (c) => c.json({ boards: await describeBoards(studio) }, 200))
    .openapi(readBoardRoute, async (c) => {
      const { board } = c.req.valid('param');
      return c.json(await describeBoard(studio, { board, viewer: viewerOf(c.get('who'), board) }), 200);
    })
    .openapi(readPhaseBoardRoute, async (c) => {
      const { board, phase } = c.req.valid('param');
      const { view, since } = c.req.valid('query');
      const owner = view === 'owner';
      if (owner && !viewerOf(c.get('who'), board).owner) throw new Problem(403, 'this view is for owners only');
      const phaseView = await phaseBoard(studio, { board, phase, owner });
      const both = since === undefined ? null : await boardsSince(studio, { board, phase, owner, since });
      const changes = both && comparePhase(both.before, both.after, `Changes since ${since}`);
      const ownSubmissions = await ownIds(studio, viewerOf(c.get('who'), board), board);
      return c.json(
        {
          board: { ...phaseView, rows: phaseView.rows.map((row) => (ownSubmissions.has(row.id) ? { ...row, mine: true } : row)) },
          tables: boardTables(phaseView).map(shownTable),
          history: boardHistory(phaseView),
          changes: changes ? { ...changes, table: shownTable(changes.table) } : null,
        },
        200,
      );
    })
    .openapi(downloadBoardRoute, async (c) => {
      const { board, phase } = c.req.valid('param');
      const { format } = c.req.valid('query');
      const { type, text } = boardFile(await phaseBoard(studio, { board, phase }), format);
      return c.body(text, 200, attachment(type, `board-${phase}.${format}`));
    })
    .openapi(downloadKitRoute, async (c) => {
      const { board, phase } = c.req.valid('param');
      const { zip, name } = await studio.tasks.run(kitTask, [{ board, phase, owner: viewerOf(c.get('who'), board).owner }]);
      return c.body(new Uint8Array(zip), 200, attachment('application/zip', name));
    })
    .openapi(readSubmissionRoute, async (c) => {
      const { board, submission } = c.req.valid('param');
      const description = await describeSubmission(studio, { board, submission, viewer: viewerOf(c.get('who'), board) });
      return c.json({ ...description, tables: description.tables.map(shownTable) }, 200);
    })
    .openapi(compareItemsRoute, async (c) => {
      const { with: other, from } = c.req.valid('query');
      return c.json(await studio.tasks.run(compareItemsTask, [{ ...c.req.valid('param'), from, ...(other ? { other } : {}) }]), 200);
    })
    .openapi(readRescoringRoute, async (c) => {
      const { board, number } = c.req.valid('param');
      const scorings = await listScorings(studio.sql, { board });
      const rescoring = scorings.find((scoring) => scoring.number === number);
      const before = scorings.find((scoring) => scoring.number < number && scoring.state === 'done');
      if (!rescoring || !before) throw noSuch('scoring');
      if (rescoring.state !== 'done') return c.json({ rescoring: describeScoring(rescoring), phases: [] }, 200);
      const { phases } = await describeBoard(studio, { board, viewer: { account: null, owner: false } });
      const compared = [];
      for (const { number: phase, state } of phases) {
        if (state === 'coming') continue;
        const old = await phaseBoard(studio, { board, phase, scoring: before.number });
        const now = await phaseBoard(studio, { board, phase, scoring: number });
        const { table, ...rest } = comparePhase(old, now, `Ranks before and after: ${rescoring.reason}`);
        compared.push({ ...rest, table: shownTable(table) });
      }
      return c.json({ rescoring: describeScoring(rescoring), phases: compared }, 200);
    })
    .openapi(downloadStaticRoute, async (c) => {
      const { board } = c.req.valid('param');
      return c.body(new Uint8Array(await studio.tasks.run(staticTask, [{ board }])), 200, attachment('application/zip', 'board.zip'));
    });
}
