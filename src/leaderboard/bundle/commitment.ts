/** A commitment to the gold files: salted SHA-256 hashes, published at the start. Opening it later proves that nothing was changed. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { InputError } from '../../core/index.ts';
import { sha256 } from '../../files/index.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** Published at the start: `sha256(salt bytes, then file bytes)` for each file. */
export const commitmentSchema = z.strictObject({ method: z.literal('sha256(salt || file)'), files: z.record(z.string().min(1), hex) });
export type Commitment = z.infer<typeof commitmentSchema>;

/** Secret until the gold is published: the salts in hexadecimal. Without salts, small files could be guessed. */
export const openingSchema = z.strictObject({ salts: z.record(z.string().min(1), hex) });
export type Opening = z.infer<typeof openingSchema>;

export type GoldFiles = Readonly<Record<string, Uint8Array>>;

/** `salt` returns 32 bytes, by default from the system's random generator. */
export function commitTo(files: GoldFiles, salt: () => Uint8Array = () => randomBytes(32)): { commitment: Commitment; opening: Opening } {
  const names = Object.keys(files).sort();
  const salts = Object.fromEntries(names.map((name) => [name, Buffer.from(salt()).toString('hex')]));
  return {
    commitment: {
      method: 'sha256(salt || file)',
      files: Object.fromEntries(names.map((name) => [name, hashOf(files[name], salts[name])])),
    },
    opening: { salts },
  };
}

/** Throws if a file differs from the commitment, is missing, or was not committed to. */
export function verifyOpening({ files: committed }: Commitment, files: GoldFiles, { salts }: Opening): void {
  for (const name of new Set([...Object.keys(committed), ...Object.keys(files)])) {
    if (!Object.hasOwn(committed, name)) throw new InputError('is not part of the commitment', { file: name });
    if (!Object.hasOwn(files, name)) throw new InputError('is part of the commitment but missing', { file: name });
    if (!Object.hasOwn(salts, name)) throw new InputError('has no salt', { file: name });
    if (hashOf(files[name], salts[name]) !== committed[name]) throw new InputError('does not match the commitment', { file: name });
  }
}

function hashOf(file: Uint8Array, salt: string): string {
  return sha256(Buffer.concat([Buffer.from(salt, 'hex'), file]));
}
