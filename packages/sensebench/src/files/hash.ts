/** Content hashes (SHA-256, hexadecimal). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileError } from './open-file.ts';

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** SHA-256 of the file as stored (not gunzipped): the same value as `sha256sum`. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  } catch (error) {
    throw fileError(error, path);
  }
  return hash.digest('hex');
}
