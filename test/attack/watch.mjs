/** Loaded into every attacked process (--import): writes down connections that it tries, and the memory that it took. */

import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

const file = process.env.ATTACK_WATCH;
const note = (line) => appendFileSync(file, `${line}\n`);
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  note(`connect ${options?.path ?? `${options?.host ?? 'localhost'}:${options?.port ?? options}`}`);
  return connect.apply(this, given);
};
const { lookup } = dns;
dns.lookup = function (name, ...rest) {
  if (!net.isIP(name)) note(`lookup ${name}`);
  return lookup.call(this, name, ...rest);
};
if (isMainThread) process.on('exit', () => note(`memory ${process.resourceUsage().maxRSS}`));
