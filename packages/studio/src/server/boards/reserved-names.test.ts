import { beforeAll, describe, expect, it } from 'vitest';
import { answers, CONTEXTS, readRows, testBoards } from '../../../../../test/board.ts';
import type { Answer, Caller } from '../../../../../test/studio.ts';

const world = testBoards({ people: true });
let board = '';
let ada: Caller;

beforeAll(async () => {
  board = await world.makeBoard();
  ada = await world.competitor(board, 'Ada');
  await world.competitor(board, 'Bo');
});

const rename = (name: string): Promise<Answer> => ada.call('PATCH', `/api/boards/${board}/account`, { name });
const send = (row: string): Promise<Answer> => world.upload(ada, board, answers(readRows(world.folder, CONTEXTS[0]), 0.5, row), { row });
const invite = (name: string): Promise<Answer> => world.owner.call('POST', `/api/boards/${board}/invitations`, { name });

/** Confusable with a reference row, a published system of the benchmark, or hiding characters. */
const REFUSED = ['Human', 'hu man', 'Нuman', 'Rаndom baseline', 'MAJORITY', 'T0++ (11B)', '\u202enamuH', 'x\u2066y', '\u3164'];

describe('names on a board', () => {
  it.each([
    ['an account', rename],
    ['a row', send],
    ['an invited account', invite],
  ])('of %s are not those of reference rows, and hide nothing', async (_, give) => {
    for (const name of REFUSED) {
      const { status, body } = await give(name);
      expect({ name, status }).toEqual({ name, status: 400 });
      expect(body.problem).toMatch(/looks like|invisible/);
    }
    expect((await give('A human-made list')).status).toBe(200);
  });

  it('are kept in one form', async () => {
    expect((await rename('  Cafe\u0301 \u200b A  ')).body).toEqual({ account: 'Café A' });
    expect((await send(' My \t mode\u00adl ')).body.submission.row).toBe('My model');
  });

  it('of an account are not those of another one', async () => {
    expect((await rename('bo')).status).toBe(400);
    expect((await rename('Во')).body.problem).toContain('"Bo"');
    expect((await rename('Bo')).status).toBe(409);
    expect((await rename('Ada')).status).toBe(200);
    expect((await rename('ADA')).status).toBe(200);
  });
});

describe('the label of an annotator', () => {
  it('hides nothing', async () => {
    const study = await world.makeStudy({ dataset: CONTEXTS[0], task: 'tgcsr/rate' });
    const label = async (text: string) => world.owner.call('POST', `/api/studies/${study}/invitations`, { label: text });
    expect((await label('Eva \u202e')).status).toBe(400);
    expect((await label(' Eva\u200b  B ')).body.invitation.label).toBe('Eva B');
  });
});
