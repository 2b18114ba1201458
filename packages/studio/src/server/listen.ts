/** Listens for HTTP or HTTPS and shuts down gracefully: running requests finish, idle connections are closed. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { SetupError } from 'sensebench/internal/core';
import { fileError } from 'sensebench/internal/files';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connections.ts';
import { isLoopback } from './http/client-address.ts';

export interface ListenOptions {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
  host: string;
  /** 0 for any free port. */
  port: number;
  tls?: { cert: string; key: string };
  limits?: ConnectionLimits;
  /** Connections from such an address are not limited per address. */
  isProxy?(address: string): boolean;
}

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Longer than requests take, but short enough for someone waiting for the server to stop. */
const GRACE_MS = 8000;
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, host, port, tls, limits = CONNECTION_LIMITS, isProxy = isLoopback } = options;
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const settings = {
    requestTimeout: limits.requestMs,
    headersTimeout: limits.headerMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
  };
  const server: Server | TlsServer = tls
    ? createTlsServer({ ...settings, handshakeTimeout: limits.headerMs, cert: readPem(tls.cert), key: readPem(tls.key) })
    : createServer(settings);
  const watch = limitConnections(server, limits, isProxy);
  server.on('request', (incoming, outgoing) => {
    watch(incoming, outgoing);
    void listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closeGracefully(server),
  };
}

function closeGracefully(server: Server | TlsServer): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw fileError(error, file);
  }
}

function explain(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === 'EADDRINUSE')
    return new SetupError(`port ${port} of ${host} is in use`, 'choose another port with --port, or stop the program that uses it');
  if (error.code === 'EACCES') return new SetupError(`this user may not use port ${port}`, 'choose a port above 1023 with --port');
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new SetupError(`${host} is not an address of this machine`, 'choose another address with --host');
  return error;
}
