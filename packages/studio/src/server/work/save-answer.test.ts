import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { annotator, answer, openStudy, testDatabase } from '../../../../../test/store.ts';
import { excludePerson } from '../people/leaving.ts';
import { allAnswers, currentAnswers } from '../results/decisions.ts';
import { readItem } from '../studies/item-queries.ts';
import { updateStudy } from '../studies/study-queries.ts';
import { listOwnAnswers } from './annotator-state.ts';
import { saveAnswer } from './save-answer.ts';
import { takeItems } from './take-items.ts';

const db = testDatabase();

async function leased(options: Parameters<typeof openStudy>[1] = {}) {
  const study = await openStudy(db.sql, options);
  const person = await annotator(db.sql, study);
  const { items } = await takeItems(db.sql, { person, want: 1 });
  const given = {
    id: randomUUID(),
    person,
    item: items[0].item,
    lease: items[0].lease,
    given: { side: 1 },
    value: { system: 'b' },
    ms: 2500,
  };
  return { study, person, leased: items[0], given };
}

async function versions(study: string) {
  const rows = [];
  for await (const row of allAnswers(db.sql, { study })) rows.push(row);
  return rows;
}

describe('an answer', () => {
  it('is saved once, whatever is sent twice', async () => {
    const { study, given } = await leased();
    expect(await saveAnswer(db.sql, given)).toEqual({ revision: 1, known: false, qualification: null });
    expect(await saveAnswer(db.sql, given)).toEqual({ revision: 1, known: true, qualification: null });
    expect(await versions(study)).toMatchObject([{ id: given.id, given: { side: 1 }, value: { system: 'b' }, ms: 2500, final: true }]);
    expect((await readItem(db.sql, { item: given.item }))?.answered).toBe(1);
  });

  it('is saved once when it is sent twenty times at the same moment', async () => {
    const { study, given } = await leased();
    const saved = await Promise.all(Array.from({ length: 20 }, () => saveAnswer(db.sql, given)));
    expect(saved.filter(({ known }) => !known)).toHaveLength(1);
    expect(await versions(study)).toHaveLength(1);
    expect(await readItem(db.sql, { item: given.item })).toMatchObject({ answered: 1, leased: 0 });
  });

  it('of another content, item or person under one id is a conflict', async () => {
    const { study, person, given } = await leased();
    await saveAnswer(db.sql, given);
    await expect(saveAnswer(db.sql, { ...given, given: { side: 2 } })).rejects.toMatchObject({ kind: 'conflict' });
    const next = (await takeItems(db.sql, { person, want: 1 })).items[0];
    await expect(saveAnswer(db.sql, { ...given, item: next.item, lease: next.lease })).rejects.toMatchObject({ kind: 'conflict' });
    const other = await annotator(db.sql, study);
    const theirs = (await takeItems(db.sql, { person: other, want: 1 })).items[0];
    await expect(saveAnswer(db.sql, { ...given, person: other, item: theirs.item, lease: theirs.lease })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await versions(study)).toHaveLength(1);
    // Nothing was changed by what was refused: the lease is still good.
    expect(await answer(db.sql, other, theirs)).toMatchObject({ revision: 1 });
  });

  it("needs the person's own lease of that item", async () => {
    const { study, person, given } = await leased();
    const other = await annotator(db.sql, study);
    for (const wrong of [{ lease: randomUUID() }, { lease: 'x' }, { person: other }, { lease: null }])
      await expect(saveAnswer(db.sql, { ...given, ...wrong })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(saveAnswer(db.sql, { ...given, item: randomUUID() })).rejects.toMatchObject({ kind: 'missing' });
    const elsewhere = await leased();
    await expect(saveAnswer(db.sql, { ...given, item: elsewhere.given.item, lease: elsewhere.given.lease })).rejects.toMatchObject({
      kind: 'missing',
    });
    await expect(saveAnswer(db.sql, { ...given, person: randomUUID() })).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await versions(study)).toEqual([]);
    expect((await listOwnAnswers(db.sql, { person })).length).toBe(0);
  });

  it('of two tabs with the same lease is one; the other tab gets a conflict', async () => {
    const { given } = await leased();
    const tabs = await Promise.allSettled([
      saveAnswer(db.sql, given),
      saveAnswer(db.sql, { ...given, id: randomUUID(), given: { side: 2 } }),
    ]);
    expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is changed without a lease: a new revision, every version kept, one counts', async () => {
    const { study, person, given } = await leased();
    await saveAnswer(db.sql, given);
    const change = { ...given, id: randomUUID(), lease: null, given: { side: 2 }, value: { system: 'a' } };
    expect(await saveAnswer(db.sql, change)).toMatchObject({ revision: 2, known: false });
    expect(await saveAnswer(db.sql, change)).toMatchObject({ revision: 2, known: true });
    expect((await versions(study)).map(({ revision, final }) => ({ revision, final }))).toEqual([
      { revision: 1, final: false },
      { revision: 2, final: true },
    ]);
    expect(await currentAnswers(db.sql, { study })).toMatchObject([{ revision: 2, value: { system: 'a' } }]);
    expect((await readItem(db.sql, { item: given.item }))?.answered).toBe(1);
    expect(await listOwnAnswers(db.sql, { person })).toMatchObject([{ given: { side: 2 }, revision: 2, shown: { text: 'text 0' } }]);
  });

  it('with a lease is still taken when the study was closed meanwhile; a change is not', async () => {
    const { study, given } = await leased();
    await updateStudy(db.sql, { study, state: 'closed' });
    await saveAnswer(db.sql, given);
    await expect(saveAnswer(db.sql, { ...given, id: randomUUID(), lease: null, given: 1 })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('of an excluded person is refused', async () => {
    const { study, person, given } = await leased();
    await excludePerson(db.sql, { study, person, excluded: true });
    await expect(saveAnswer(db.sql, given)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('keeps any JSON as it is, and refuses texts that PostgreSQL cannot hold', async () => {
    const value = { text: '‮<b>\\u0000 é 👩‍🚀', list: [1, 0.1, null, { a: [] }], none: null, flag: false };
    const { study, given } = await leased();
    for (const bad of ['a\0b', { '\ud800': 1 }, ['\udc00x']])
      await expect(saveAnswer(db.sql, { ...given, given: bad })).rejects.toMatchObject({ kind: 'invalid' });
    await saveAnswer(db.sql, { ...given, given: value, value: 'a plain text' });
    expect(await versions(study)).toMatchObject([{ given: value, value: 'a plain text' }]);
  });
});

describe('own answers', () => {
  it('come last first, in pages, at the place where they were first given', async () => {
    const study = await openStudy(db.sql, { items: 4 });
    const person = await annotator(db.sql, study);
    const items = (await takeItems(db.sql, { person, want: 4 })).items;
    for (const item of items) await answer(db.sql, person, item, item.name);
    await saveAnswer(db.sql, { id: randomUUID(), person, item: items[0].item, lease: null, given: 'changed', value: 'changed', ms: 1 });
    const page = await listOwnAnswers(db.sql, { person, limit: 2 });
    expect(page.map(({ given }) => given)).toEqual(['item-3', 'item-2']);
    expect((await listOwnAnswers(db.sql, { person, before: page[1].item })).map(({ given }) => given)).toEqual(['item-1', 'changed']);
  });
});
