/** Whether a request that changes something comes from our own pages, or from a script that no browser sends by itself. */

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
