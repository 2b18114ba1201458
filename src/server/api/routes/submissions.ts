/** Routes of competitors: submit, list, withdraw, choose, cancel, a token for the command line. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, body, time } from '../shapes.ts';
import { boardParams, saidFields, submissionParams, submissionSchema } from './board-shapes.ts';

const { row, ...said } = saidFields;

/** multipart/form-data: a file of predictions, or a zip of a run folder. Checked at once: a mistake is status 400 with its line, and uses no quota. */
export const submit = createRoute({
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

export const listSubmissions = createRoute({
  method: 'get',
  path: '/api/boards/{board}/submissions',
  request: { params: boardParams },
  responses: answers(z.object({ submissions: z.array(submissionSchema) }), 'one’s own, the last first; for owners all'),
});

export const changeSubmission = createRoute({
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

export const cancelSubmission = createRoute({
  method: 'post',
  path: '/api/boards/{board}/submissions/{submission}/cancel',
  request: { params: submissionParams },
  responses: answers(submissionSchema, 'it uses no quota; 409 where it has ended already'),
});

export const renameAccount = createRoute({
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

export const listTokens = createRoute({
  method: 'get',
  path: '/api/boards/{board}/tokens',
  request: { params: boardParams },
  responses: answers(z.object({ tokens: z.array(tokenSchema) }), 'the valid tokens of the own account; for owners those of all'),
});

export const revokeToken = createRoute({
  method: 'delete',
  path: '/api/boards/{board}/tokens/{token}',
  request: { params: boardParams.extend({ token: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true) }), 'nobody can use it any more'),
});

export const makeToken = createRoute({
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
