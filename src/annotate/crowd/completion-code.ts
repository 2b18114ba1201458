/** Completion codes for crowd platforms: HMAC-SHA256 of study and annotator, in letters and digits that people do not mistake. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** Like `7K2M9-QX4TB`: 50 bits. */
export function completionCode({ study, annotator, secret }: { study: string; annotator: string; secret: string }): string {
  if (secret.length < 16) throw new RangeError('the secret of completion codes has fewer than 16 characters');
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify([study, annotator]))
    .digest();
  const code = Array.from({ length: LENGTH }, (_, i) => ALPHABET[digest[i] & 31]).join('');
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Reads a code as people type it: small letters, spaces, O for 0, I and L for 1. */
export function isCompletionCode(typed: string, of: { study: string; annotator: string; secret: string }): boolean {
  const plain = (code: string) => code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const [given, wanted] = [Buffer.from(plain(typed)), Buffer.from(plain(completionCode(of)))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
