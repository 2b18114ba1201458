import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { annotator, answer, openStudy, testDatabase } from '../../../../../test/store.ts';
import { excludePerson, withdraw } from '../people/leaving.ts';
import { readItem, setPriority } from '../studies/item-queries.ts';
import { updateStudy } from '../studies/study-queries.ts';
import { skipItem } from './skip-item.ts';
import { takeItems } from './take-items.ts';

const db = testDatabase();

/** Answers all that comes, in order; the names of the items. */
async function work(person: string, { most = 100 } = {}): Promise<string[]> {
  const names: string[] = [];
  while (names.length < most) {
    const { items } = await takeItems(db.sql, { person, want: 1 });
    if (items.length === 0) break;
    await answer(db.sql, person, items[0]);
    names.push(items[0].name);
  }
  return names;
}

describe('the queue', () => {
  it('gives every item to as many people as it needs, and to nobody twice', async () => {
    const study = await openStudy(db.sql, { items: 5, settings: { people: 2 } });
    const people = [await annotator(db.sql, study), await annotator(db.sql, study), await annotator(db.sql, study)];
    const first = await work(people[0]);
    expect(new Set(first).size).toBe(5);
    expect(await work(people[1], { most: 3 })).toHaveLength(3);
    expect(await work(people[2])).toHaveLength(2);
    expect(await work(people[1])).toEqual([]);
  });

  it('follows an own number of people of an item', async () => {
    const study = await openStudy(db.sql, { items: 2, settings: { people: 1 }, item: (i) => (i === 1 ? { people: 3 } : {}) });
    const counts = [];
    for (let i = 0; i < 4; i++) counts.push((await work(await annotator(db.sql, study))).length);
    expect(counts).toEqual([2, 1, 1, 0]);
  });

  it('gives items nearest to completion first, or all items once before any twice', async () => {
    for (const [order, next] of [
      ['finish', ['item-0', 'item-1']],
      ['breadth', ['item-2', 'item-3']],
    ] as const) {
      const study = await openStudy(db.sql, { items: 4, settings: { people: 2, order } });
      await work(await annotator(db.sql, study), { most: 2 });
      expect(await work(await annotator(db.sql, study), { most: 2 })).toEqual(next);
    }
  });

  it('counts leases for the order too: breadth first holds also while nobody has answered', async () => {
    const study = await openStudy(db.sql, { items: 3, settings: { people: 3, order: 'breadth' } });
    const names = [];
    for (let i = 0; i < 3; i++) names.push((await takeItems(db.sql, { person: await annotator(db.sql, study), want: 1 })).items[0].name);
    expect(names).toEqual(['item-0', 'item-1', 'item-2']);
  });

  it('puts a higher priority first', async () => {
    const study = await openStudy(db.sql, { items: 3, item: (i) => (i === 1 ? { priority: -1 } : {}) });
    const person = await annotator(db.sql, study);
    const { items } = await takeItems(db.sql, { person: await annotator(db.sql, study), want: 5 });
    expect(items.map(({ name }) => name)).toEqual(['item-0', 'item-2', 'item-1']);
    await setPriority(db.sql, { study, item: items[2].item, priority: 10 });
    expect(await work(person)).toEqual(['item-1', 'item-0', 'item-2']);
  });

  it('keeps groups together', async () => {
    const study = await openStudy(db.sql, { items: 6, settings: { people: 3, order: 'breadth' }, item: (i) => ({ group: `g${i % 2}` }) });
    expect(await work(await annotator(db.sql, study))).toEqual(['item-0', 'item-2', 'item-4', 'item-1', 'item-3', 'item-5']);
    const { items } = await takeItems(db.sql, { person: await annotator(db.sql, study), want: 4 });
    expect(items.map(({ group }) => group)).toEqual(['g0', 'g0', 'g0', 'g1']);
  });

  it('is empty while the study is a draft or closed', async () => {
    const study = await openStudy(db.sql);
    const person = await annotator(db.sql, study);
    await updateStudy(db.sql, { study, state: 'closed' });
    expect(await takeItems(db.sql, { person })).toEqual({ items: [], renewed: [], state: 'paused' });
  });

  it('opens slots when the study wants more people', async () => {
    const study = await openStudy(db.sql, { items: 2, settings: { people: 1 } });
    await work(await annotator(db.sql, study));
    const second = await annotator(db.sql, study);
    expect(await work(second)).toEqual([]);
    await updateStudy(db.sql, { study, settings: { people: 2 } });
    expect(await work(second)).toHaveLength(2);
  });
});

