/** Which `Host` a server without --origin answers to, so that no other site can reach it under a name of its own (DNS rebinding). */
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
