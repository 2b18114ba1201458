/** Why a shard could not be computed: a file beside it in the store with the stack trace, which the driver reads. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, SetupError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { writeFileAtomic } from '../../files/index.ts';

const failureSchema = z.object({
  /** Whether a retry would fail in the same way. */
  permanent: z.boolean(),
  kind: z.enum(['input', 'setup', 'bug']),
  message: z.string(),
  trace: z.string(),
});

export type Failure = z.infer<typeof failureSchema>;

/** A full disk or a lost connection may recover; everything else is permanent. */
const PASSING = /ENOSPC|EDQUOT|EIO|ESTALE|ETIMEDOUT|EMFILE|ENFILE|EAGAIN|EBUSY|disk is full|damaged or removed/;

export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const kind = error instanceof InputError ? 'input' : error instanceof SetupError ? 'setup' : 'bug';
  return { permanent: !PASSING.test(message), kind, message, trace: error instanceof Error ? (error.stack ?? message) : message };
}

/** If the store itself fails, there is no file, and only the output of the worker remains. */
export async function writeFailure(store: string, key: string, failure: Failure): Promise<void> {
  await writeFileAtomic(placeOf(store, key), `${JSON.stringify(failure)}\n`).catch(() => undefined);
}

export async function readFailure(store: string, key: string): Promise<Failure | null> {
  const text = await readFile(placeOf(store, key), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return failureSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function clearFailure(store: string, key: string): Promise<void> {
  await rm(placeOf(store, key), { force: true }).catch(() => undefined);
}

/** The error of the worker, for the user of the driver. */
export function errorOf({ kind, message, trace }: Failure, where: string): Error {
  if (kind === 'input') return new InputError(message);
  if (kind === 'setup') return new SetupError(message);
  const error = new Error(`${message} (${where})`);
  error.stack = trace;
  return error;
}

function placeOf(store: string, key: string): string {
  return join(store, 'failures', `${key}.json`);
}