describe('a lease', () => {
  it('is what the person gets again first, with the same token; what the page holds is renewed', async () => {
    const study = await openStudy(db.sql, { items: 4 });
    const person = await annotator(db.sql, study);
    const first = await takeItems(db.sql, { person, want: 2 });
    const resumed = await takeItems(db.sql, { person, want: 2 });
    expect(resumed.items.map(({ lease }) => lease)).toEqual(first.items.map(({ lease }) => lease));
    const ahead = await takeItems(db.sql, { person, want: 1, holding: first.items.map(({ item }) => item) });
    expect(ahead.renewed.map(({ item }) => item).sort()).toEqual(first.items.map(({ item }) => item).sort());
    expect(ahead.items.map(({ name }) => name)).toEqual(['item-2']);
  });

  it('keeps its slot from others until it lapses by the clock of the database', async () => {
    const study = await openStudy(db.sql, { items: 1, settings: { people: 1, leaseMinutes: 0.5 / 60 } });
    const [first, second] = [await annotator(db.sql, study), await annotator(db.sql, study)];
    const late = (await takeItems(db.sql, { person: first, want: 1 })).items[0];
    expect((await takeItems(db.sql, { person: second, want: 1 })).items).toEqual([]);
    await wait(600);
    const taken = (await takeItems(db.sql, { person: second, want: 1 })).items[0];
    expect(taken.item).toBe(late.item);
    expect(taken.lease).not.toBe(late.lease);
    // The slot is the second one's now: whoever comes late gets a conflict, before and after the second answered.
    await expect(answer(db.sql, first, late)).rejects.toMatchObject({ kind: 'conflict' });
    await answer(db.sql, second, taken);
    await expect(answer(db.sql, first, late)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await readItem(db.sql, { item: late.item }))?.answered).toBe(1);
  });

  it('that lapsed is still good while nobody took its slot', async () => {
    const study = await openStudy(db.sql, { items: 1, settings: { people: 1, leaseMinutes: 0.2 / 60 } });
    const person = await annotator(db.sql, study);
    const { items } = await takeItems(db.sql, { person, want: 1 });
    await wait(300);
    expect(await answer(db.sql, person, items[0])).toMatchObject({ revision: 1 });
    expect(await readItem(db.sql, { item: items[0].item })).toMatchObject({ answered: 1, leased: 0 });
  });
});

describe('a skipped item', () => {
  it('is not shown to the person again and open for others at once', async () => {
    const study = await openStudy(db.sql, { items: 2, settings: { people: 1 } });
    const [first, second] = [await annotator(db.sql, study), await annotator(db.sql, study)];
    const { items } = await takeItems(db.sql, { person: first, want: 1 });
    const skip = { person: first, item: items[0].item, lease: items[0].lease };
    await skipItem(db.sql, skip);
    await skipItem(db.sql, skip);
    expect(await work(first)).toEqual(['item-1']);
    expect(await work(second)).toEqual(['item-0']);
    await expect(skipItem(db.sql, { ...skip, person: second })).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('an open slot of somebody who left', () => {
  it('goes to people who have not had the item, never back to those who had it', async () => {
    const study = await openStudy(db.sql, { items: 3, settings: { people: 1 } });
    const [first, second] = [await annotator(db.sql, study), await annotator(db.sql, study)];
    await work(first);
    expect(await work(second)).toEqual([]);
    expect(await excludePerson(db.sql, { study, person: first, excluded: true })).toEqual({ excluded: true, reopened: 3 });
    expect(await takeItems(db.sql, { person: first })).toMatchObject({ items: [], state: 'excluded' });
    expect(await work(second, { most: 2 })).toHaveLength(2);
    await excludePerson(db.sql, { study, person: first, excluded: false });
    await withdraw(db.sql, { person: second });
    // Both had the first two items: only a third person may get them.
    expect(await work(first)).toEqual([]);
    expect(await work(await annotator(db.sql, study))).toEqual([]);
    await excludePerson(db.sql, { study, person: first, excluded: true });
    expect(await work(await annotator(db.sql, study))).toHaveLength(3);
  });
});

describe('known items', () => {
  it('are mixed in at the rate, need no answers, and stop with the work', async () => {
    const study = await openStudy(db.sql, {
      items: 30,
      settings: { people: 1, goldRate: 0.25 },
      item: (i) => (i >= 20 ? { kind: 'gold', gold: 'yes' } : {}),
    });
    const names = await work(await annotator(db.sql, study));
    const gold = names.filter((name) => Number(name.slice(5)) >= 20);
    expect(names).toHaveLength(20 + gold.length);
    expect(gold.length).toBeGreaterThanOrEqual(3);
    expect(gold.length).toBeLessThanOrEqual(9);
    expect(new Set(gold).size).toBe(gold.length);
    expect(await work(await annotator(db.sql, study))).toEqual([]);
  });
});

describe('many at once', () => {
  it('never get more slots than there are, nor one person an item twice in two tabs', async () => {
    const study = await openStudy(db.sql, { items: 10, settings: { people: 3 } });
    const people = await Promise.all(Array.from({ length: 12 }, () => annotator(db.sql, study)));
    const taken = await Promise.all(
      people.flatMap((person) =>
        [0, 1].map(async () => (await takeItems(db.sql, { person, want: 3 })).items.map(({ item, lease }) => ({ person, item, lease }))),
      ),
    );
    const all = taken.flat();
    expect(all.length).toBeGreaterThan(20);
    for (const { item } of all) {
      const leases = all.filter((other) => other.item === item);
      expect(new Set(leases.map(({ lease }) => lease)).size).toBeLessThanOrEqual(3);
      expect(new Set(leases.map(({ person }) => person)).size).toBe(new Set(leases.map(({ lease }) => lease)).size);
    }
    const [{ leased, held }] = await db.sql`
      select (select count(*) from leases where study = ${study} and held) as leased, (select sum(held) from items where study = ${study}) as held`;
    expect(Number(leased)).toBe(Number(held));
    expect(Number(held)).toBeLessThanOrEqual(30);
  });
});
