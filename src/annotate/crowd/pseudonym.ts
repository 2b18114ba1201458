/** A crowd platform's id is personal data: a pseudonym stands in its place, the same for one person in one study. */
import { createHmac } from 'node:crypto';

/** Without the secret nobody can find the id by trying; the same secret gives the same pseudonyms in a second file. */
export function pseudonym(id: string, secret: string): string {
  if (secret === '') throw new RangeError('pseudonyms need a secret');
  return `worker-${createHmac('sha256', secret).update(id.trim()).digest('hex').slice(0, 12)}`;
}
