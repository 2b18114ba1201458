/** Small studies for tests, with people who answer. */
import { randomUUID } from 'node:crypto';
import { writeNote } from '../packages/studio/src/server/annotators/notes.ts';
import { beginScoring, insertBoard } from '../packages/studio/src/server/boards/board-queries.ts';
import { writePhaseBoard } from '../packages/studio/src/server/boards/phase-board.ts';
import { insertSubmission, writeScores } from '../packages/studio/src/server/boards/submission-queries.ts';
import { inviteCompetitor } from '../packages/studio/src/server/people/accounts.ts';
import { addAnnotator } from '../packages/studio/src/server/people/annotators.ts';
import { createInvitation } from '../packages/studio/src/server/people/invitations.ts';
import { withdraw } from '../packages/studio/src/server/people/leaving.ts';
import { openSession } from '../packages/studio/src/server/people/sessions.ts';
import { insertAdjudication } from '../packages/studio/src/server/results/adjudications.ts';
import { type Sql, transact } from '../packages/studio/src/server/store/transact.ts';
import type { NewItem } from '../packages/studio/src/server/studies/item-queries.ts';
import { insertStudy, updateStudy } from '../packages/studio/src/server/studies/study-queries.ts';
import type { QueueSettings } from '../packages/studio/src/server/studies/study-settings.ts';
import { saveBackground } from '../packages/studio/src/server/work/annotator-state.ts';
import { saveAnswer } from '../packages/studio/src/server/work/save-answer.ts';
import { skipItem } from '../packages/studio/src/server/work/skip-item.ts';
import { type LeasedItem, takeItems } from '../packages/studio/src/server/work/take-items.ts';

export const SETTINGS: QueueSettings = { people: 2, order: 'finish', leaseMinutes: 30, goldRate: 0, mustAnswer: 0.8, qualification: null };

/** An open study of numbered items. */
export async function openStudy(
  sql: Sql,
  {
    items = 4,
    settings = {},
    item = () => ({}),
  }: { items?: number; settings?: Partial<QueueSettings>; item?: (i: number) => Partial<NewItem> } = {},
): Promise<string> {
  const { id } = await insertStudy(sql, {
    task: 'house/filter',
    benchmark: 'house',
    source: { dataset: 'corpus' },
    settings: { ...SETTINGS, ...settings },
    items: Array.from({ length: items }, (_, i) => ({ name: `item-${i}`, shown: { text: `text ${i}` }, ...item(i) })),
  });
  await updateStudy(sql, { study: id, state: 'open' });
  return id;
}

export async function annotator(sql: Sql, study: string): Promise<string> {
  return (await addAnnotator(sql, { study })).person;
}

export function answer(sql: Sql, person: string, leased: LeasedItem, value: unknown = 'yes', right: boolean | null = null) {
  return saveAnswer(sql, { id: randomUUID(), person, item: leased.item, lease: leased.lease, given: value, value, ms: 1000, right });
}

/** A small store with rows in every table: what a backup has to bring back. */
export async function fillEveryTable(sql: Sql): Promise<void> {
  const study = await openStudy(sql, {
    items: 8,
    settings: { people: 2, qualification: { items: 1, pass: 1, tries: 2 } },
    item: (i) => (i >= 6 ? { kind: 'gold', gold: 'yes', also: [`known ${i}`], group: 'g' } : {}),
  });
  const people = [];
  for (let i = 0; i < 2; i++) {
    const { token } = await createInvitation(sql, { study, role: 'annotator', uses: 5, crowd: 'prolific' });
    const { who } = await openSession(sql, { token, crowdId: `crowd ${i}` });
    people.push(who.person);
    await saveBackground(sql, { person: who.person, answers: { home: 'a town' } });
    await answer(sql, who.person, (await takeItems(sql, { person: who.person, want: 1 })).items[0], null, true);
  }
  const [a] = people;
  const { items } = await takeItems(sql, { person: a, want: 4 });
  await answer(sql, a, items[0], 'first');
  await answer(sql, a, items[1], 'second');
  await saveAnswer(sql, { id: randomUUID(), person: a, item: items[1].item, lease: null, given: 'c', value: 'second, changed', ms: 7 });
  await skipItem(sql, { person: a, item: items[2].item, lease: items[2].lease, reason: 'unclear' });
  await writeNote(sql, { study, person: a, from: 'owner', text: 'thank you 👩‍🚀 ‮x', item: items[0].item });
  await insertAdjudication(sql, { id: randomUUID(), study, item: items[0].item, person: a, value: { keep: 0.1 } });
  await withdraw(sql, { person: people[1] });
  await sql`insert into jobs (id, kind, payload, result) values (gen_random_uuid(), 'score', '{"n": 12345678901234567890.123}', '[]')`;
  await fillBoards(sql);
}

/** A competition with gold, an account, a scored submission and a second scoring. */
async function fillBoards(sql: Sql): Promise<void> {
  const [board, submission] = [randomUUID(), randomUUID()];
  const gold = { files: { '1/test.jsonl': new Uint8Array([0, 255, 92, 10]) }, commitment: { method: 'x' }, opening: { salts: {} } };
  await transact(sql, async (tx) => {
    const about = {
      benchmark: 'house',
      datasets: ['house'],
      manifest: 'abc',
      competition: { title: 'House' },
      yaml: 'title: House',
      scorer: '0',
    };
    await insertBoard(tx, { id: board, ...about, ...gold });
  });
  const { token } = await inviteCompetitor(sql, { board, name: 'Ada' });
  const { who } = await openSession(sql, { token });
  await transact(sql, async (tx) => {
    const own = {
      id: submission,
      board,
      account: who.account,
      origin: 'file' as const,
      phase: 'one',
      row: 'mine',
      at: '2027-01-20T12:00:00.001Z',
      job: null,
    };
    await insertSubmission(tx, { ...own, state: 'done', lines: '{"id":"1","prediction":"yes"}\n', links: ['https://example.org'] });
    await writeScores(tx, { submission, scoring: 1, scored: { value: 0.1 + 0.2 } });
    await beginScoring(tx, { board, version: 1, reason: 'other labels', scorer: '1', gold });
  });
  await writePhaseBoard(sql, { board, phase: 1, scoring: 1, shown: 'public, running', version: '1/1/0', content: '{}' });
}
