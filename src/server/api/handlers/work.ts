/** An annotator's own work. Nothing here takes a study or a person from the request: both are the session's. */
import {
  withdraw as erase,
  tellBackground as keepBackground,
  markNotesRead,
  recordConsent,
  reopenSkipped as reopen,
  skipItem as skip,
} from '../../store/index.ts';
import { adviseOn, earlierAnswers, giveWork, type Studio, saveGiven, workState } from '../../studio/index.ts';
import { whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import {
  agree,
  checkValue,
  listAnswers,
  readWork,
  reopenSkipped,
  saveAnswer,
  skipItem,
  takeNext,
  tellBackground,
  withdraw,
} from '../routes/work.ts';
import { createRateLimiter } from '../safety/rate-limit.ts';
import { clearCookie } from '../safety/session-cookie.ts';

/** A live check analyses sentences, which takes long: a person writes a few a second at most. */
const CHECKS = { burst: 10, perSecond: 3 };
/** Checks that run at once, of all people. */
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
    .openapi(readWork, async (c) => c.json(await workState(studio, whoOf(c).person), 200))
    .openapi(agree, async (c) => {
      const { person } = whoOf(c);
      await recordConsent(sql, { person });
      return c.json(await workState(studio, person), 200);
    })
    .openapi(tellBackground, async (c) => {
      const { person } = whoOf(c);
      const { answers } = c.req.valid('json');
      const { before } = await workState(studio, person);
      const asked = new Set(before.background.map(({ name }) => name));
      const strange = Object.keys(answers).find((name) => !asked.has(name));
      if (strange !== undefined && asked.size > 0) throw new Problem(422, `"${strange}" was not asked`, { field: 'answers' });
      const given = Object.fromEntries(Object.entries(answers).filter(([name, text]) => asked.has(name) && text.trim() !== ''));
      await keepBackground(sql, { person, answers: given });
      return c.json(await workState(studio, person), 200);
    })
    .openapi(takeNext, async (c) => c.json(await giveWork(studio, { person: whoOf(c).person, ...c.req.valid('json') }), 200))
    .openapi(checkValue, async (c) => {
      const { person, session } = whoOf(c);
      if (checking >= CHECKS_AT_ONCE || !checks.take(session))
        throw new Problem(429, 'too many checks; the answer is checked when it is sent');
      checking++;
      try {
        return c.json({ advice: await adviseOn(studio, { person, ...c.req.valid('json') }) }, 200);
      } finally {
        checking--;
      }
    })
    .openapi(saveAnswer, async (c) => {
      const result = await saveGiven(studio, {
        id: c.req.valid('param').answer,
        person: whoOf(c).person,
        ...c.req.valid('json'),
      });
      if ('refused' in result) throw new Problem(422, result.refused.join('; '), { field: 'value', reasons: result.refused });
      const { revision, known, qualification } = result.saved;
      return c.json({ saved: true as const, revision, known, advice: result.advice, qualification }, 200);
    })
    .openapi(skipItem, async (c) => {
      await skip(sql, { person: whoOf(c).person, ...c.req.valid('json') });
      return c.json({ skipped: true as const }, 200);
    })
    .openapi(reopenSkipped, async (c) => {
      const { person } = whoOf(c);
      await reopen(sql, { person });
      return c.json(await workState(studio, person), 200);
    })
    .openapi(listAnswers, async (c) => {
      const { person } = whoOf(c);
      return c.json({ answers: await earlierAnswers(studio, { person, ...c.req.valid('query') }) }, 200);
    })
    .openapi(withdraw, async (c) => {
      const { erased } = await erase(sql, { person: whoOf(c).person });
      c.header('Set-Cookie', clearCookie(tls));
      return c.json({ erased }, 200);
    });
}

/** Reading the thread marks the owner's answers as read. */
export async function readThread<Thread>(studio: Studio, person: string, read: () => Promise<Thread>): Promise<Thread> {
  const thread = await read();
  await markNotesRead(studio.sql, { person });
  return thread;
}
