/** Sessions: a link's token becomes a cookie, and is never seen again. */
import { openSession as beginSession, closeSession as endSession, type Who as StoredWho } from '../../store/index.ts';
import type { Studio } from '../../studio/index.ts';
import { type Who, whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { closeSession, openSession, readSession } from '../routes/session.ts';
import { clearCookie, readBearer, readCookie, setCookie } from '../safety/session-cookie.ts';

export interface SessionOptions {
  studio: Studio;
  tls: boolean;
}

export function sessionApi({ studio, tls }: SessionOptions) {
  const { sql } = studio;
  const shown = ({ person, role, study, board, label }: Pick<Who | StoredWho, 'person' | 'role' | 'study' | 'board' | 'label'>) => ({
    person,
    role,
    study,
    board,
    label,
    demo: studio.demo,
  });
  return newApi()
    .openapi(openSession, async (c) => {
      const { token, crowdId } = c.req.valid('json');
      const session = await beginSession(sql, { token, ...(crowdId ? { crowdId } : {}) });
      c.header('Set-Cookie', setCookie(session.token, { tls }));
      return c.json(shown(session.who), 200);
    })
    .openapi(readSession, (c) => c.json(shown(whoOf(c)), 200))
    .openapi(closeSession, async (c) => {
      const token = readBearer(c.req.header('authorization')) ?? readCookie(c.req.header('cookie'), tls);
      if (token) await endSession(sql, { token });
      c.header('Set-Cookie', clearCookie(tls));
      return c.json({ closed: true as const }, 200);
    });
}
