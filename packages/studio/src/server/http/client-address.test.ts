import { describe, expect, it } from 'vitest';
import { isLoopback, isNearby, networkOf, plainAddress } from './client-address.ts';

describe('the address of a client', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:10.1.2.3', '10.1.2.3'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });

  it('is counted as its network in IPv6 and as itself in IPv4', () => {
    const [a, b, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::1'].map(networkOf);
    expect(a).toBe('2001:db8:1:2::/64');
    expect(b).toBe(a);
    expect(other).not.toBe(a);
    expect([networkOf('::1'), networkOf('fe80::1%lo')]).toEqual(['::1', 'fe80:0:0:0::/64']);
    expect([networkOf('192.0.2.7'), networkOf('::ffff:192.0.2.7')]).toEqual(['192.0.2.7', '192.0.2.7']);
  });

  it('is of this machine or of a private network also where IPv6 wraps it', () => {
    const loopback = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'];
    const nearby = ['10.0.0.1', '172.16.0.1', '192.168.1.1', 'fd00::1', '::ffff:192.168.1.1'];
    const far = ['1.2.3.4', '172.32.0.1', '::ffff:1.2.3.4', '2001:db8::1', 'unknown', '127.0.0.1.example.org'];
    expect(loopback.map(isLoopback)).toEqual(loopback.map(() => true));
    expect([...nearby, ...far].filter(isLoopback)).toEqual([]);
    expect([...loopback, ...nearby].filter((address) => !isNearby(address))).toEqual([]);
    expect(far.filter(isNearby)).toEqual([]);
  });
});
