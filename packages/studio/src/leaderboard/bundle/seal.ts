/** Encrypts files with a passphrase in the age format (age-encryption.org/v1, scrypt), which `age -d` can open. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Stanza } from 'age-encryption';
import { InputError } from 'sensebench/internal/core';
import { readArchive, writeArchive } from 'sensebench/internal/files';

const LABEL = 'age-encryption.org/v1/scrypt';
/** 2^18, as in the age command: 256 MB and a few seconds in Node's thread pool, without blocking other work. */
const WORK_FACTOR = 18;
const MOST_WORK = 20;
const SHORTEST_PASSPHRASE = 12;

/** Encrypts an archive of the files. Salt and key are new each time, so two calls give different bytes. */
export async function sealFiles(
  files: Readonly<Record<string, Uint8Array>>,
  passphrase: string,
  { workFactor = WORK_FACTOR }: { workFactor?: number } = {},
): Promise<Uint8Array> {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new InputError('the passphrase is too short', { expected: `at least ${SHORTEST_PASSPHRASE} characters` });
  const { Encrypter, Stanza } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient({
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const cipher = createCipheriv('chacha20-poly1305', await keyOf(passphrase, salt, workFactor), Buffer.alloc(12), {
        authTagLength: 16,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(workFactor)], new Uint8Array(body))];
    },
  });
  return encrypter.encrypt(writeArchive(files));
}

export async function openSeal(
  sealed: Uint8Array,
  passphrase: string,
  bounds: { file: string; mostBytes: number; mostFiles: number },
): Promise<Map<string, Uint8Array>> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: (stanzas) => unwrap(stanzas, passphrase) });
  let archive: Uint8Array;
  try {
    archive = await decrypter.decrypt(sealed);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('cannot be opened: the passphrase is wrong or the file was modified', { file: bounds.file });
  }
  return readArchive(archive, bounds);
}

async function unwrap(stanzas: readonly Stanza[], passphrase: string): Promise<Uint8Array | null> {
  const [stanza] = stanzas;
  if (stanzas.length !== 1 || stanza.args[0] !== 'scrypt' || stanza.args.length !== 3) return null;
  const work = Number(stanza.args[2]);
  if (!Number.isInteger(work) || work < 1 || work > MOST_WORK)
    throw new InputError(`requires a work factor of ${stanza.args[2]}`, { expected: `at most ${MOST_WORK}` });
  if (stanza.body.length !== 32) return null;
  const key = await keyOf(passphrase, Buffer.from(stanza.args[1], 'base64'), work);
  const decipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 });
  decipher.setAuthTag(stanza.body.subarray(16));
  try {
    return new Uint8Array(Buffer.concat([decipher.update(stanza.body.subarray(0, 16)), decipher.final()]));
  } catch {
    return null;
  }
}

async function keyOf(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt);
  const N = 2 ** workFactor;
  return derive(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, { N, r: 8, p: 1, maxmem: 2 * 128 * N * 8 });
}
