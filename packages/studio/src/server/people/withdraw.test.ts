import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { answer, openStudy, testDatabase } from '../../../../../test/store.ts';
import { listNotes, writeNote } from '../annotators/notes.ts';
import { allAnswers, currentAnswers } from '../results/decisions.ts';
import { readStudy } from '../studies/study-queries.ts';
import { listBackgrounds, saveBackground } from '../work/annotator-state.ts';
import { saveAnswer } from '../work/save-answer.ts';
import { skipItem } from '../work/skip-item.ts';
import { takeItems } from '../work/take-items.ts';
import { listPeople } from './annotators.ts';
import { createInvitation } from './invitations.ts';
import { excludePerson, withdraw } from './leaving.ts';
import { openSession, whoIs } from './sessions.ts';

const db = testDatabase();

/** A person with two answers (one changed), a lease, a skip, a note and a background. */
async function busyPerson() {
  const study = await openStudy(db.sql, { items: 6, settings: { people: 1 } });
  const { token } = await createInvitation(db.sql, { study, role: 'annotator', uses: 3, crowd: 'mturk' });
  const session = await openSession(db.sql, { token, crowdId: 'W1' });
  const { person } = session.who;
  const { items } = await takeItems(db.sql, { person, want: 4 });
  await answer(db.sql, person, items[0], 'my secret thought');
  await answer(db.sql, person, items[1], 'my secret thought too');
  await saveAnswer(db.sql, {
    id: randomUUID(),
    person,
    item: items[1].item,
    lease: null,
    given: 'my secret change',
    value: 'my secret change',
    ms: 5,
  });
  await skipItem(db.sql, { person, item: items[2].item, lease: items[2].lease, reason: 'my secret reason' });
  await writeNote(db.sql, { study, person, from: 'annotator', text: 'my secret note' });
  await saveBackground(db.sql, { person, answers: { home: 'my secret town' } });
  return { study, person, token, session };
}

it('erases all that the person wrote, opens the slots, ends the session, and keeps that there was something', async () => {
  const { study, person, token, session } = await busyPerson();
  expect((await readStudy(db.sql, { study }))?.answers).toBe(2);
  expect(await withdraw(db.sql, { person })).toEqual({ erased: 3 });
  expect(await withdraw(db.sql, { person })).toEqual({ erased: 3 });
  const rows = [];
  for await (const row of allAnswers(db.sql, { study })) rows.push(row);
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatchObject({ value: null, given: null, ms: null, erased: true, final: false });
  expect(await currentAnswers(db.sql, { study })).toEqual([]);
  expect(await listNotes(db.sql, { study })).toEqual([]);
  expect(await listBackgrounds(db.sql, { study })).toEqual([]);
  expect(await listPeople(db.sql, { study })).toMatchObject([{ person, answers: 0, withdrawn: expect.any(String) }]);
  expect(await whoIs(db.sql, { token: session.token })).toBeNull();
  const [{ held, answered, all }] = await db.sql`
    select sum(held) as held, sum(answered) as answered, (select jsonb_agg(to_jsonb(t))::text from (
      select to_jsonb(a) from answers a union all select to_jsonb(n) from notes n union all select to_jsonb(s) from skips s
      union all select to_jsonb(b) from backgrounds b union all select to_jsonb(p) from people p) t) as all
    from items where study = ${study}`;
  expect({ held: Number(held), answered: Number(answered) }).toEqual({ held: 0, answered: 0 });
  expect(all).not.toContain('secret');
  // The platform's id is forgotten too: who comes again is somebody new.
  expect((await openSession(db.sql, { token, crowdId: 'W1' })).who.person).not.toBe(person);
});

it('does not open a slot twice for somebody who was excluded before', async () => {
  const { study, person } = await busyPerson();
  expect(await excludePerson(db.sql, { study, person, excluded: true, reason: 'r' })).toEqual({ excluded: true, reopened: 2 });
  expect(await excludePerson(db.sql, { study, person, excluded: true })).toEqual({ excluded: true, reopened: 0 });
  await withdraw(db.sql, { person });
  const [{ least }] = await db.sql`select min(answered) as least from items where study = ${study}`;
  expect(least).toBe(0);
  await expect(excludePerson(db.sql, { study, person, excluded: false })).rejects.toMatchObject({ kind: 'conflict' });
});

it('backgrounds have no column that leads to a session', async () => {
  const columns = await db.sql`select column_name from information_schema.columns where table_name = 'backgrounds' order by 1`;
  expect(columns.map(({ column_name }) => column_name)).toEqual(['answers', 'id', 'study']);
});
