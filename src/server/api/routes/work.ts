/** Routes of an annotator's work: consent, the next items, answers, going back, withdrawing. */
import { createRoute, z } from '@hono/zod-openapi';
import { adviceSchema, answers, body, formSchema, jsonSchema, time } from '../shapes.ts';
import { backgroundQuestionSchema } from './studies.ts';

const workSchema = z
  .object({
    study: z.string(),
    title: z.string(),
    task: z.string(),
    summary: z.string(),
    guideline: z.string(),
    form: formSchema,
    annotator: z.string().describe('the name in exported decisions'),
    /** What must come before the first item: each once. */
    before: z.object({ consent: z.string().nullable(), background: z.array(backgroundQuestionSchema) }),
    qualification: z
      .object({
        answered: z.number(),
        items: z.number(),
        pass: z.number(),
        attempt: z.number(),
        tries: z.number(),
        state: z.enum(['open', 'passed', 'failed']),
        /** Of the attempt that ended last. */
        right: z.number().nullable(),
      })
      .nullable(),
    answered: z.number(),
    /** How many items wait for this person now. */
    left: z.number(),
    state: z.enum(['working', 'done', 'paused', 'excluded', 'withdrawn', 'failed']),
    completion: z.object({
      mustAnswer: z.number().describe('share of the items shown to the person that must be answered for the completion code'),
      skipped: z.number(),
      needed: z.number().describe('answers that are still missing for the code'),
      reopen: z.number().describe('skipped items that can be shown again'),
    }),
    /** For the crowd platform, when the person is done and has answered enough. */
    code: z.string().nullable(),
    pay: z.string().nullable().describe('what the owner pays, in words'),
    notes: z.number().describe('answers of the owner that were not read yet'),
  })
  .openapi('Work');
export type Work = z.infer<typeof workSchema>;

export const readWork = createRoute({ method: 'get', path: '/api/work', responses: answers(workSchema, 'where the person stands') });

export const agree = createRoute({
  method: 'post',
  path: '/api/work/consent',
  request: body(z.object({ agreed: z.literal(true) })),
  responses: answers(workSchema, 'the consent is recorded'),
});

export const tellBackground = createRoute({
  method: 'post',
  path: '/api/work/background',
  request: body(z.object({ answers: z.record(z.string().max(40), z.string().max(200)) })),
  responses: answers(workSchema, 'kept apart from the session; an empty record is fine'),
});

const workItemSchema = z
  .object({
    item: z.string().describe('opaque: says nothing of the dataset, of gold or of systems'),
    lease: z.string(),
    expires: time,
    /** Items of one group follow each other. */
    group: z.string().nullable(),
    shown: jsonSchema,
    /** Only where the fields depend on what is shown; else the form of the work counts. */
    form: formSchema.optional(),
    stage: z.enum(['qualification', 'work']),
  })
  .openapi('WorkItem');

/** `holding` names items that the page has already: their leases are renewed, and others are given. */
export const takeNext = createRoute({
  method: 'post',
  path: '/api/work/next',
  request: body(z.object({ holding: z.array(z.string()).max(10).default([]), want: z.number().int().min(1).max(5).default(2) })),
  responses: answers(
    z.object({ items: z.array(workItemSchema), renewed: z.array(z.object({ item: z.string(), expires: time })) }),
    'none: nothing waits',
  ),
});

export const checkValue = createRoute({
  method: 'post',
  path: '/api/work/check',
  request: body(z.object({ item: z.string(), value: jsonSchema })),
  responses: answers(z.object({ advice: z.array(adviceSchema) }), 'what the server would say; nothing is saved'),
});

/**
 * The id is made by the page: sent twice, it is saved once. Another content under one id is 409.
 * Without a lease it changes an answer that the person gave before; every version is kept.
 */
export const saveAnswer = createRoute({
  method: 'put',
  path: '/api/work/answers/{answer}',
  request: {
    params: z.object({ answer: z.uuid() }),
    ...body(
      z.object({
        item: z.string(),
        lease: z.string().nullable(),
        value: jsonSchema,
        ms: z.number().int().min(0).max(86_400_000).describe('how long the person looked at the item'),
      }),
    ),
  },
  responses: answers(
    z.object({
      saved: z.literal(true),
      revision: z.number(),
      known: z.boolean().describe('it was there already'),
      advice: z.array(adviceSchema),
      /** Set when the answer ended an attempt of the qualification. */
      qualification: z.enum(['passed', 'failed', 'again']).nullable(),
    }),
    'committed and on the disk',
  ),
});

export const skipItem = createRoute({
  method: 'post',
  path: '/api/work/skip',
  request: body(z.object({ item: z.string(), lease: z.string(), reason: z.string().max(500).default('') })),
  responses: answers(
    z.object({ skipped: z.literal(true) }),
    'it is not shown to this person again; 422 where as many are skipped as the study allows',
  ),
});

export const reopenSkipped = createRoute({
  method: 'post',
  path: '/api/work/skipped',
  responses: answers(workSchema, 'skipped items that still need answers are shown to this person again'),
});

export const listAnswers = createRoute({
  method: 'get',
  path: '/api/work/answers',
  request: {
    query: z.object({
      before: z.string().optional().describe('an item: answers before it'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
  },
  responses: answers(
    z.object({ answers: z.array(z.object({ item: z.string(), shown: jsonSchema, value: jsonSchema, at: time, revision: z.number() })) }),
    'own answers, the last first, as the page sent them',
  ),
});

/** Values are erased; the fact of withdrawal is kept. */
export const withdraw = createRoute({
  method: 'post',
  path: '/api/work/withdraw',
  request: body(z.object({ withdraw: z.literal(true) })),
  responses: answers(z.object({ erased: z.number() }), 'the session has ended'),
});
