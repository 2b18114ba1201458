import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, answerNext, type Caller, CONCEPT_ROWS, HOST, makeDataset, ORIGIN, testStudio } from '../../../../../test/studio.ts';

const world = testStudio();
let study = '';
let board = '';

beforeAll(async () => {
  makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: CONCEPT_ROWS });
  study = await world.makeStudy({ dataset: 'sets', task: 'commongen/rationales', people: 50, title: 'Why dogs run' });
  const phases = 'title: Sets\nmetrics: [length]\nrank: length\nphases:\n  - { name: one, start: 2020-01-01T00:00:00Z }\n';
  board = (await world.owner.call('POST', '/api/boards', { datasets: ['sets'], phases })).body.id;
});

let address = 0;
beforeEach(() => {
  address++;
});

const links = () => `/api/studies/${study}/invitations`;
async function invite(uses: number, at = links(), body: object = { uses }): Promise<string> {
  return (await world.owner.call('POST', at, body)).body.link.split('#')[1];
}
const from = (host: number | string) => ({ 'x-test-address': `192.0.2.${host}` });
const view = (token: string): Promise<Answer> => world.visitor.call('POST', '/api/session/link', { token });
const join = (token: string, headers: Record<string, string> = from(address), body = {}): Promise<Answer> =>
  world.visitor.call('POST', '/api/session', { token, ...body }, headers);
const listed = async (at = links()) => {
  const { body } = await world.owner.call('GET', at.replace('invitations', at.includes('boards') ? 'accounts' : 'invitations'));
  return body.invitations[0];
};
const callerOf = ({ headers }: Answer): Caller['call'] => {
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  return (method, path, body, more) => world.visitor.call(method, path, body, { cookie, ...more });
};

describe('a link for several people', () => {
  it('says what it opens without using up a place, however often it is looked at', async () => {
    const token = await invite(3);
    for (let i = 0; i < 10; i++) {
      const { status, body } = await view(token);
      expect([status, body]).toEqual([200, { role: 'annotator', title: 'Why dogs run', joins: true, uses: 3 }]);
    }
    for (const path of ['/join', `/join?x=${token}`])
      for (const method of ['GET', 'HEAD'])
        expect((await world.api.request(`${ORIGIN}${path}`, { method, headers: { host: HOST } })).status).toBe(200);
    expect(await listed()).toMatchObject({ used: 0, uses: 3, idle: 0 });
    expect((await view('x'.repeat(43))).status).toBe(403);
  });

  it('takes one place of a browser that opens it again and again', async () => {
    const token = await invite(3);
    const first = await join(token);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { ...from(address), cookie };
    expect((await world.visitor.call('POST', '/api/session/link', { token }, headers)).body.joins).toBe(false);
    const again = await Promise.all(Array.from({ length: 5 }, () => join(token, headers)));
    expect(new Set(again.map(({ body }) => body.person))).toEqual(new Set([first.body.person]));
    expect((await listed()).used).toBe(1);
    // Another link of the same study is for another person.
    expect((await join(await invite(3), headers)).body.person).not.toBe(first.body.person);
  });

  it('gives one address a quarter of its places at first, and others theirs; under made-up ids too', async () => {
    const token = await invite(40);
    const statuses = async (count: number, host: string, body = (_: number): object => ({})) => {
      const all: number[] = [];
      for (let i = 0; i < count; i++) all.push((await join(token, from(host), body(i))).status);
      return { joined: all.filter((status) => status === 200).length, refused: all.filter((status) => status === 429).length };
    };
    expect(await statuses(30, `${address}`, (i) => ({ crowdId: `made up ${i}` }))).toEqual({ joined: 10, refused: 20 });
    expect(await statuses(3, `1${address}`)).toEqual({ joined: 3, refused: 0 });
    const refusal = await join(token, from(address));
    expect(refusal.body.problem).toContain('from your network');
    expect((await listed()).used).toBe(13);
  });

  it('gets the places of people back who have done nothing, and keeps those who have', async () => {
    const token = await invite(4);
    const [idle, holding, working] = [await join(token), await join(token), await join(token)].map(callerOf);
    await holding('POST', '/api/work/next', { want: 2 });
    await answerNext({ call: working, cookie: '' }, ({ sentences }) => ({ rationales: { [sentences[0]]: 'Dogs like to run.' } }));
    expect(await listed()).toMatchObject({ used: 3, idle: 2 });
    const { id } = await listed();
    expect((await world.owner.call('POST', `${links()}/${id}/release`)).body).toEqual({ released: 2 });
    expect(await listed()).toMatchObject({ used: 1, idle: 0 });
    expect([(await idle('GET', '/api/work')).status, (await working('GET', '/api/work')).body.answered]).toEqual([401, 1]);
    const [{ held }] = await world.studio.sql`select coalesce(sum(held), 0)::int as held from items where study = ${study}`;
    const [{ leases }] = await world.studio
      .sql`select count(*)::int as leases from leases where study = ${study} and held and stage = 'work'`;
    expect(held).toBe(leases);
    expect((await join(token, from(`2${address}`))).status).toBe(200);
    expect((await world.owner.call('POST', `/api/studies/${study}/invitations/${study}/release`)).status).toBe(404);
  });

  it('of a competition gets the places of accounts back that have sent nothing', async () => {
    const at = `/api/boards/${board}/invitations`;
    const token = await invite(4, at);
    expect((await view(token)).body).toEqual({ role: 'participant', title: 'Sets', joins: true, uses: 4 });
    await join(token);
    const withToken = callerOf(await join(token));
    expect((await withToken('POST', `/api/boards/${board}/tokens`, { name: 'cluster' })).status).toBe(200);
    const { id, ...link } = await listed(at);
    expect(link).toMatchObject({ used: 2, idle: 1 });
    expect((await world.owner.call('POST', `${at}/${id}/release`)).body).toEqual({ released: 1 });
    const { body } = await world.owner.call('GET', `/api/boards/${board}/accounts`);
    expect(body.accounts).toHaveLength(1);
    expect(await listed(at)).toMatchObject({ used: 1, idle: 0 });
  });
});

describe('a link for one person', () => {
  it('opens that person’s work again from anywhere, at any pace', async () => {
    const token = await invite(1);
    const opened = await Promise.all(Array.from({ length: 8 }, (_, i) => join(token, from(100 + i))));
    expect(new Set(opened.map(({ body }) => body.person)).size).toBe(1);
    expect((await view(token)).body).toMatchObject({ joins: false, uses: 1 });
    expect((await listed()).idle).toBe(0);
  });
});
