/** Client addresses: IPv4-mapped IPv6 addresses count as IPv4, and an IPv6 /64 network counts as one client. */
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The canonical form without a zone. Text that is not an address is returned unchanged. */
export function plainAddress(address: string): string {
  const [bare] = address.split('%');
  if (!isIPv6(bare)) return bare;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
  if (!mapped) return canonical;
  const [high, low] = mapped.slice(1).map((hex) => Number.parseInt(hex, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** A client with one address of a /64 network usually controls all of them, so limits apply to the network. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain) || plain === '::1') return plain;
  const [head, tail = []] = plain.split('::').map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

const LOOPBACK = subnets([
  ['127.0.0.0', 8],
  ['::1', 128],
]);
const PRIVATE = subnets([
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
]);

export function isLoopback(address: string): boolean {
  return contains(LOOPBACK, address);
}

/** An address on this machine or its private network, where reverse proxies run. */
export function isNearby(address: string): boolean {
  return contains(LOOPBACK, address) || contains(PRIVATE, address);
}

function contains(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function subnets(nets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, bits] of nets) list.addSubnet(net, bits, isIPv6(net) ? 'ipv6' : 'ipv4');
  return list;
}
