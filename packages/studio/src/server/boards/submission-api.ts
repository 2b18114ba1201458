/** Routes for competitors: submit, list, withdraw, choose and cancel submissions, rename the account, manage its tokens. */

import { z } from '@hono/zod-openapi';
import { COMPETITOR, route, SENDER } from '../http/access.ts';
import { type Who, whoOf } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { Problem } from '../http/problem.ts';
import { answers, body, time } from '../http/shapes.ts';
import { listAccountTokens, makeAccountToken, revokeAccountToken } from '../people/account-tokens.ts';
import { renameAccount } from '../people/accounts.ts';
import type { Studio } from '../studio.ts';
import { boardParams, saidFields, submissionParams, submissionSchema } from './board-shapes.ts';
import { readAccountName } from './references.ts';
import { describeOwn } from './submission-page.ts';
import { listSubmissions, type SubmissionRow } from './submission-queries.ts';
import { cancelSubmission, changeSubmission, submitTask } from './submit.ts';

const { row, ...said } = saidFields;

/** A form with a file of predictions or a zip of a run folder. It is checked at once: errors are status 400 with the line, and use no quota. */
export const submitRoute = route(COMPETITOR, {
  method: 'post',
  path: '/api/boards/{board}/submissions',
  request: {
    params: boardParams,
    body: {
      required: true as const,
      content: {
        'multipart/form-data': {
          schema: z.object({
            file: z.instanceof(File).openapi({ type: 'string', format: 'binary' }),
            id: z
              .uuid()
              .optional()
              .describe(
                'an idempotency key made by the sender, per account: the same content sent again is the same submission, different content is 409',
              ),
            phase: z.string().max(60).optional().describe('the name of a phase; by default the running one'),
            row,
            ...z.object(said).partial().shape,
          }),
        },
      },
    },
  },
  responses: answers(
    z.object({ submission: submissionSchema, notes: z.array(z.string()) }),
    'the queued submission, with notes for the sender',
  ),
});

export const listSubmissionsRoute = route(SENDER, {
  method: 'get',
  path: '/api/boards/{board}/submissions',
  request: { params: boardParams },
  responses: answers(
    z.object({ submissions: z.array(submissionSchema) }),
    'the caller’s own submissions, the newest first; all of them for owners',
  ),
});

export const changeSubmissionRoute = route(SENDER, {
  method: 'patch',
  path: '/api/boards/{board}/submissions/{submission}',
  request: {
    params: submissionParams,
    ...body(
      z.object({
        withdrawn: z.literal(true).optional().describe('cannot be undone; its quota stays used'),
        final: z.boolean().optional().describe('its row shows this submission instead of the latest one'),
        ...z.object(said).partial().shape,
      }),
    ),
  },
  responses: answers(submissionSchema, 'the submission with the change'),
});

export const cancelSubmissionRoute = route(SENDER, {
  method: 'post',
  path: '/api/boards/{board}/submissions/{submission}/cancel',
  request: { params: submissionParams },
  responses: answers(submissionSchema, 'the cancelled submission, which uses no quota; 409 if it has already ended'),
});

export const renameAccountRoute = route(COMPETITOR, {
  method: 'patch',
  path: '/api/boards/{board}/account',
  request: { params: boardParams, ...body(z.object({ name: z.string().trim().min(1).max(60) })) },
  responses: answers(z.object({ account: z.string() }), 'the new name, as boards show it; 409 if another account has it'),
});

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  created: time,
  expires: time,
  used: time.nullable().describe('the time of the last use, to the minute'),
});

export const listTokensRoute = route(SENDER, {
  method: 'get',
  path: '/api/boards/{board}/tokens',
  request: { params: boardParams },
  responses: answers(z.object({ tokens: z.array(tokenSchema) }), 'the valid tokens of the caller’s account; of all accounts for owners'),
});

export const revokeTokenRoute = route(SENDER, {
  method: 'delete',
  path: '/api/boards/{board}/tokens/{token}',
  request: { params: boardParams.extend({ token: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true) }), 'the token is revoked'),
});

export const makeTokenRoute = route(COMPETITOR, {
  method: 'post',
  path: '/api/boards/{board}/tokens',
  request: {
    params: boardParams,
    ...body(z.object({ name: z.string().trim().min(1).max(60).describe('what uses it, for example a machine') })),
  },
  responses: answers(
    z.object({
      id: z.string(),
      token: z.string().describe('shown only once; for `sensebench submit --token` and scripts'),
      expires: z.string(),
    }),
    'a new token of the account; 409 if it already has ten',
  ),
});

/** The id of a participant's account; null for owners, who have access to all. */
function accountOf({ role, account }: Who): string | null {
  if (role === 'owner') return null;
  if (account === null) throw new Problem(403, 'this session has no account');
  return account;
}

export function submissionsApi(studio: Studio) {
  const { sql } = studio;
  const described = async (board: string, row: SubmissionRow) => (await describeOwn(studio, { board, rows: [row] }))[0];
  return newApi()
    .openapi(submitRoute, async (c) => {
      const { board } = c.req.valid('param');
      const { file, ...said } = c.req.valid('form');
      const account = accountOf(whoOf(c)) ?? '';
      const path = c.get('uploadPath');
      if (!path) throw new Problem(400, 'file: is not a file', { field: 'file' });
      const { submission, notes } = await studio.tasks.run(submitTask, { board, account, file: { name: file.name, path }, ...said });
      return c.json({ submission: await described(board, submission), notes }, 200);
    })
    .openapi(listSubmissionsRoute, async (c) => {
      const { board } = c.req.valid('param');
      const account = accountOf(whoOf(c));
      const rows = await listSubmissions(sql, { board, ...(account === null ? {} : { account }) });
      const submissions = rows.filter(({ kind }) => kind === 'submission').reverse();
      return c.json({ submissions: await describeOwn(studio, { board, rows: submissions }) }, 200);
    })
    .openapi(changeSubmissionRoute, async (c) => {
      const { board, submission } = c.req.valid('param');
      const row = await changeSubmission(studio, { board, submission, account: accountOf(whoOf(c)), ...c.req.valid('json') });
      return c.json(await described(board, row), 200);
    })
    .openapi(cancelSubmissionRoute, async (c) => {
      const { board, submission } = c.req.valid('param');
      return c.json(await described(board, await cancelSubmission(studio, { board, submission, account: accountOf(whoOf(c)) })), 200);
    })
    .openapi(renameAccountRoute, async (c) => {
      const { board } = c.req.valid('param');
      const who = whoOf(c);
      const name = await readAccountName(studio, { board, ...c.req.valid('json'), account: who.accountName });
      await renameAccount(sql, { account: accountOf(who) ?? '', name });
      return c.json({ account: name }, 200);
    })
    .openapi(listTokensRoute, async (c) => {
      const { board } = c.req.valid('param');
      return c.json({ tokens: await listAccountTokens(sql, { board, account: accountOf(whoOf(c)) }) }, 200);
    })
    .openapi(revokeTokenRoute, async (c) => {
      await revokeAccountToken(sql, { ...c.req.valid('param'), account: accountOf(whoOf(c)) });
      return c.json({ revoked: true as const }, 200);
    })
    .openapi(makeTokenRoute, async (c) => c.json(await makeAccountToken(sql, { person: whoOf(c).person, ...c.req.valid('json') }), 200));
}
