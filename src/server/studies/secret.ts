/** A secret of this studio in its data folder, for codes that nobody can guess; made at the first start, readable by its owner alone. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/index.ts';

const FILE = 'secret';
const BYTES = 32;

export async function openSecret(folder: string): Promise<Buffer> {
  const file = join(folder, FILE);
  await mkdir(folder, { recursive: true });
  if (!existsSync(file)) await makeSecret(file);
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (secret.length !== BYTES) throw new InputError('is not the secret of a studio', { file, expected: `${BYTES} bytes in hexadecimal` });
  return secret;
}

/** Whole before it has its name, also after a kill. Linking fails where another start was first: then its secret counts. */
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

/** Without letters that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Eight letters that follow from the secret and the name of what is completed: the same at every time, guessed by nobody. */
export function completionCode(secret: Uint8Array, name: string): string {
  const digest = createHmac('sha256', secret).update(`completion/${name}`).digest();
  return Array.from({ length: 8 }, (_, i) => LETTERS[digest[i] % LETTERS.length]).join('');
}
