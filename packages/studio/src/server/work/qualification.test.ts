import { describe, expect, it } from 'vitest';
import { annotator, answer, openStudy, testDatabase } from '../../../../../test/store.ts';
import { currentAnswers } from '../results/decisions.ts';
import { listAttempts } from './qualification.ts';
import { skipItem } from './skip-item.ts';
import { takeItems } from './take-items.ts';

const db = testDatabase();
const round = { items: 3, pass: 0.6, tries: 2 };

function studyWithRound({ known = 8, qualification = round } = {}): Promise<string> {
  return openStudy(db.sql, { items: 10 + known, settings: { qualification }, item: (i) => (i >= 10 ? { kind: 'gold', gold: 'yes' } : {}) });
}

/** One attempt with so many right answers; the names of its items and what the last answer said. */
async function attempt(person: string, right: number) {
  const { items } = await takeItems(db.sql, { person, want: 5 });
  let said: unknown;
  for (const [i, item] of items.entries()) said = (await answer(db.sql, person, item, 'yes', i < right)).qualification;
  return { names: items.map(({ name }) => name), stages: new Set(items.map(({ stage }) => stage)), said };
}

describe('the qualification', () => {
  it('comes first and opens the work when enough answers are right', async () => {
    const study = await studyWithRound();
    const person = await annotator(db.sql, study);
    const { names, stages, said } = await attempt(person, 2);
    expect(names).toHaveLength(3);
    expect([...stages]).toEqual(['qualification']);
    expect(said).toBe('passed');
    expect((await takeItems(db.sql, { person, want: 1 })).items[0].stage).toBe('work');
    expect(await currentAnswers(db.sql, { study })).toEqual([]);
  });

  it('can be tried again, on other items where there are some, and ends with the last try', async () => {
    const person = await annotator(db.sql, await studyWithRound());
    const first = await attempt(person, 1);
    expect(first.said).toBe('again');
    const second = await attempt(person, 0);
    expect(second.said).toBe('failed');
    expect(first.names.filter((name) => second.names.includes(name))).toEqual([]);
    expect(await takeItems(db.sql, { person })).toMatchObject({ items: [], state: 'failed' });
    expect((await listAttempts(db.sql, { person })).map(({ state, right, answered }) => ({ state, right, answered }))).toEqual([
      { state: 'failed', right: 1, answered: 3 },
      { state: 'failed', right: 0, answered: 3 },
    ]);
  });

  it('uses the same items again where there are no others, as a new revision', async () => {
    const person = await annotator(db.sql, await studyWithRound({ known: 3 }));
    const first = await attempt(person, 0);
    const second = await attempt(person, 3);
    expect(second.names.toSorted()).toEqual(first.names.toSorted());
    expect(second.said).toBe('passed');
  });

  it('cannot be skipped, and is refused where the study has no known items', async () => {
    const person = await annotator(db.sql, await studyWithRound());
    const { item, lease } = (await takeItems(db.sql, { person, want: 1 })).items[0];
    await expect(skipItem(db.sql, { person, item, lease })).rejects.toMatchObject({ kind: 'conflict' });
    const none = await annotator(db.sql, await studyWithRound({ known: 0 }));
    await expect(takeItems(db.sql, { person: none })).rejects.toMatchObject({ kind: 'conflict' });
  });
});
