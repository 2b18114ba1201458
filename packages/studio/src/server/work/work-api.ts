/** Routes of an annotator's own work. The study and the person always come from the session, never from the request. */

import { z } from '@hono/zod-openapi';
import { ANNOTATOR, route } from '../http/access.ts';
import { whoOf } from '../http/guard.ts';
import { createRateLimiter } from '../http/limits.ts';
import { newApi } from '../http/new-api.ts';
import { Problem } from '../http/problem.ts';
import { clearCookie } from '../http/session-cookie.ts';
import { adviceSchema, answers, body, jsonSchema, time } from '../http/shapes.ts';
import { withdraw } from '../people/leaving.ts';
import type { Studio } from '../studio.ts';
import { recordConsent, saveBackground } from './annotator-state.ts';
import { adviseOn, earlierAnswerSchema, earlierAnswers, submitAnswer, takeWork, workItemSchema } from './annotator-work.ts';
import { reopenSkipped, skipItem } from './skip-item.ts';
import { workSchema, workState } from './work-state.ts';

export const readWorkRoute = route(ANNOTATOR, {
  method: 'get',
  path: '/api/work',
  responses: answers(workSchema, 'the state of the annotator’s work'),
});

export const agreeRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/consent',
  request: body(z.object({ agreed: z.literal(true) })),
  responses: answers(workSchema, 'the consent was recorded'),
});

export const tellBackgroundRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/background',
  request: body(z.object({ answers: z.record(z.string().max(40), z.string().max(200)) })),
  responses: answers(workSchema, 'stored separately from the session; may be empty'),
});

/** `holding` lists the items that the page already has: their leases are renewed, and further items are returned. */
export const takeNextRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/next',
  request: body(z.object({ holding: z.array(z.string()).max(10).default([]), want: z.number().int().min(1).max(5).default(2) })),
  responses: answers(
    z.object({ items: z.array(workItemSchema), renewed: z.array(z.object({ item: z.string(), expires: time })) }),
    'empty if no items are waiting',
  ),
});

export const checkValueRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/check',
  request: body(z.object({ item: z.string(), value: jsonSchema })),
  responses: answers(z.object({ advice: z.array(adviceSchema) }), 'the result of the check; nothing is saved'),
});

/**
 * The page makes the id: the same answer sent twice is saved once, and different content under the same id is 409.
 * Without a lease this changes an earlier answer. Every version is kept.
 */
export const saveAnswerRoute = route(ANNOTATOR, {
  method: 'put',
  path: '/api/work/answers/{answer}',
  request: {
    params: z.object({ answer: z.uuid() }),
    ...body(
      z.object({
        item: z.string(),
        lease: z.string().nullable(),
        value: jsonSchema,
        ms: z.number().int().min(0).max(86_400_000).describe('how long the annotator looked at the item'),
      }),
    ),
  },
  responses: answers(
    z.object({
      saved: z.literal(true),
      revision: z.number(),
      known: z.boolean().describe('it had been saved before'),
      advice: z.array(adviceSchema),
      /** Set if the answer ended a qualification attempt. */
      qualification: z.enum(['passed', 'failed', 'again']).nullable(),
    }),
    'committed to disk',
  ),
});

export const skipItemRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/skip',
  request: body(z.object({ item: z.string(), lease: z.string(), reason: z.string().max(500).default('') })),
  responses: answers(
    z.object({ skipped: z.literal(true) }),
    'the annotator does not see the item again; 422 if the study allows no more skips',
  ),
});

export const reopenSkippedRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/skipped',
  responses: answers(workSchema, 'the annotator sees skipped items that still need answers again'),
});

export const listAnswersRoute = route(ANNOTATOR, {
  method: 'get',
  path: '/api/work/answers',
  request: {
    query: z.object({
      before: z.string().optional().describe('an item id; only earlier answers are returned'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
  },
  responses: answers(
    z.object({ answers: z.array(earlierAnswerSchema) }),
    'the annotator’s own answers as the page sent them, the most recent first',
  ),
});

/** Erases all values; only the fact of the withdrawal is kept. */
export const withdrawRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/withdraw',
  request: body(z.object({ withdraw: z.literal(true) })),
  responses: answers(z.object({ erased: z.number() }), 'the annotator has withdrawn and the session has ended'),
});

/** Live checks analyse sentences, which is slow, so each annotator may run only a few per second. */
const CHECKS = { burst: 10, perSecond: 3 };
/** The number of concurrent checks of all annotators. */
const CHECKS_AT_ONCE = 4;

export interface WorkOptions {
  studio: Studio;
  tls: boolean;
  clock(): number;
}

export function workApi({ studio, tls, clock }: WorkOptions) {
  const { sql } = studio;
  const checks = createRateLimiter({ ...CHECKS, clock });
  let checking = 0;
  return newApi()
    .openapi(readWorkRoute, async (c) => c.json(await workState(studio, whoOf(c).person), 200))
    .openapi(agreeRoute, async (c) => {
      const { person } = whoOf(c);
      await recordConsent(sql, { person });
      return c.json(await workState(studio, person), 200);
    })
    .openapi(tellBackgroundRoute, async (c) => {
      const { person } = whoOf(c);
      const { answers } = c.req.valid('json');
      const { before } = await workState(studio, person);
      const questions = new Set(before.background.map(({ name }) => name));
      const unexpected = Object.keys(answers).find((name) => !questions.has(name));
      if (unexpected !== undefined && questions.size > 0) throw new Problem(422, `"${unexpected}" was not asked`, { field: 'answers' });
      const filledIn = Object.fromEntries(Object.entries(answers).filter(([name, text]) => questions.has(name) && text.trim() !== ''));
      await saveBackground(sql, { person, answers: filledIn });
      return c.json(await workState(studio, person), 200);
    })
    .openapi(takeNextRoute, async (c) => c.json(await takeWork(studio, { person: whoOf(c).person, ...c.req.valid('json') }), 200))
    .openapi(checkValueRoute, async (c) => {
      const { person, session } = whoOf(c);
      if (checking >= CHECKS_AT_ONCE || !checks.take(session))
        throw new Problem(429, 'too many checks; the answer will be checked when you send it');
      checking++;
      try {
        return c.json({ advice: await adviseOn(studio, { person, ...c.req.valid('json') }) }, 200);
      } finally {
        checking--;
      }
    })
    .openapi(saveAnswerRoute, async (c) => {
      const result = await submitAnswer(studio, {
        id: c.req.valid('param').answer,
        person: whoOf(c).person,
        ...c.req.valid('json'),
      });
      if ('refused' in result) throw new Problem(422, result.refused.join('; '), { field: 'value', reasons: result.refused });
      const { revision, known, qualification } = result.saved;
      return c.json({ saved: true as const, revision, known, advice: result.advice, qualification }, 200);
    })
    .openapi(skipItemRoute, async (c) => {
      await skipItem(sql, { person: whoOf(c).person, ...c.req.valid('json') });
      return c.json({ skipped: true as const }, 200);
    })
    .openapi(reopenSkippedRoute, async (c) => {
      const { person } = whoOf(c);
      await reopenSkipped(sql, { person });
      return c.json(await workState(studio, person), 200);
    })
    .openapi(listAnswersRoute, async (c) => {
      const { person } = whoOf(c);
      return c.json({ answers: await earlierAnswers(studio, { person, ...c.req.valid('query') }) }, 200);
    })
    .openapi(withdrawRoute, async (c) => {
      const { erased } = await withdraw(sql, { person: whoOf(c).person });
      c.header('Set-Cookie', clearCookie(tls));
      return c.json({ erased }, 200);
    });
}
