import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, CONCEPT_ROWS, joinWith, makeDataset, testStudio } from '../../../../../test/studio.ts';
import { ACCESS } from '../create-api.ts';
import { inviteCompetitor } from '../people/accounts.ts';
import { judge } from './access.ts';

const world = testStudio();
const people: Record<string, Caller> = {};
let study = '';
let board = '';
const fillers: Record<string, string> = {
  phase: '1',
  number: '2',
  submission: randomUUID(),
  item: randomUUID(),
  invitation: randomUUID(),
  person: randomUUID(),
  answer: randomUUID(),
  token: randomUUID(),
  link: randomUUID(),
};

beforeAll(async () => {
  makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: CONCEPT_ROWS });
  const source = { dataset: 'sets', task: 'commongen/references' };
  study = await world.makeStudy(source);
  const other = await world.makeStudy(source);
  people.visitor = world.visitor;
  people.annotator = await world.join(study, 'annotator');
  people['annotator of another study'] = await world.join(other, 'annotator');
  people.viewer = await world.join(study, 'viewer');
  people['viewer of another study'] = await world.join(other, 'viewer');
  people['owner of this study'] = await world.join(study, 'owner');
  people['owner of another study'] = await world.join(other, 'owner');
  people.owner = world.owner;
  const phases = 'title: Sets\nmetrics: [length]\nrank: length\nphases:\n  - { name: one, start: 2020-01-01T00:00:00Z }\n';
  for (const name of ['participant', 'participant of another board']) {
    const made = await world.owner.call('POST', '/api/boards', { datasets: ['sets'], phases });
    expect(made.text).toContain('"id"');
    board ||= made.body.id;
    people[name] = await joinWith(world.api, (await inviteCompetitor(world.studio.sql, { board: made.body.id })).token);
  }
});

const OWNERS = ['owner of this study', 'owner'];
const EVERYONE = [
  'visitor',
  'annotator',
  'annotator of another study',
  'viewer',
  'viewer of another study',
  'owner of this study',
  'owner of another study',
  'owner',
  'participant',
  'participant of another board',
];

/** Who may, by the prose of the design and not by the table that is tested. */
function allowed(route: string): string[] {
  const [method, path] = route.split(' ');
  if (
    path === '/healthz' ||
    path === '/readyz' ||
    path === '/api/openapi.json' ||
    route === 'post /api/session' ||
    route === 'post /api/session/link'
  )
    return EVERYONE;
  if (path === '/api/session') return EVERYONE.slice(1);
  if (path.startsWith('/api/boards')) {
    if (/\/submissions$|\/submissions\/\{submission\}(\/cancel)?$/.test(path) && !(method === 'get' && path.endsWith('{submission}')))
      return route === 'post /api/boards/{board}/submissions' ? ['participant'] : ['participant', 'owner'];
    if (path.endsWith('/account') || route === 'post /api/boards/{board}/tokens') return ['participant'];
    if (path.includes('/tokens')) return ['participant', 'owner'];
    return method === 'get' && !path.endsWith('/accounts') ? EVERYONE : ['owner'];
  }
  if (path.startsWith('/api/work')) return ['annotator', 'annotator of another study'];
  if (path.startsWith('/api/owner-links')) return ['owner'];
  if (path === '/api/datasets' || path === '/api/runs' || path === '/api/studies/preview') return ['owner'];
  if (path === '/api/studies')
    return method === 'get' ? ['viewer', 'viewer of another study', ...OWNERS, 'owner of another study'] : ['owner'];
  const readable = method === 'get' && /^\/api\/studies\/\{study\}(\/(progress|outcome))?$/.test(path);
  return readable ? ['viewer', ...OWNERS] : OWNERS;
}

describe('every route', () => {
  it('is in the table, and every line of the table is a route', async () => {
    const { body } = await world.visitor.call('GET', '/api/openapi.json');
    const routes = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const plain = ['get /healthz', 'get /readyz', 'get /api/openapi.json'];
    expect([...routes, ...plain].sort()).toEqual(Object.keys(ACCESS).sort());
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/studies/{study}/people'].get['x-roles']).toEqual(['owner']);
    expect(body.paths['/api/session'].post['x-roles']).toContain('visitor');
  });

  it.each(Object.keys(ACCESS))('%s lets those in who may', async (route) => {
    const [method, path] = route.split(' ');
    // Ending a session or withdrawing would end the other tests.
    const harmless = ['delete /api/session', 'post /api/work/withdraw', 'post /api/owner-links/rotation'].includes(route);
    const address = path
      .replace('{study}', study)
      .replace('{board}', board)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => fillers[name]);
    const seen: Record<string, boolean> = {};
    const expected = Object.fromEntries(EVERYONE.map((name) => [name, allowed(route).includes(name)]));
    for (const name of EVERYONE) {
      if (harmless && expected[name]) {
        seen[name] = true;
        continue;
      }
      // An empty body is refused behind the guard, so nothing is changed.
      const { status } = await people[name].call(method.toUpperCase(), address, method === 'get' || method === 'delete' ? undefined : {});
      expect(status, `${route} for ${name}`).not.toBe(500);
      seen[name] = status !== 401 && status !== 403;
      if (!seen[name]) expect(status, `${route} for ${name}`).toBe(name === 'visitor' ? 401 : 403);
    }
    expect(seen).toEqual(expected);
  });

  it('without a line is refused, whoever asks', () => {
    expect(judge(undefined, { role: 'owner', study: null, board: null })).toBe('refused');
    expect(judge(undefined, null)).toBe('refused');
  });
});

describe('lists', () => {
  it('show the owner of one study that study alone', async () => {
    const all = await world.owner.call('GET', '/api/studies');
    const own = await people['owner of this study'].call('GET', '/api/studies');
    expect(all.body.studies.length).toBe(2);
    expect(own.body.studies.map(({ id }: { id: string }) => id)).toEqual([study]);
  });

  it('never show a viewer the completion code', async () => {
    const viewed = await people.viewer.call('GET', `/api/studies/${study}`);
    expect(viewed.body.completionCode).toBeNull();
    const owned = await world.owner.call('GET', `/api/studies/${study}`);
    expect(owned.body.completionCode).toMatch(/^[A-Z2-9]{8}$/);
  });
});
