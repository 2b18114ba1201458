import { beforeAll, describe, expect, it } from 'vitest';
import { CONTEXTS, readRows, testBoards } from '../../../../../test/board.ts';
import type { Caller } from '../../../../../test/studio.ts';

const world = testBoards();
const [SCHOOL] = CONTEXTS;

/** Both phases score the same items; the second one never ends. */
const phases = (afterEnd: string) => `title: Twice
metrics: [classification]
rank: f1
phases:
  - name: first
    start: 2027-01-11T00:00:00Z
    end: 2027-03-01T00:00:00Z
    where: { context: [${SCHOOL}] }
    afterEnd: ${afterEnd}
  - name: second
    start: 2027-03-08T00:00:00Z
    where: { context: [${SCHOOL}] }
`;
const REFUSED =
  'phases.yaml:9, field "phases.0.afterEnd": shows 172 items after the end of "first" that the phase "second" scores (expected scores)';

let board = '';
let ada: Caller;
let submission = '';

beforeAll(async () => {
  board = await world.makeBoard(phases('scores'));
  ada = await world.competitor(board, 'Ada');
  const all = readRows(world.folder, SCHOOL).map(({ id }) => `${JSON.stringify({ id, prediction: 'yes' })}\n`);
  submission = (await world.upload(ada, board, all.join(''))).body.submission.id;
  await world.drain();
});

describe('single items after the end of a phase, which a later phase scores too', () => {
  it('are refused when the competition is made or previewed, with the line', async () => {
    for (const path of ['', '/preview']) {
      const { status, body } = await world.owner.call('POST', `/api/boards${path}`, { datasets: CONTEXTS, phases: phases('items') });
      expect([status, body.problem]).toEqual([400, REFUSED]);
    }
  });

  it('are refused when the phases are edited', async () => {
    const { status, body } = await world.owner.call('PATCH', `/api/boards/${board}`, { phases: phases('items'), version: 1 });
    expect([status, body.problem]).toEqual([400, REFUSED]);
  });

  it('are not shown by a competition of an earlier version that allowed it, until the last such phase is over', async () => {
    const { sql } = world.studio;
    await sql`update board_versions set competition = jsonb_set(competition, '{phases,0,afterEnd}', '"items"') where board = ${board}`;
    await sql`update boards set revision = revision + 1 where id = ${board}`;
    world.now = '2027-03-10T00:00:00.000Z';
    const page = `/api/boards/${board}/submissions/${submission}`;
    for (const who of [ada, world.visitor]) {
      expect((await who.call('GET', page)).body).toMatchObject({ items: false, others: [], row: { id: submission } });
      const { status, body, text } = await who.call('GET', `${page}/items`);
      expect([status, body.problem]).toEqual([403, 'the phase "first" does not show single items']);
      expect(text).not.toContain(SCHOOL);
    }
    await sql`
      update board_versions set competition = jsonb_set(competition, '{phases,1,end}', '"2027-03-09T00:00:00.000Z"') where board = ${board}`;
    await sql`update boards set revision = revision + 1 where id = ${board}`;
    expect((await ada.call('GET', page)).body).toMatchObject({ items: true });
    expect((await ada.call('GET', `${page}/items`)).body.total).toBe(172);
  });
});
