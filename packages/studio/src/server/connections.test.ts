import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts';
import { type Listening, listen } from './listen.ts';

/** The limits of the server with a clock that runs twenty times as fast. */
const FAST: ConnectionLimits = {
  ...CONNECTION_LIMITS,
  headerMs: 500,
  graceMs: 500,
  idleMs: 500,
  stalledMs: 1000,
  checkMs: 100,
  bytesPerSecond: 20_000,
};
const SOON_MS = 4000;

let listening: Listening | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening?.close();
});

async function start(limits: Partial<ConnectionLimits> = {}, isProxy = () => false): Promise<void> {
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/large') return new Response(new Uint8Array(50_000_000));
    if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 2500));
    const body = await request.arrayBuffer().catch(() => new ArrayBuffer(0));
    return new Response(`${body.byteLength} bytes`);
  };
  listening = await listen({ fetch, host: '127.0.0.1', port: 0, limits: { ...FAST, ...limits }, isProxy });
}

async function open(): Promise<Socket> {
  const socket = connect(listening?.port ?? 0, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What the server said until it closed the connection; null where it is still open after a while. */
async function lifeOf(socket: Socket): Promise<string | null> {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  const closed = once(socket, 'close').then(() => text);
  return Promise.race([closed, new Promise<null>((resolve) => setTimeout(() => resolve(null), SOON_MS))]);
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.writable && socket.write(text), 50);
  socket.once('close', () => clearInterval(timer));
}

const HEAD = 'Host: localhost\r\n';

describe('a connection is closed', () => {
  it('that never sends anything', async () => {
    await start();
    expect(await lifeOf(await open())).toMatch(/^(HTTP\/1.1 408|$)/);
  });

  it('whose header comes one line at a time', async () => {
    await start();
    const socket = await open();
    socket.write(`GET / HTTP/1.1\r\n${HEAD}`);
    drip(socket, 'X-A: b\r\n');
    expect(await lifeOf(socket)).toMatch(/^HTTP\/1.1 408/);
  });

  it.each(['Content-Length: 100000', 'Transfer-Encoding: chunked'])('whose body comes one byte at a time (%s)', async (kind) => {
    await start();
    const socket = await open();
    socket.write(`POST / HTTP/1.1\r\n${HEAD}${kind}\r\n\r\n`);
    drip(socket, kind.startsWith('Content') ? 'a' : '1\r\na\r\n');
    expect(await lifeOf(socket)).toMatch(/^HTTP\/1.1 408/);
  });

  it('that stays idle after its answer', async () => {
    await start();
    const socket = await open();
    socket.write(`GET / HTTP/1.1\r\n${HEAD}\r\n`);
    expect(await lifeOf(socket)).toMatch(/^HTTP\/1.1 200 .*0 bytes/s);
  });

  it('whose answer nobody reads', async () => {
    await start();
    const socket = await open();
    socket.pause();
    socket.write(`GET /large HTTP/1.1\r\n${HEAD}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    // What was on its way is read now, and then the connection ends: the rest was given up.
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(bytes).toBeLessThan(50_000_000);
  });
});

describe('a connection stays', () => {
  it('while its body comes at a fair speed, and while the server works on the answer', async () => {
    await start();
    const socket = await open();
    socket.write(`POST /slow HTTP/1.1\r\n${HEAD}Connection: close\r\nContent-Length: 60000\r\n\r\n`);
    for (let sent = 0; sent < 60_000; sent += 5000) {
      socket.write('a'.repeat(5000));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await lifeOf(socket)).toMatch(/60000 bytes$/);
  });
});

describe('connections', () => {
  it('are limited in all and by address; a proxy is not one person', async () => {
    const opened = async (count: number) => {
      const all = await Promise.all(Array.from({ length: count }, open));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return all.filter((socket) => !socket.closed && !socket.readableEnded && !socket.destroyed).length;
    };
    await start({ mostPerAddress: 3 });
    expect(await opened(5)).toBe(3);
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await opened(2)).toBe(2);
    await listening?.close();
    await start({ mostPerAddress: 3, most: 4 }, () => true);
    expect(await opened(6)).toBe(4);
  });
});
