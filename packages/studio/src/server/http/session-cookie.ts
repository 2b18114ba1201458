/** The session cookie of browsers and the bearer token of scripts. */

const SESSION_DAYS = 30;

/** Over TLS, the prefix makes browsers reject a cookie set by another host or path. */
function cookieName(tls: boolean): string {
  return tls ? '__Host-sensebench' : 'sensebench';
}

export function setCookie(token: string, { tls, seconds = SESSION_DAYS * 86_400 }: { tls: boolean; seconds?: number }): string {
  return `${cookieName(tls)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${tls ? '; Secure' : ''}`;
}

export function clearCookie(tls: boolean): string {
  return setCookie('', { tls, seconds: 0 });
}

/** Tokens are base64url; other values are ignored. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

export function readCookie(header: string | undefined, tls: boolean): string | null {
  const name = cookieName(tls);
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) {
      const value = part.slice(at + 1).trim();
      if (TOKEN.test(value)) return value;
    }
  }
  return null;
}

export function readBearer(header: string | undefined): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '');
  return match ? match[1] : null;
}
