/** Which `Host` and `Origin` headers the server accepts: defences against DNS rebinding and cross-site requests. */
import { isIP } from 'node:net';
import { isLoopback, plainAddress } from './client-address.ts';

export interface ListeningHost {
  /** The value of --host. */
  host: string;
  /** The host name of this machine. */
  machine: string;
}

/** A hostile page can point its own name at this machine, but not an IP address or our names. A server on loopback accepts loopback names only; others also accept any IP address, --host and the machine's name. */
export function hostCheck({ host, machine }: ListeningHost): (header: string | undefined) => boolean {
  const names = new Set([host, machine, `${machine}.local`].map((name) => name.toLowerCase()));
  const local = isLoopbackName(host);
  return (header) => {
    const name = nameOf(header);
    if (name === null) return false;
    return isLoopbackName(name) || (!local && (isIP(name) !== 0 || names.has(name)));
  };
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/** Without the port, parsed as browsers do; null if the header is not a valid host. */
function nameOf(header: string | undefined): string | null {
  if (!header || /[/?#@\\\s]/.test(header)) return null;
  try {
    return plainAddress(new URL(`http://${header}`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''));
  } catch {
    return null;
  }
}

export interface OriginQuestion {
  method: string;
  /** The `Origin` header. */
  origin: string | undefined;
  /** Origins of our own pages, like http://127.0.0.1:4310. */
  own: readonly string[];
  /** The request carries our cookie, which browsers attach on their own. */
  cookie: boolean;
  /** The request carries a bearer token, which another site cannot make a browser send. */
  bearer: boolean;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isOwnOrigin({ method, origin, own, cookie, bearer }: OriginQuestion): boolean {
  if (SAFE.has(method)) return true;
  if (origin !== undefined) return own.includes(origin);
  return bearer || !cookie;
}

/** With --origin only that one; otherwise the server's scheme and the request's host. */
export function ownOrigins({ configured, tls, host }: { configured?: string; tls: boolean; host: string | undefined }): string[] {
  if (configured !== undefined) return [configured];
  return host ? [`${tls ? 'https' : 'http'}://${host}`] : [];
}
