import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { annotator, answer, openStudy, SETTINGS, testDatabase } from '../../../../../test/store.ts';
import { listNotes, markNotesRead, writeNote } from '../annotators/notes.ts';
import { addAnnotator, listPeople } from '../people/annotators.ts';
import { insertAdjudication, listAdjudications } from '../results/adjudications.ts';
import { countWork, readStanding, recordConsent } from '../work/annotator-state.ts';
import { takeItems } from '../work/take-items.ts';
import { allItems, listItems, readItem, setGold, setPriority } from './item-queries.ts';
import { insertStudy, listStudies, readStudy, updateStudy } from './study-queries.ts';

const db = testDatabase();

describe('a study', () => {
  it('is a draft with a snapshot of its items, and keeps settings that the store does not read', async () => {
    const given = {
      id: randomUUID(),
      task: 'house/filter',
      benchmark: 'house',
      source: { dataset: 'd', split: 'test' },
      settings: { ...SETTINGS, title: 'Filter', pay: { perHour: 12.5, currency: 'EUR' } },
      items: Array.from({ length: 2500 }, (_, i) => ({ name: `n${i}`, also: [`old-${i}`], shown: { i }, gold: i % 2 === 0 ? 0 : null })),
    };
    const study = await insertStudy(db.sql, given);
    expect(study).toMatchObject({
      id: given.id,
      state: 'draft',
      items: 2500,
      goldItems: 0,
      wanted: 5000,
      answers: 0,
      source: given.source,
    });
    expect(study.settings).toEqual(given.settings);
    // Sent again, as after an unknown COMMIT.
    expect(await insertStudy(db.sql, given)).toEqual(study);
    const items = [];
    for await (const item of allItems(db.sql, { study: study.id })) items.push(item);
    expect(items.map(({ name }) => name)).toEqual(given.items.map(({ name }) => name));
    expect(items.slice(0, 2)).toMatchObject([
      { also: ['old-0'], gold: 0, shown: { i: 0 } },
      { gold: null, kind: 'work' },
    ]);
  });

  it('is changed in part, listed last first, and unknown ones are nothing', async () => {
    const [first, second] = [await openStudy(db.sql), await openStudy(db.sql)];
    const changed = await updateStudy(db.sql, { study: first, settings: { order: 'breadth', title: 'T' }, state: 'closed' });
    expect(changed).toMatchObject({ state: 'closed', settings: { ...SETTINGS, order: 'breadth', title: 'T' } });
    expect((await listStudies(db.sql)).slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
    for (const study of [randomUUID(), 'x', "'; drop table studies; --"]) {
      expect(await readStudy(db.sql, { study })).toBeNull();
      await expect(updateStudy(db.sql, { study, state: 'open' })).rejects.toMatchObject({ kind: 'missing' });
    }
  });

  it('says that some of its annotators are simulated', async () => {
    const study = await openStudy(db.sql);
    const one = await addAnnotator(db.sql, { study, label: 'robot', simulated: true });
    expect(await addAnnotator(db.sql, { study, label: 'robot', simulated: true })).toEqual(one);
    expect(await readStudy(db.sql, { study })).toMatchObject({ simulated: true });
    expect(await listPeople(db.sql, { study })).toMatchObject([{ name: 'robot', simulated: true }]);
  });
});

describe('items', () => {
  it('are listed by state, in pages', async () => {
    const study = await openStudy(db.sql, { items: 5, settings: { people: 1 } });
    const person = await annotator(db.sql, study);
    const { items } = await takeItems(db.sql, { person, want: 2 });
    await answer(db.sql, person, items[0]);
    expect(await listItems(db.sql, { study, state: 'done' })).toMatchObject({ total: 1, items: [{ name: 'item-0', answered: 1 }] });
    expect(await listItems(db.sql, { study, state: 'open', limit: 1 })).toMatchObject({ total: 4, items: [{ name: 'item-1', leased: 1 }] });
    expect((await listItems(db.sql, { study, from: 3 })).items.map(({ name }) => name)).toEqual(['item-3', 'item-4']);
  });

  it('with a known answer need no answers; without it they need them again', async () => {
    const study = await openStudy(db.sql, { items: 3 });
    const { items } = await listItems(db.sql, { study });
    expect(await setGold(db.sql, { study, values: [{ item: items[0].item, gold: 'yes' }] })).toEqual({ changed: 1 });
    expect(await readStudy(db.sql, { study })).toMatchObject({ items: 2, goldItems: 1 });
    await setGold(db.sql, { study, values: [{ item: items[0].item, gold: null }] });
    expect(await readItem(db.sql, { item: items[0].item })).toMatchObject({ kind: 'work', gold: null });
    await expect(setPriority(db.sql, { study: await openStudy(db.sql), item: items[0].item, priority: 1 })).rejects.toMatchObject({
      kind: 'missing',
    });
  });
});

describe('notes', () => {
  it('are threads of one person each; the owner’s are unread until they are read', async () => {
    const study = await openStudy(db.sql);
    const [a, b] = [await annotator(db.sql, study), await annotator(db.sql, study)];
    await recordConsent(db.sql, { person: a });
    await writeNote(db.sql, { study, person: a, from: 'annotator', text: 'is a lake water?' });
    await writeNote(db.sql, { study, person: a, from: 'owner', text: 'yes' });
    await writeNote(db.sql, { study, person: b, from: 'annotator', text: 'hello' });
    expect((await listNotes(db.sql, { study })).map(({ annotator: name, text }) => `${name}: ${text}`)).toEqual([
      'A: is a lake water?',
      'A: yes',
      'B: hello',
    ]);
    expect((await listNotes(db.sql, { study, person: b })).map(({ text }) => text)).toEqual(['hello']);
    expect(await readStanding(db.sql, { person: a })).toMatchObject({ consented: expect.any(String), number: 0 });
    expect(await countWork(db.sql, { person: a })).toMatchObject({ unreadNotes: 1, left: 4, answered: 0 });
    await markNotesRead(db.sql, { person: a });
    expect(await countWork(db.sql, { person: a })).toMatchObject({ unreadNotes: 0 });
    await expect(writeNote(db.sql, { study: await openStudy(db.sql), person: a, from: 'owner', text: 'x' })).rejects.toMatchObject({
      kind: 'missing',
    });
  });
});

describe('an adjudication', () => {
  it('is kept in every version; the last counts; one id is one version', async () => {
    const study = await openStudy(db.sql);
    const person = await annotator(db.sql, study);
    const [{ item }] = (await listItems(db.sql, { study })).items;
    const first = { id: randomUUID(), study, item, person, value: { fits: true } };
    expect(await insertAdjudication(db.sql, first)).toEqual({ revision: 1, known: false });
    expect(await insertAdjudication(db.sql, first)).toEqual({ revision: 1, known: true });
    await expect(insertAdjudication(db.sql, { ...first, value: { fits: false } })).rejects.toMatchObject({ kind: 'conflict' });
    await insertAdjudication(db.sql, { ...first, id: randomUUID(), value: { fits: false } });
    expect(await listAdjudications(db.sql, { study })).toMatchObject([{ name: 'item-0', value: { fits: false }, revision: 2 }]);
    expect(await listAdjudications(db.sql, { study, all: true })).toHaveLength(2);
    await expect(insertAdjudication(db.sql, { ...first, id: randomUUID(), item: randomUUID() })).rejects.toMatchObject({ kind: 'missing' });
  });
});
