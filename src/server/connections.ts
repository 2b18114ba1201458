/** Limits of connections: time for the header, a least speed for the body, time to read the answer, and how many there may be. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { networkOf } from './http/client-address.ts';

export interface ConnectionLimits {
  /** From the connection, or the first byte of a later request, to the end of the header. */
  headerMs: number;
  /** A body may begin slowly; after this time it must have come at `bytesPerSecond` on average. */
  graceMs: number;
  bytesPerSecond: number;
  /** Header and body together, however fast they come. */
  requestMs: number;
  /** Between two requests. */
  idleMs: number;
  /** No byte of an answer was read for so long. */
  stalledMs: number;
  /** How often header and body are looked at. */
  checkMs: number;
  most: number;
  mostPerAddress: number;
}

/** 32 MB of predictions come in time through 0.2 Mbit/s; fifty people behind one address have six connections each. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headerMs: 10_000,
  graceMs: 10_000,
  bytesPerSecond: 20_000,
  requestMs: 30 * 60_000,
  idleMs: 10_000,
  stalledMs: 30_000,
  checkMs: 2000,
  most: 2000,
  mostPerAddress: 300,
};

/** `isProxy`: of such an address come the connections of many people. */
export function limitConnections(
  server: Server | TlsServer,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  server.maxConnections = limits.most;
  countByAddress(server, limits, isProxy);
  const answers = new WeakMap<Socket, ServerResponse>();
  server.setTimeout(limits.stalledMs, (socket: Socket) => {
    const answer = answers.get(socket);
    // Nothing waits to be read: the server is at work, and the client is not to blame.
    if (answer && !answer.writableFinished && socket.writableLength === 0) socket.setTimeout(limits.stalledMs);
    else socket.destroy();
  });
  return (incoming, outgoing) => {
    answers.set(incoming.socket, outgoing);
    if ('content-length' in incoming.headers || 'transfer-encoding' in incoming.headers) watchBody(incoming, outgoing, limits);
  };
}

function countByAddress(server: Server | TlsServer, { mostPerAddress }: ConnectionLimits, isProxy: (address: string) => boolean): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    if (count > mostPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}

function watchBody(incoming: IncomingMessage, outgoing: ServerResponse, { graceMs, bytesPerSecond, checkMs }: ConnectionLimits): void {
  const { socket } = incoming;
  const before = socket.bytesRead;
  let waited = -graceMs;
  const timer = setInterval(() => {
    // What has come is not read yet: the server is late, not the client.
    if (incoming.readableLength === 0) waited += checkMs;
    if (socket.bytesRead - before >= (waited / 1000) * bytesPerSecond) return;
    clearInterval(timer);
    if (outgoing.headersSent) socket.destroy();
    else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
  }, checkMs);
  const stop = () => clearInterval(timer);
  incoming.once('end', stop);
  incoming.once('close', stop);
}
