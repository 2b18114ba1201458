import { describe, expect, it } from 'vitest';
import { hostCheck } from './host-and-origin.ts';

const LOOPBACK = ['localhost:4310', 'LOCALHOST', 'studio.localhost:4310', '127.0.0.1:4310', '[::1]:4310', '[::ffff:127.0.0.1]:4310'];
const STRANGE = ['evil.example:4310', '127.0.0.1.evil.example', 'localhost.evil.example', 'evil@localhost', 'localhost/x', ':', ''];

describe('the Host of a request', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])('is a name of loopback where the server listens on %s', (host) => {
    const accepts = hostCheck({ host, machine: 'lab' });
    expect(LOOPBACK.filter((name) => !accepts(name))).toEqual([]);
    expect([...STRANGE, 'lab:4310', '192.168.1.5:4310', '[2001:db8::1]'].filter(accepts)).toEqual([]);
    expect(accepts(undefined)).toBe(false);
  });

  it('is an address, the name of --host or of the machine where the server listens in a network', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'studio.lan']) {
      const accepts = hostCheck({ host, machine: 'lab' });
      expect([...LOOPBACK, 'lab:4310', 'lab.local', '192.168.1.5:4310', '[2001:db8::1]:80'].filter((name) => !accepts(name))).toEqual([]);
      expect(STRANGE.filter(accepts)).toEqual([]);
    }
    expect(hostCheck({ host: 'studio.lan', machine: 'lab' })('studio.lan:4310')).toBe(true);
  });
});
