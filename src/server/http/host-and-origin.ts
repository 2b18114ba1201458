/** Which `Host` and `Origin` headers the server accepts: defences against DNS rebinding and cross-site requests. */
import { isIP } from 'node:net';
import { isLoopback, plainAddress } from './client-address.ts';

export interface ListeningHost {
  /** --host. */
  host: string;
  /** The name of this machine in its network. */
  machine: string;
}

/** A page can point its own name at this machine, but no address and no name of ours. On loopback only names of loopback are accepted; elsewhere any address, the name that --host gives, and the machine's own name. */
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

/** Without the port, as the browser's own parser reads it; null for what is not a host. */
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
  /** The header `Origin`. */
  origin: string | undefined;
  /** The origin under which the request reached us, like http://127.0.0.1:4310. */
  own: readonly string[];
  /** The browser sent our cookie by itself. */
  cookie: boolean;
  /** The caller put a token into the header: no other site can make a browser do that. */
  bearer: boolean;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isOwnOrigin({ method, origin, own, cookie, bearer }: OriginQuestion): boolean {
  if (SAFE.has(method)) return true;
  if (origin !== undefined) return own.includes(origin);
  return bearer || !cookie;
}

/** With --origin only that one; else the scheme of the server and the host that the request names. */
export function ownOrigins({ configured, tls, host }: { configured?: string; tls: boolean; host: string | undefined }): string[] {
  if (configured !== undefined) return [configured];
  return host ? [`${tls ? 'https' : 'http'}://${host}`] : [];
}
