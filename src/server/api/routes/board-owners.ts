/** Routes of owners: making a competition, its phases, people, reference rows, scoring again, the bundle. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, body, time } from '../shapes.ts';
import { boardParams, competitionSchema, rescoringSchema } from './board-shapes.ts';
import { file } from './boards.ts';

const sourceFields = {
  datasets: z.array(z.string()).min(1).max(50).describe('folders of GET /api/datasets, all of one benchmark; their splits are joined'),
  phases: z.string().max(200_000).describe('phases.yaml as a text'),
};

/** A mistake in the YAML is status 400 with its line: "phases.yaml:12: …". */
export const previewBoard = createRoute({
  method: 'post',
  path: '/api/boards/preview',
  request: body(
    z.object({
      ...sourceFields,
      datasets: sourceFields.datasets.optional(),
      board: z.string().max(100).optional().describe('check against its data, in place of datasets'),
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
          between: z.number().describe('count only where all items do'),
          withAnswers: z.number().describe('items that the kit shows with answers'),
          withoutAnswers: z.number(),
          leak: z
            .object({ submissions: z.number(), labels: z.number() })
            .nullable()
            .describe('labels that no strategy can be certain of more than, with the whole quota of one account; null without a total'),
        }),
      ),
      references: z.array(z.string()).describe('reference rows that will be made: Human, Random, Majority'),
      published: z.array(z.string()).describe('systems of papers that are shown beside or apart'),
      warnings: z.array(z.string()),
    }),
    'what would be made',
  ),
});

/** A file to begin with; times are from now on. */
export const boardTemplate = createRoute({
  method: 'post',
  path: '/api/boards/template',
  request: body(z.object({ datasets: sourceFields.datasets })),
  responses: answers(z.object({ yaml: z.string() }), 'phases.yaml with the benchmark’s metrics and one phase of 30 days'),
});

export const createBoard = createRoute({
  method: 'post',
  path: '/api/boards',
  request: body(z.object(sourceFields)),
  responses: answers(competitionSchema, 'the competition, with a copy of its data'),
});

export const changeBoard = createRoute({
  method: 'patch',
  path: '/api/boards/{board}',
  request: {
    params: boardParams,
    ...body(z.object({ phases: sourceFields.phases, version: z.number().int().describe('of the phases that were changed') })),
  },
  responses: answers(competitionSchema, 'with the new phases; 409 where somebody else changed them first'),
});

export const inviteCompetitor = createRoute({
  method: 'post',
  path: '/api/boards/{board}/invitations',
  request: {
    params: boardParams,
    ...body(
      z.object({
        name: z.string().trim().max(60).default('').describe('of the account, as boards show it; empty: a letter'),
        uses: z.number().int().min(1).max(10_000).default(1).describe('how many accounts it makes'),
        days: z.number().min(0.001).max(365).default(30),
        account: z.string().max(60).optional().describe('an account that is there already: its owner joins again, or after an import'),
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
  idle: z.number().describe('of those who joined by a link for several: how many have sent nothing yet'),
});

export const listCompetitors = createRoute({
  method: 'get',
  path: '/api/boards/{board}/accounts',
  request: { params: boardParams },
  responses: answers(
    z.object({
      accounts: z.array(z.object({ account: z.string(), joined: time, submissions: z.number(), last: time.nullable() })),
      invitations: z.array(invitationSchema),
    }),
    'competitors and open links',
  ),
});

export const revokeCompetitor = createRoute({
  method: 'delete',
  path: '/api/boards/{board}/invitations/{invitation}',
  request: { params: boardParams.extend({ invitation: z.string() }) },
  responses: answers(z.object({ revoked: z.literal(true), sessions: z.number() }), 'nobody can join by it, and its sessions end'),
});

export const releaseAccounts = createRoute({
  method: 'post',
  path: '/api/boards/{board}/invitations/{invitation}/release',
  request: { params: boardParams.extend({ invitation: z.string() }) },
  responses: answers(
    z.object({ released: z.number() }),
    'accounts that have sent nothing are removed; their places are free, also for them',
  ),
});

export const addReference = createRoute({
  method: 'post',
  path: '/api/boards/{board}/references',
  request: {
    params: boardParams,
    ...body(
      z.object({
        phase: z.string().max(60),
        name: z.string().trim().min(1).max(100),
        note: z.string().max(500).optional(),
        run: z.string().max(500).describe('a run folder of GET /api/runs'),
      }),
    ),
  },
  responses: answers(z.object({ id: z.string() }), 'it is scored like a submission, and takes no rank'),
});

export const rescoreBoard = createRoute({
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
          .describe('folders with other labels of the same items; default: the labels stay'),
      }),
    ),
  },
  responses: answers(rescoringSchema, 'every submission is scored again; the board changes when all are'),
});

export const exportBoard = createRoute({
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
          .describe('seals submissions, scores and the gold; without it only what the pages show is inside'),
      }),
    ),
  },
  responses: file('application/zip', 'the bundle; its digest is in the header X-Bundle-Digest'),
});

export const importBoard = createRoute({
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
            digest: z.string().max(64).optional().describe('what the exporter published: another bundle is refused'),
          }),
        },
      },
    },
  },
  responses: answers(competitionSchema, 'the same competition, here'),
});
