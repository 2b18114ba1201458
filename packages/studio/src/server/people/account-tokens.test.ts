import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, CONCEPT_ROWS, HOST, joinWith, makeDataset, ORIGIN, testStudio } from '../../../../../test/studio.ts';
import { inviteCompetitor } from './accounts.ts';

const world = testStudio();
let board = '';
let [ada, bo]: Caller[] = [];

beforeAll(async () => {
  makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: CONCEPT_ROWS });
  const phases = 'title: Sets\nmetrics: [length]\nrank: length\nphases:\n  - { name: one, start: 2020-01-01T00:00:00Z }\n';
  board = (await world.owner.call('POST', '/api/boards', { datasets: ['sets'], phases })).body.id;
  const join = async (name: string) => joinWith(world.api, (await inviteCompetitor(world.studio.sql, { board, name })).token);
  [ada, bo] = [await join('Ada'), await join('Bo')];
});

const path = (token = '') => `/api/boards/${board}/tokens${token && `/${token}`}`;
const make = (who: Caller, name: string) => who.call('POST', path(), { name });
const list = async (who: Caller) => (await who.call('GET', path())).body.tokens;
const use = (token: string) =>
  world.api.request(`${ORIGIN}/api/boards/${board}/submissions`, { headers: { host: HOST, authorization: `Bearer ${token}` } });

describe('the tokens of an account', () => {
  it('have a name and a last use, and are listed to the account and the owner alone', async () => {
    const { body: cluster } = await make(ada, ' cluster ');
    await make(ada, 'laptop');
    await make(bo, 'of Bo');
    expect((await list(ada)).map(({ name, used }: Record<string, unknown>) => [name, used])).toEqual([
      ['laptop', null],
      ['cluster', null],
    ]);
    expect((await use(cluster.token)).status).toBe(200);
    expect((await list(ada)).map(({ used }: { used: string | null }) => used !== null)).toEqual([false, true]);
    expect((await list(bo)).map(({ name }: { name: string }) => name)).toEqual(['of Bo']);
    expect(await list(world.owner)).toHaveLength(3);
    expect(JSON.stringify(await list(world.owner))).not.toContain(cluster.token);
    expect((await make(ada, '  ')).status).toBe(400);
  });

  it('are revoked one by one, and never by another account', async () => {
    const { body: made } = await make(ada, 'lost');
    expect((await bo.call('DELETE', path(made.id))).status).toBe(404);
    expect((await use(made.token)).status).toBe(200);
    expect((await ada.call('DELETE', path(made.id))).status).toBe(200);
    expect((await use(made.token)).status).toBe(401);
    expect((await list(ada)).map(({ name }: { name: string }) => name)).not.toContain('lost');
    expect((await ada.call('GET', path())).status).toBe(200);
    const [{ id }] = await list(bo);
    expect((await world.owner.call('DELETE', path(id))).status).toBe(200);
    expect(await list(bo)).toEqual([]);
    // The session of a browser is not a token.
    const { body: session } = await ada.call('GET', '/api/session');
    expect((await ada.call('DELETE', path(session.person))).status).toBe(404);
  });

  it('are ten at most, also when many are asked for at once; a revoked one makes room', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => make(bo, `token ${i}`)));
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(409)]);
    expect(asked.find(({ status }) => status === 409)?.body.problem).toContain('this account already has 10 tokens');
    const [{ id }] = await list(bo);
    await bo.call('DELETE', path(id));
    expect((await make(bo, 'one more')).status).toBe(200);
  });
});
