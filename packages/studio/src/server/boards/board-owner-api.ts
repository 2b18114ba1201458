/** Routes for the owner of a competition: create, change, invite, add reference rows, rescore, export and import. */

import { z } from '@hono/zod-openapi';
import { route, STUDIO } from '../http/access.ts';
import { whoOf } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { Problem } from '../http/problem.ts';
import { answers, body, file, time } from '../http/shapes.ts';
import { inviteCompetitor, isInvitationOf, listAccounts, listCompetitorInvitations } from '../people/accounts.ts';
import { revokeInvitation } from '../people/invitations.ts';
import { releasePlaces } from '../people/leaving.ts';
import { noSuch } from '../store/refusal.ts';
import type { Studio } from '../studio.ts';
import { addReferenceTask } from './add-reference.ts';
import { attachment } from './board-api.ts';
import { listScorings, readBoard } from './board-queries.ts';
import { boardParams, competitionSchema, rescoringSchema } from './board-shapes.ts';
import { boardTemplateTask } from './board-template.ts';
import { exportBoardTask, importBoardTask } from './bundle.ts';
import { createBoardTask, previewBoardTask } from './create-board.ts';
import { describeBoard, describeScoring } from './describe-board.ts';
import { readOwnName } from './references.ts';
import { changePhasesTask, rescoreTask } from './rescore.ts';

const sourceFields = {
  datasets: z
    .array(z.string())
    .min(1)
    .max(50)
    .describe('folders listed by GET /api/datasets, all of the same benchmark; their splits are combined'),
  phases: z.string().max(200_000).describe('the text of phases.yaml'),
};

/** Errors in the YAML are status 400 with the line: "phases.yaml:12: …". */
export const previewBoardRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/preview',
  request: body(
    z.object({
      ...sourceFields,
      datasets: sourceFields.datasets.optional(),
      board: z.string().max(100).optional().describe('an existing competition whose data is used instead of datasets'),
    }),
  ),
  responses: answers(
    z.object({
      title: z.string(),
      benchmark: z.string(),
      phases: z.array(
        z.object({
          name: z.string(),
          start: time,
          end: time.nullable(),
          scored: z.number(),
          public: z.number(),
          private: z.number(),
          between: z.number().describe('items that count only in scores of all items'),
          withAnswers: z.number().describe('items in the starter kit with answers'),
          withoutAnswers: z.number(),
          leak: z
            .object({ submissions: z.number(), labels: z.number() })
            .nullable()
            .describe(
              'an upper bound on the labels that any strategy can learn for certain with the whole quota of one account; null without a total quota',
            ),
        }),
      ),
      references: z.array(z.string()).describe('reference rows that will be added: Human, Random, Majority'),
      published: z.array(z.string()).describe('systems from papers that boards will list'),
      warnings: z.array(z.string()),
    }),
    'a summary of the competition that would be created',
  ),
});

/** A template to start from, with times beginning now. */
export const boardTemplateRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/template',
  request: body(z.object({ datasets: sourceFields.datasets })),
  responses: answers(z.object({ yaml: z.string() }), 'a phases.yaml with the benchmark’s metrics and one phase of 30 days'),
});

export const createBoardRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards',
  request: body(z.object(sourceFields)),
  responses: answers(competitionSchema, 'the competition, with a copy of its data'),
});

export const changeBoardRoute = route(STUDIO, {
  method: 'patch',
  path: '/api/boards/{board}',
  request: {
    params: boardParams,
    ...body(z.object({ phases: sourceFields.phases, version: z.number().int().describe('the version of the phases that was edited') })),
  },
  responses: answers(competitionSchema, 'the competition with the new phases; 409 if they were changed meanwhile'),
});

export const inviteCompetitorRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/{board}/invitations',
  request: {
    params: boardParams,
    ...body(
      z.object({
        name: z.string().trim().max(60).default('').describe('the account name, as boards show it; a letter if empty'),
        uses: z.number().int().min(1).max(10_000).default(1).describe('how many accounts can be created with it'),
        days: z.number().min(0.001).max(365).default(30),
        account: z.string().max(60).optional().describe('an existing account, to give its owner access again, for example after an import'),
      }),
    ),
  },
  responses: answers(z.object({ invitation: z.string(), link: z.string().describe('shown once') }), 'the link'),
});

const invitationSchema = z.object({
  id: z.string(),
  label: z.string(),
  created: time,
  expires: time,
  uses: z.number(),
  used: z.number(),
  revoked: z.boolean(),
  idle: z.number().describe('how many accounts of a link for several have not sent anything yet'),
});

export const listCompetitorsRoute = route(STUDIO, {
  method: 'get',
  path: '/api/boards/{board}/accounts',
  request: { params: boardParams },
  responses: answers(
    z.object({
      accounts: z.array(z.object({ account: z.string(), joined: time, submissions: z.number(), last: time.nullable() })),
      invitations: z.array(invitationSchema),
    }),
    'accounts and invitations',
  ),
});

export const revokeCompetitorRoute = route(STUDIO, {
  method: 'delete',
  path: '/api/boards/{board}/invitations/{invitation}',
  request: { params: boardParams.extend({ invitation: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true), sessions: z.number() }), 'the invitation is revoked and its sessions have ended'),
});

export const releaseAccountsRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/{board}/invitations/{invitation}/release',
  request: { params: boardParams.extend({ invitation: z.string() }) },
  responses: answers(z.object({ released: z.number() }), 'accounts that have sent nothing are removed, and their places are free again'),
});

