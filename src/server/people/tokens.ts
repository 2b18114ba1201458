/** Secrets of links and cookies: 256 random bits as base64url; only their SHA-256 is stored. */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export function newToken(): string {
  // A command line would take a leading dash for a flag.
  return randomBytes(32).toString('base64url').replace(/^-/, 'A');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A crowd platform's id is personal data: what is kept tells the same person again within one study and nothing else. */
export function hashCrowdId(crowdId: string, salt: Uint8Array): Buffer {
  return createHmac('sha256', salt).update(crowdId).digest();
}
