import { describe, expect, it } from 'vitest';
import { clearCookie, readBearer, readCookie, setCookie } from './session-cookie.ts';

const token = 'a'.repeat(43);

describe('the session cookie', () => {
  it('cannot be read by scripts nor sent by other sites, and is bound to the host over TLS', () => {
    expect(setCookie(token, { tls: false })).toBe(`sensebench=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`);
    expect(setCookie(token, { tls: true })).toBe(`__Host-sensebench=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure`);
    expect(clearCookie(false)).toContain('Max-Age=0');
  });

  it('is read among others, and only under the name of the connection', () => {
    expect(readCookie(`a=b; sensebench=${token}; c=d`, false)).toBe(token);
    expect(readCookie(`sensebench=${token}`, true)).toBeNull();
    expect(readCookie('sensebench=short', false)).toBeNull();
    expect(readCookie(`sensebench=${'é'.repeat(30)}`, false)).toBeNull();
    expect(readCookie(undefined, false)).toBeNull();
  });

  it('has a header in its place for scripts', () => {
    expect(readBearer(`Bearer ${token}`)).toBe(token);
    expect(readBearer(`Basic ${token}`)).toBeNull();
    expect(readBearer('Bearer a b')).toBeNull();
  });
});
