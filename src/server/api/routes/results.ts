/** Routes of what follows from answers: progress, agreement, outcome, adjudication, export, import, write-back. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, body, jsonSchema, studyParams, tableSchema, time } from '../shapes.ts';

export const readProgress = createRoute({
  method: 'get',
  path: '/api/studies/{study}/progress',
  request: { params: studyParams },
  responses: answers(
    z.object({
      items: z.object({ total: z.number(), done: z.number(), begun: z.number(), undecided: z.number().nullable() }),
      answers: z.object({ given: z.number(), wanted: z.number() }),
      people: z.object({ joined: z.number(), active: z.number().describe('seen in the last five minutes') }),
      medianSeconds: z.number().nullable(),
      forecast: z.object({
        hoursOfWork: z.number().nullable(),
        cost: z.string().nullable(),
        /** The fewest further answers that would give every undecided item a majority. */
        toSettle: z.object({ items: z.number(), answers: z.number() }).nullable(),
      }),
      perDay: z.array(z.object({ day: z.string(), answers: z.number() })),
    }),
    'how far the study is',
  ),
});

export const readOutcome = createRoute({
  method: 'get',
  path: '/api/studies/{study}/outcome',
  request: { params: studyParams },
  responses: answers(
    z.object({
      /** κ, α and the rest, with intervals: the same numbers as `sensebench agreement` says of the exported file. */
      agreement: z.array(tableSchema),
      outcome: z.array(tableSchema),
      json: jsonSchema,
      warnings: z.array(z.string()),
      computed: time,
    }),
    "what the task's aggregate says of the answers so far",
  ),
});

export const listDisagreements = createRoute({
  method: 'get',
  path: '/api/studies/{study}/disagreements',
  request: { params: studyParams },
  responses: answers(
    z.object({
      items: z.array(
        z.object({
          item: z.string(),
          id: z.string(),
          shown: jsonSchema,
          fields: z.array(z.string()),
          answers: z.array(z.object({ value: jsonSchema, people: z.number() })).describe('different answers, without names'),
          settled: jsonSchema.describe('the value that was settled on, or null'),
        }),
      ),
    }),
    'items on which annotators disagree',
  ),
});

export const adjudicate = createRoute({
  method: 'put',
  path: '/api/studies/{study}/adjudications/{item}',
  request: { params: studyParams.extend({ item: z.string() }), ...body(z.object({ id: z.uuid(), value: jsonSchema })) },
  responses: answers(z.object({ saved: z.literal(true) }), 'this value counts instead of the annotators’'),
});

/** Answers JSON Lines, not JSON: every version of every decision. */
export const exportDecisions = createRoute({
  method: 'get',
  path: '/api/studies/{study}/decisions.jsonl',
  request: { params: studyParams },
  responses: {
    ...answers(z.object({}), ''),
    200: { content: { 'text/jsonl': { schema: z.string() } }, description: 'decisions that every other command reads' },
  },
});

export const importDecisions = createRoute({
  method: 'post',
  path: '/api/studies/{study}/import',
  request: {
    params: studyParams,
    ...body(z.object({ text: z.string().max(20_000_000), format: z.enum(['jsonl', 'csv', 'prolific', 'mturk']) })),
  },
  responses: answers(
    z.object({ imported: z.number(), known: z.number(), unknown: z.number(), warnings: z.array(z.string()) }),
    'answers of people elsewhere',
  ),
});

export const writeBack = createRoute({
  method: 'post',
  path: '/api/studies/{study}/write-back',
  request: { params: studyParams, ...body(z.object({ dry: z.boolean().default(false) })) },
  responses: answers(
    z.object({
      removed: z.number(),
      changed: z.number(),
      kept: z.number(),
      written: z.string().nullable().describe('the dataset folder'),
      earlier: z.string().nullable().describe('the folder with its earlier state'),
      warnings: z.array(z.string()),
    }),
    'rows, card, statistics and report of the dataset are updated',
  ),
});