export const addReferenceRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/{board}/references',
  request: {
    params: boardParams,
    ...body(
      z.object({
        phase: z.string().max(60),
        name: z.string().trim().min(1).max(100),
        note: z.string().max(500).optional(),
        run: z.string().max(500).describe('a run folder listed by GET /api/runs'),
      }),
    ),
  },
  responses: answers(z.object({ id: z.string() }), 'the reference row, which is scored like a submission but not ranked'),
});

export const rescoreBoardRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/{board}/rescore',
  request: {
    params: boardParams,
    ...body(
      z.object({
        reason: z.string().trim().min(1).max(500).describe('shown on the board'),
        datasets: z
          .array(z.string())
          .min(1)
          .max(50)
          .optional()
          .describe('dataset folders with new labels for the same items; the labels stay the same by default'),
      }),
    ),
  },
  responses: answers(rescoringSchema, 'every submission is scored again; the board changes when all are done'),
});

export const exportBoardRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/{board}/export',
  request: {
    params: boardParams,
    ...body(
      z.object({
        passphrase: z
          .string()
          .max(1000)
          .optional()
          .describe('encrypts submissions, scores and the gold; without it only public data is exported'),
      }),
    ),
  },
  responses: file('application/zip', 'the bundle; the X-Bundle-Digest header has its digest'),
});

export const importBoardRoute = route(STUDIO, {
  method: 'post',
  path: '/api/boards/import',
  request: {
    body: {
      required: true as const,
      content: {
        'multipart/form-data': {
          schema: z.object({
            file: z.instanceof(File).openapi({ type: 'string', format: 'binary' }),
            passphrase: z.string().max(1000).optional(),
            digest: z.string().max(64).optional().describe('the digest published by the exporter; a different bundle is refused'),
          }),
        },
      },
    },
  },
  responses: answers(competitionSchema, 'the imported competition'),
});

export function boardOwnersApi(studio: Studio) {
  const { sql } = studio;
  const described = (board: string) => describeBoard(studio, { board, viewer: { account: null, owner: true } });
  return newApi()
    .openapi(previewBoardRoute, async (c) => c.json(await studio.tasks.run(previewBoardTask, [c.req.valid('json')]), 200))
    .openapi(boardTemplateRoute, async (c) => c.json({ yaml: await studio.tasks.run(boardTemplateTask, [c.req.valid('json')]) }, 200))
    .openapi(createBoardRoute, async (c) => {
      const { board } = await studio.tasks.run(createBoardTask, [c.req.valid('json'), { person: whoOf(c).person }]);
      return c.json(await described(board), 200);
    })
    .openapi(changeBoardRoute, async (c) => {
      const { board } = c.req.valid('param');
      await studio.tasks.run(changePhasesTask, [{ board, ...c.req.valid('json'), person: whoOf(c).person }]);
      return c.json(await described(board), 200);
    })
    .openapi(inviteCompetitorRoute, async (c) => {
      const { board } = c.req.valid('param');
      const { name, ...rest } = c.req.valid('json');
      const cleanedName = await readOwnName(studio, { board, name, field: 'name' });
      const { invitation, token } = await inviteCompetitor(sql, { board, name: cleanedName, ...rest });
      return c.json({ invitation, link: `${studio.address()}/join#${token}` }, 200);
    })
    .openapi(listCompetitorsRoute, async (c) => {
      const { board } = c.req.valid('param');
      await readBoard(sql, { board });
      const [accounts, invitations] = await Promise.all([listAccounts(sql, { board }), listCompetitorInvitations(sql, { board })]);
      return c.json({ accounts, invitations }, 200);
    })
    .openapi(revokeCompetitorRoute, async (c) => {
      const { board, invitation } = c.req.valid('param');
      if (!(await isInvitationOf(sql, { board, invitation }))) throw noSuch('invitation');
      const { sessions } = await revokeInvitation(sql, { study: null, invitation });
      return c.json({ revoked: true as const, sessions }, 200);
    })
    .openapi(releaseAccountsRoute, async (c) => {
      const { board, invitation } = c.req.valid('param');
      if (!(await isInvitationOf(sql, { board, invitation }))) throw noSuch('invitation');
      return c.json(await releasePlaces(sql, { invitation }), 200);
    })
    .openapi(addReferenceRoute, async (c) =>
      c.json(await studio.tasks.run(addReferenceTask, [{ ...c.req.valid('param'), ...c.req.valid('json') }]), 200),
    )
    .openapi(rescoreBoardRoute, async (c) => {
      const { board } = c.req.valid('param');
      const { number } = await studio.tasks.run(rescoreTask, [{ board, ...c.req.valid('json') }]);
      const scoring = (await listScorings(sql, { board })).find((each) => each.number === number);
      if (!scoring) throw noSuch('scoring');
      return c.json(describeScoring(scoring), 200);
    })
    .openapi(exportBoardRoute, async (c) => {
      const { board } = c.req.valid('param');
      const { archive, digest } = await studio.tasks.run(exportBoardTask, [{ board, ...c.req.valid('json') }]);
      return c.body(new Uint8Array(archive), 200, { ...attachment('application/zip', 'bundle.zip'), 'X-Bundle-Digest': digest });
    })
    .openapi(importBoardRoute, async (c) => {
      const { file, passphrase, digest } = c.req.valid('form');
      const path = c.get('uploadPath');
      if (!path) throw new Problem(400, 'file: is not a file', { field: 'file' });
      const bundle = { path, file: file.name, passphrase, digest, person: whoOf(c).person };
      const { board } = await studio.tasks.run(importBoardTask, [bundle]);
      return c.json(await described(board), 200);
    });
}
