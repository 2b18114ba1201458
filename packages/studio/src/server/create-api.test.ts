import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONCEPT_ROWS, HOST, joinWith, makeDataset, ORIGIN, testStudio } from '../../../../test/studio.ts';
import { createApi } from './create-api.ts';
import type { Rates } from './http/guard.ts';
import { hostCheck } from './http/host-and-origin.ts';
import { Problem, problemOf } from './http/problem.ts';
import { listen } from './listen.ts';
import { loadPages } from './pages.ts';
import { createInvitation, revokeInvitation } from './people/invitations.ts';

const world = testStudio();
const PLENTY = { burst: 10_000, perSecond: 10_000 };
let study = '';

beforeAll(async () => {
  makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: CONCEPT_ROWS });
  study = await world.makeStudy({ dataset: 'sets', task: 'commongen/references' });
});

describe('a token', () => {
  const join = (token: string) => world.visitor.call('POST', '/api/session', { token });

  it('that is forged, expired or revoked opens nothing; a revoked one ends its sessions', async () => {
    const { sql } = world.studio;
    expect((await join('x'.repeat(43))).status).toBe(403);
    const brief = await createInvitation(sql, { study, role: 'annotator', days: 0.000001 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await join(brief.token)).status).toBe(403);
    const { token, invitation } = await createInvitation(sql, { study, role: 'annotator' });
    const person = await joinWith(world.api, token);
    expect((await person.call('GET', '/api/work')).status).toBe(200);
    await revokeInvitation(sql, { study, invitation: invitation.id });
    expect((await person.call('GET', '/api/work')).status).toBe(401);
    expect((await join(token)).status).toBe(403);
    const forged = await world.api.request(`${ORIGIN}/api/work`, { headers: { host: HOST, cookie: `sensebench=${'y'.repeat(43)}` } });
    expect(forged.status).toBe(401);
  });

  it('is in a link once, and in no later answer', async () => {
    const made = await world.owner.call('POST', `/api/studies/${study}/invitations`, { label: 'group', uses: 5 });
    const [address, token] = made.body.link.split('#');
    expect(address).toBe(`${ORIGIN}/join`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { text } = await world.owner.call('GET', `/api/studies/${study}/invitations`);
    expect(text).toContain('group');
    expect(text).not.toContain(token);
  });

  it('as a bearer serves scripts, without a cookie and an origin', async () => {
    const { token } = await createInvitation(world.studio.sql, { study: null, role: 'owner' });
    const joined = await world.visitor.call('POST', '/api/session', { token });
    const session = /sensebench=([^;]+)/.exec(joined.headers.get('set-cookie') ?? '')?.[1];
    const patch = (headers: Record<string, string>) =>
      world.api.request(`${ORIGIN}/api/studies/${study}`, {
        method: 'PATCH',
        headers: { host: HOST, 'content-type': 'application/json', ...headers },
        body: '{"goldRate":0}',
      });
    expect((await patch({ authorization: `Bearer ${session}` })).status).toBe(200);
    expect((await patch({ cookie: `sensebench=${session}` })).status).toBe(403);
    expect((await patch({ cookie: `sensebench=${session}`, origin: 'http://evil.example' })).status).toBe(403);
    expect((await patch({ cookie: `sensebench=${session}`, origin: ORIGIN })).status).toBe(200);
  });
});

describe('a body', () => {
  const send = (body: string, headers: Record<string, string>) =>
    world.api.request(`${ORIGIN}/api/studies/preview`, {
      method: 'POST',
      body,
      headers: { host: HOST, origin: ORIGIN, cookie: world.owner.cookie, ...headers },
    });

  it.each([
    ['without a content type', new Uint8Array(Buffer.from('{}')), {}, 400],
    ['of another type', 'dataset=sets', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['that is not JSON', '{"dataset": ', { 'content-type': 'application/json' }, 400],
    ['of 10 MB', JSON.stringify({ dataset: 'x'.repeat(10_000_000) }), { 'content-type': 'application/json' }, 413],
    ['with a wrong field', '{"dataset": "sets", "task": 3}', { 'content-type': 'application/json' }, 400],
  ])('%s is refused in one line', async (_, body, headers, status) => {
    const response = await send(body as string, headers as Record<string, string>);
    expect(response.status).toBe(status);
    const { problem } = await response.json();
    expect(problem).not.toContain('\n');
    if (typeof body === 'string' && body.includes('"task": 3')) expect(problem).toMatch(/^task: /);
  });

  it('that is cut off is not taken for whole', async () => {
    const { port, close } = await listen({ fetch: world.api.fetch, host: '127.0.0.1', port: 0 });
    try {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const head = `POST /api/session HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
      socket.end(`${head}{"token":"${'a'.repeat(43)}"}`);
      let said = '';
      socket.on('data', (chunk) => {
        said += String(chunk);
      });
      await once(socket, 'close');
      expect(said).not.toMatch(/ 200 /);
      const { body } = await world.owner.call('GET', '/api/session');
      expect(body.role).toBe('owner');
      expect(world.log.filter((line) => line.includes('POST /api/session'))).toEqual([]);
    } finally {
      await close();
    }
  });

  it('with markup and marks of direction stays the text that it is', async () => {
    const title = '<script>alert(1)</script> \u202Etxet\u202C & "quotes"';
    const { body, headers } = await world.owner.call('PATCH', `/api/studies/${study}`, { title });
    expect(body.title).toBe(title);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('every answer', () => {
  it('has strict headers and is not kept by caches', async () => {
    for (const path of ['/api/session', '/', '/nothing', '/api/nothing']) {
      const { headers } = await world.visitor.call('GET', path);
      expect(headers.get('content-security-policy'), path).toContain("script-src 'self'");
      expect(headers.get('content-security-policy'), path).toContain("require-trusted-types-for 'script'");
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      if (path.startsWith('/api')) expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('to an unknown address is 404, and pages that are not built say so', async () => {
    expect((await world.owner.call('GET', '/api/nothing')).status).toBe(404);
    expect((await world.owner.call('POST', '/work', {})).status).toBe(404);
    expect((await world.visitor.call('GET', '/')).text).toContain('npm run build');
    expect((await world.visitor.call('GET', '/healthz')).text).toBe('ok\n');
    expect((await world.visitor.call('GET', '/readyz')).body).toEqual({ database: 'ok' });
  });

  const limitedApi = (rates: Partial<Rates>, isOwnHost?: (host: string | undefined) => boolean) =>
    createApi({
      studio: world.studio,
      pages: loadPages('nowhere'),
      version: '0',
      tls: false,
      addressOf: (c) => c.req.header('x-test-address') ?? '192.0.2.1',
      log: () => undefined,
      rates: { session: PLENTY, visitor: PLENTY, failure: PLENTY, ...rates },
      ...(isOwnHost ? { isOwnHost } : {}),
    });

  it('to somebody who asks too often is 429, by address without a session and by session with one', async () => {
    const api = limitedApi({ session: { burst: 2, perSecond: 0 }, visitor: { burst: 1, perSecond: 0 } });
    const ask = async (headers: Record<string, string>) =>
      (await api.request(`${ORIGIN}/api/session`, { headers: { host: HOST, ...headers } })).status;
    expect([await ask({}), await ask({}), await ask({ 'x-test-address': '192.0.2.2' })]).toEqual([401, 429, 401]);
    const { cookie } = world.owner;
    expect([await ask({ cookie }), await ask({ cookie }), await ask({ cookie })]).toEqual([200, 200, 429]);
  });

  it('to a stranger behind the same address is no concern of others there: tokens and links that are wrong are counted apart', async () => {
    const api = limitedApi({ visitor: { burst: 3, perSecond: 0 }, failure: { burst: 4, perSecond: 0 } });
    const headers = { host: HOST, 'content-type': 'application/json' };
    const read = async (extra = {}) => (await api.request(`${ORIGIN}/api/boards`, { headers: { ...headers, ...extra } })).status;
    const open = async (token: string, extra = {}) =>
      (await api.request(`${ORIGIN}/api/session`, { method: 'POST', headers: { ...headers, ...extra }, body: JSON.stringify({ token }) }))
        .status;
    const wrong = { authorization: `Bearer ${'x'.repeat(43)}` };
    const wrongOnes = [await read(wrong), await read(wrong), await open('y'.repeat(43)), await open('y'.repeat(43))];
    expect(wrongOnes).toEqual([200, 200, 403, 403]);
    expect([await read(wrong), await open('y'.repeat(43))]).toEqual([429, 429]);
    // A reader, an owner, and a newcomer with a valid link, also one whose browser still has an old cookie.
    expect([await read(), await read({ cookie: world.owner.cookie })]).toEqual([200, 200]);
    const { token } = await createInvitation(world.studio.sql, { study, role: 'annotator' });
    expect(await open(token, { cookie: `sensebench=${'z'.repeat(43)}`, origin: ORIGIN })).toBe(200);
    expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);
    expect([await read({ cookie: world.owner.cookie }), await open(token)]).toEqual([200, 200]);
  });

  it('to an IPv6 network is counted for all of its addresses together', async () => {
    const api = limitedApi({ visitor: { burst: 2, perSecond: 0 } });
    const read = async (address: string) =>
      (await api.request(`${ORIGIN}/api/boards`, { headers: { host: HOST, 'x-test-address': address } })).status;
    expect([await read('2001:db8::1'), await read('2001:db8::2'), await read('2001:db8::3')]).toEqual([200, 200, 429]);
    expect(await read('2001:db8:0:1::1')).toBe(200);
  });

  it('under a name that is not its own is 421 in one line, whatever is asked', async () => {
    const api = limitedApi({}, hostCheck({ host: '127.0.0.1', machine: 'lab' }));
    const ask = (host: string, path: string) => api.request(`http://${host}${path}`, { headers: { host } });
    for (const path of ['/', '/api/boards', '/healthz', '/nothing']) expect((await ask('evil.example:4310', path)).status, path).toBe(421);
    expect((await (await ask('evil.example:4310', '/api/boards')).json()).problem).toContain('--origin');
    expect((await ask('[::ffff:127.0.0.1]:4310', '/api/boards')).status).toBe(200);
  });

  it('to a bug says its id and nothing else; the log has the rest', () => {
    const log: string[] = [];
    const options = { makeId: () => 'ab12', report: (id: string, error: unknown) => log.push(`${id} ${String(error)}`) };
    const { status, body } = problemOf(new Error('password of the database'), options);
    expect([status, body.problem]).toEqual([500, expect.stringContaining('ab12')]);
    expect(JSON.stringify(body)).not.toContain('password');
    expect(log).toEqual(['ab12 Error: password of the database']);
    expect(problemOf(new Problem(409, 'two\nlines'), options).body.problem).toBe('two lines');
  });
});
