/** What the docs promise of encrypted connections: `serve` with a certificate, and behind a reverse proxy that has one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import { createServer as createNetServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { type RunningStudio, type StudioOptions, startStudio } from '../packages/studio/src/server/start-studio.ts';
import { testDatabase } from './store.ts';

const ORIGIN = 'https://board.example.org';
const folder = mkdtempSync(join(tmpdir(), 'sensebench-tls-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-keyout', key, '-out', cert],
  ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:board.example.org,IP:127.0.0.1'],
]);
const app = createApp({ environment: {}, threads: { start: () => null, close: () => undefined } });

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Over TLS, checked against our certificate. */
function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, ca: readFileSync(cert), agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const joinAt = (port: number, token: string, headers: Record<string, string>) =>
  ask(port, '/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });

/** As docs/security.md asks: it keeps `Host` and adds the client's address to `X-Forwarded-For`. */
function proxyTo(port: number, clientOf: (headers: IncomingHttpHeaders) => string): Promise<Server> {
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (incoming, outgoing) => {
    const { 'x-forwarded-for': before, 'x-test-client': _client, ...headers } = incoming.headers;
    const forwarded = [before, clientOf(incoming.headers)].filter(Boolean).join(', ');
    const passed = plainRequest(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers: { ...headers, 'x-forwarded-for': forwarded } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** With --origin the server does not say which port it took. */
function freePort(): Promise<number> {
  const server = createNetServer();
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    }),
  );
}

const portOf = (server: NetServer): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
const tokenIn = (link: string) => link.split('#')[1];

describe.skipIf(made.status !== 0)('encrypted connections', () => {
  const db = testDatabase();
  const running: RunningStudio[] = [];
  const proxies: Server[] = [];
  beforeAll(() => {
    for (const [name, value] of Object.entries(db.environment)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    for (const proxy of proxies) proxy.close();
    for (const each of running) await each.close();
    await app.close();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const start = async (options: Partial<StudioOptions>): Promise<RunningStudio> => {
    for (const each of running.splice(0)) await each.close();
    const places = { data: join(folder, 'data'), datasets: folder, runs: folder, web: join(folder, 'no-pages') };
    const studio = await startStudio({
      app,
      ...places,
      databaseUrl: db.environment.DATABASE_URL,
      host: '127.0.0.1',
      port: 0,
      worker: false,
      log: () => undefined,
      ...options,
    });
    running.push(studio);
    return studio;
  };
  const backendPort = async (options: Partial<StudioOptions>): Promise<{ studio: RunningStudio; port: number }> => {
    const port = await freePort();
    return { studio: await start({ ...options, port }), port };
  };

  it('of `serve --tls-cert --tls-key` give secure cookies, and nothing is answered without encryption', async () => {
    const { studio, port } = await backendPort({ tls: { cert, key } });
    expect(studio.link).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/join#/);
    const own = `https://127.0.0.1:${port}`;
    const joined = await joinAt(port, tokenIn(studio.link), { origin: own });
    expect([joined.status, joined.text.includes('owner')]).toEqual([200, true]);
    expect(joined.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-.*; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/)]);
    const cookie = joined.headers['set-cookie']?.[0].split(';')[0] ?? '';
    expect((await ask(port, '/api/session', { headers: { cookie } })).status).toBe(200);
    // A name of the loopback is not pinned to HTTPS for other programs.
    expect(joined.headers['strict-transport-security']).toBeUndefined();
    const unencrypted = new Promise((resolve) => {
      plainRequest({ host: '127.0.0.1', port, path: '/healthz' }, resolve)
        .on('error', () => resolve('refused'))
        .end();
    });
    expect(await unencrypted).toBe('refused');
    const old = new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, ca: readFileSync(cert), minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }, () =>
        resolve('connected'),
      );
      socket.on('error', () => resolve('refused'));
    });
    expect(await old).toBe('refused');
  });

  it('of a proxy before `serve --origin` give secure cookies, HTTPS for a year, and one origin that may change things', async () => {
    const { studio, port: backend } = await backendPort({ origin: ORIGIN });
    const proxy = await proxyTo(backend, () => '203.0.113.1');
    proxies.push(proxy);
    const port = portOf(proxy);
    expect(studio.link.startsWith(`${ORIGIN}/join#`)).toBe(true);
    const host = 'board.example.org';
    const joined = await joinAt(port, tokenIn(studio.link), { host, origin: ORIGIN });
    expect(joined.status).toBe(200);
    expect(joined.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-.*; Secure$/)]);
    expect(joined.headers['strict-transport-security']).toBe('max-age=31536000');
    const cookie = joined.headers['set-cookie']?.[0].split(';')[0] ?? '';
    const change = (origin: string) => ask(port, '/api/session', { method: 'DELETE', headers: { host, cookie, origin } });
    for (const other of ['https://evil.example', 'http://board.example.org', 'https://board.example.org.evil.example', 'null'])
      expect([other, (await change(other)).status]).toEqual([other, 403]);
    expect((await change(ORIGIN)).status).toBe(200);
  });

  it('count clients by the address that the proxy noted last, whatever they claim themselves', async () => {
    const { port: backend } = await backendPort({ origin: ORIGIN });
    const proxy = await proxyTo(backend, (headers) => String(headers['x-test-client']));
    proxies.push(proxy);
    const guess = async (client: string, claimed: string) =>
      (
        await ask(portOf(proxy), '/api/session', {
          headers: { authorization: `Bearer ${'A'.repeat(43)}`, 'x-test-client': client, 'x-forwarded-for': claimed },
        })
      ).status;
    const statuses: number[] = [];
    for (let i = 0; i < 80; i++) statuses.push(await guess('203.0.113.7', `198.51.100.${i}`));
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(await guess('203.0.113.8', '203.0.113.7')).toBe(401);
  });

  it('without --origin nobody is believed who sends X-Forwarded-For', async () => {
    const { port } = await backendPort({ tls: { cert, key } });
    const statuses: number[] = [];
    for (let i = 0; i < 80; i++)
      statuses.push(
        (await ask(port, '/api/session', { headers: { authorization: `Bearer ${'A'.repeat(43)}`, 'x-forwarded-for': `198.51.100.${i}` } }))
          .status,
      );
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  });
});
