/** Secret tokens of links and cookies: 256 random bits as base64url; only their SHA-256 is stored. */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export function newToken(): string {
  // On a command line, a leading dash would look like a flag.
  return randomBytes(32).toString('base64url').replace(/^-/, 'A');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The id on a crowd platform is personal data. The keyed hash only recognizes the same person within one study. */
export function hashCrowdId(crowdId: string, salt: Uint8Array): Buffer {
  return createHmac('sha256', salt).update(crowdId).digest();
}
