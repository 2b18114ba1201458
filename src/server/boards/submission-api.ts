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

/** multipart/form-data: a file of predictions, or a zip of a run folder. Checked at once: a mistake is status 400 with its line, and uses no quota. */
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
                'made by the sender, for this account alone: the same content sent again under it is the same submission, other content is 409',
              ),
            phase: z.string().max(60).optional().describe('the name of a phase; default: the one that runs'),
            row,
            ...z.object(said).partial().shape,
          }),
        },
      },
    },
  },
  responses: answers(
    z.object({ submission: submissionSchema, notes: z.array(z.string()) }),
    'queued; notes say what the sender should know',
  ),
});

export const listSubmissionsRoute = route(SENDER, {
  method: 'get',
  path: '/api/boards/{board}/submissions',
  request: { params: boardParams },
  responses: answers(z.object({ submissions: z.array(submissionSchema) }), 'one’s own, the last first; for owners all'),
});

export const changeSubmissionRoute = route(SENDER, {
  method: 'patch',
  path: '/api/boards/{board}/submissions/{submission}',
  request: {
    params: submissionParams,
    ...body(
      z.object({
        withdrawn: z.literal(true).optional().describe('for ever; its quota stays used'),
        final: z.boolean().optional().describe('it stands for its row, in place of the last one'),
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
  responses: answers(submissionSchema, 'it uses no quota; 409 where it has ended already'),
});

export const renameAccountRoute = route(COMPETITOR, {
  method: 'patch',
  path: '/api/boards/{board}/account',
  request: { params: boardParams, ...body(z.object({ name: z.string().trim().min(1).max(60) })) },
  responses: answers(z.object({ account: z.string() }), 'the name that boards show; 409 where another account has it'),
});

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  created: time,
  expires: time,
  used: time.nullable().describe('the last use, within a minute'),
});

export const listTokensRoute = route(SENDER, {
  method: 'get',
  path: '/api/boards/{board}/tokens',
  request: { params: boardParams },
  responses: answers(z.object({ tokens: z.array(tokenSchema) }), 'the valid tokens of the own account; for owners those of all'),
});

export const revokeTokenRoute = route(SENDER, {
  method: 'delete',
  path: '/api/boards/{board}/tokens/{token}',
  request: { params: boardParams.extend({ token: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true) }), 'nobody can use it any more'),
});

export const makeTokenRoute = route(COMPETITOR, {
  method: 'post',
  path: '/api/boards/{board}/tokens',
  request: { params: boardParams, ...body(z.object({ name: z.string().trim().min(1).max(60).describe('what uses it, like a machine') })) },
  responses: answers(
    z.object({
      id: z.string(),
      token: z.string().describe('shown once: for `sensebench submit --token` and scripts'),
      expires: z.string(),
    }),
    'a token of this account; 409 where it has ten',
  ),
});

/** The id of a participant's account; null for an owner, whose are all. */
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
