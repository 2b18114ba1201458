import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/store.ts';
import { createInvitation } from './invitations.ts';
import { listOwnerLinks, makeStartLink, revokeOwnerLink, rotateOwnerLinks } from './owner-links.ts';
import { openSession, whoIs } from './sessions.ts';

const db = testDatabase();

describe('owner links', () => {
  it('of earlier starts that nobody has opened are replaced; opened ones stay until they are revoked', async () => {
    const first = await makeStartLink(db.sql);
    const second = await makeStartLink(db.sql);
    await expect(openSession(db.sql, first)).rejects.toThrow('was revoked');
    const { token: session, who } = await openSession(db.sql, second);
    const third = await makeStartLink(db.sql);
    const [fresh, used, ...others] = await listOwnerLinks(db.sql, { session: who.session });
    expect(others).toEqual([]);
    expect(fresh).toMatchObject({ opened: false, sessions: 0, seen: null, yours: false });
    expect(used).toMatchObject({ opened: true, sessions: 1, seen: expect.any(String), yours: true });
    expect(await revokeOwnerLink(db.sql, { link: used.id })).toEqual({ sessions: 1 });
    expect(await whoIs(db.sql, { token: session })).toBeNull();
    await expect(openSession(db.sql, second)).rejects.toThrow('was revoked');
    expect((await openSession(db.sql, third)).who.role).toBe('owner');
  });

  it('are all replaced by a new one, and only the session that asks goes on', async () => {
    const tokens = [];
    for (let i = 0; i < 3; i++) {
      const { token } = await makeStartLink(db.sql);
      tokens.push((await openSession(db.sql, { token })).token);
    }
    const mine = await whoIs(db.sql, { token: tokens[0] });
    const { token, revoked } = await rotateOwnerLinks(db.sql, { session: mine?.session });
    expect(revoked).toBeGreaterThanOrEqual(3);
    const alive = await Promise.all(tokens.map(async (each) => (await whoIs(db.sql, { token: each })) !== null));
    expect(alive).toEqual([true, false, false]);
    expect(await listOwnerLinks(db.sql)).toMatchObject([{ opened: false }]);
    expect((await openSession(db.sql, { token })).who.role).toBe('owner');
    await rotateOwnerLinks(db.sql);
    expect(await whoIs(db.sql, { token: tokens[0] })).toBeNull();
  });

  it('are not those of studies and competitions', async () => {
    const { invitation } = await createInvitation(db.sql, { study: null, role: 'owner' });
    await db.sql`update invitations set role = 'participant' where id = ${invitation.id}`;
    expect((await listOwnerLinks(db.sql)).map(({ id }) => id)).not.toContain(invitation.id);
    await expect(revokeOwnerLink(db.sql, { link: invitation.id })).rejects.toMatchObject({ kind: 'missing' });
    await expect(revokeOwnerLink(db.sql, { link: 'x' })).rejects.toMatchObject({ kind: 'missing' });
  });
});
