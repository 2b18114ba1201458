/** The studio's secret in its data folder, for codes that cannot be guessed. Created at the first start, readable only by its owner. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'sensebench/internal/core';

const FILE = 'secret';
const BYTES = 32;

export async function openSecret(folder: string): Promise<Buffer> {
  const file = join(folder, FILE);
  await mkdir(folder, { recursive: true });
  if (!existsSync(file)) await makeSecret(file);
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (secret.length !== BYTES) throw new InputError('is not a studio secret', { file, expected: `${BYTES} bytes in hexadecimal` });
  return secret;
}

/** Creates the file atomically. If another process was first, linking fails and that secret is used. */
async function makeSecret(file: string): Promise<void> {
  const fresh = `${file}.new-${randomUUID()}`;
  try {
    await writeFile(fresh, randomBytes(BYTES).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Excludes characters that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Eight characters derived from the secret and a name: always the same, and impossible to guess. */
export function completionCode(secret: Uint8Array, name: string): string {
  const digest = createHmac('sha256', secret).update(`completion/${name}`).digest();
  return Array.from({ length: 8 }, (_, i) => LETTERS[digest[i] % LETTERS.length]).join('');
}
