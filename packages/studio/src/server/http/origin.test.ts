import { describe, expect, it } from 'vitest';
import { isOwnOrigin, ownOrigins } from './host-and-origin.ts';

const own = ['http://127.0.0.1:4310'];
const asked = { method: 'POST', origin: undefined, own, cookie: false, bearer: false };

describe('the origin of a request', () => {
  it.each([
    ['our page with its cookie', { origin: own[0], cookie: true }, true],
    ['another site with our cookie', { origin: 'http://evil.example', cookie: true }, false],
    ['another site without a cookie', { origin: 'http://evil.example' }, false],
    ['another port of the same host', { origin: 'http://127.0.0.1:4311', cookie: true }, false],
    ['a page of no origin (a file, a sandboxed frame)', { origin: 'null', cookie: true }, false],
    ['a cookie without an origin', { cookie: true }, false],
    ['a script with a bearer token', { bearer: true }, true],
    ['a bearer token from another site', { bearer: true, origin: 'http://evil.example' }, false],
    ['a visitor without a cookie, who has nothing to abuse', {}, true],
    ['reading from another site', { method: 'GET', origin: 'http://evil.example', cookie: true }, true],
  ])('%s', (_, change, allowed) => {
    expect(isOwnOrigin({ ...asked, ...change })).toBe(allowed);
  });

  it('is the host that the request names, or only the one that the owner configured', () => {
    expect(ownOrigins({ tls: false, host: 'lab:4310' })).toEqual(['http://lab:4310']);
    expect(ownOrigins({ tls: true, host: 'lab' })).toEqual(['https://lab']);
    expect(ownOrigins({ configured: 'https://studio.example', tls: false, host: '127.0.0.1:4310' })).toEqual(['https://studio.example']);
    expect(ownOrigins({ tls: false, host: undefined })).toEqual([]);
  });
});
