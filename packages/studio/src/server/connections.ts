/** Connection limits: header timeout, minimum upload speed, response timeout, and the number of connections. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { networkOf } from './http/client-address.ts';

export interface ConnectionLimits {
  /** From the start of the connection (or of a later request) to the end of the header. */
  headerMs: number;
  /** A body may start slowly; after this time its average speed must reach `bytesPerSecond`. */
  graceMs: number;
  bytesPerSecond: number;
  /** For header and body together, at any speed. */
  requestMs: number;
  /** Between two requests on one connection. */
  idleMs: number;
  /** How long the client may leave a response unread. */
  stalledMs: number;
  /** How often header and body are checked. */
  checkMs: number;
  most: number;
  mostPerAddress: number;
}

/** Allows 32 MB of predictions at 0.2 Mbit/s, and six connections each for fifty people behind one address. */
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

/** `isProxy`: connections from such an address belong to many people and are not limited per address. */
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
    // Nothing is waiting to be read, so the server is still working and the client is not at fault.
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
    // Buffered data means that the server is behind, not the client.
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
