import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStudy, testDatabase } from '../../../../../test/store.ts';
import { lettersOf } from './annotators.ts';
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts';
import { closeSession, openSession, whoIs } from './sessions.ts';

const db = testDatabase();

describe('an invitation', () => {
  it('for one person opens the same work again on any device', async () => {
    const study = await openStudy(db.sql);
    const { token, invitation } = await createInvitation(db.sql, { study, role: 'annotator' });
    const [phone, desk] = [await openSession(db.sql, { token }), await openSession(db.sql, { token })];
    expect(phone.who).toMatchObject({ role: 'annotator', study, name: 'A' });
    expect(desk.who.person).toBe(phone.who.person);
    expect(desk.token).not.toBe(phone.token);
    expect(await listInvitations(db.sql, { study })).toMatchObject([{ id: invitation.id, used: 1, revoked: false }]);
  });

  it('for several makes so many people, also when they come at once', async () => {
    const study = await openStudy(db.sql);
    const { token } = await createInvitation(db.sql, { study, role: 'annotator', uses: 5 });
    const came = await Promise.allSettled(Array.from({ length: 8 }, () => openSession(db.sql, { token })));
    const names = came.flatMap((one) => (one.status === 'fulfilled' ? [one.value.who.name] : []));
    expect(names.sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it("knows a crowd platform's id again, in its study only, and stores no part of it", async () => {
    const tokens = [];
    for (let i = 0; i < 2; i++)
      tokens.push(
        (await createInvitation(db.sql, { study: await openStudy(db.sql), role: 'annotator', uses: 9, crowd: 'prolific' })).token,
      );
    const crowdId = '5f3a9c0000000000000000aa';
    const first = await openSession(db.sql, { token: tokens[0], crowdId });
    expect((await openSession(db.sql, { token: tokens[0], crowdId })).who.person).toBe(first.who.person);
    expect((await openSession(db.sql, { token: tokens[1], crowdId })).who.person).not.toBe(first.who.person);
    const rows =
      await db.sql`select encode(crowd_hash, 'hex') as hash, to_jsonb(people)::text as row from people where crowd_hash is not null`;
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    expect(JSON.stringify([...rows])).not.toContain(crowdId);
  });

  it('names annotators by its label, and a second one of that name by a number', async () => {
    const study = await openStudy(db.sql);
    const names = [];
    for (let i = 0; i < 2; i++) {
      const { token } = await createInvitation(db.sql, { study, role: 'annotator', label: 'lab' });
      names.push((await openSession(db.sql, { token })).who.name);
    }
    expect(names).toEqual(['lab', 'lab 2']);
  });

  it('is refused when it is forged, expired, revoked or used up, and for an unknown study', async () => {
    const study = await openStudy(db.sql);
    const forbidden = { kind: 'forbidden' };
    await expect(openSession(db.sql, { token: 'x'.repeat(43) })).rejects.toMatchObject(forbidden);
    const short = await createInvitation(db.sql, { study, role: 'annotator', days: 0.2 / 86_400 });
    await wait(300);
    await expect(openSession(db.sql, { token: short.token })).rejects.toMatchObject(forbidden);
    const back = await createInvitation(db.sql, { study, role: 'viewer', uses: 2 });
    const session = await openSession(db.sql, { token: back.token });
    expect(await revokeInvitation(db.sql, { study, invitation: back.invitation.id })).toEqual({ sessions: 1 });
    expect(await whoIs(db.sql, { token: session.token })).toBeNull();
    await expect(openSession(db.sql, { token: back.token })).rejects.toMatchObject(forbidden);
    await expect(createInvitation(db.sql, { study: crypto.randomUUID(), role: 'viewer' })).rejects.toMatchObject({ kind: 'missing' });
    await expect(createInvitation(db.sql, { study: null, role: 'annotator' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(revokeInvitation(db.sql, { study: null, invitation: back.invitation.id })).rejects.toMatchObject({ kind: 'missing' });
  });
});

describe('a session', () => {
  it('says who asks until it is closed; no token is in the database', async () => {
    const { token } = await createInvitation(db.sql, { study: null, role: 'owner' });
    const session = await openSession(db.sql, { token });
    expect(await whoIs(db.sql, { token: session.token })).toMatchObject({ role: 'owner', study: null, name: null });
    expect(await whoIs(db.sql, { token })).toBeNull();
    const stored = JSON.stringify([...(await db.sql`select to_jsonb(s) as s, to_jsonb(i) as i from sessions s, invitations i`)]);
    for (const secret of [token, session.token]) expect(stored).not.toContain(secret);
    await closeSession(db.sql, { token: session.token });
    expect(await whoIs(db.sql, { token: session.token })).toBeNull();
  });
});

it('letters of annotators go on after Z', () => {
  expect([1, 2, 26, 27, 52, 53, 702, 703].map(lettersOf)).toEqual(['A', 'B', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
