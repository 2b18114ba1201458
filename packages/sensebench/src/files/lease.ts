/** Lets one process at a time write to a folder: a lease file names its holder. One process takes over the lease of a dead holder. */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { fileError } from './open-file.ts';
import { ownMark, type ProcessState, stateOf } from './process-mark.ts';
import { temporaryName } from './temporary-name.ts';

export interface Lease {
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** The folder that the lease protects, for messages. */
  of: string;
  /** Receives a message when a holder on another machine or in another container is watched for some seconds. */
  say?(line: string): void;
  /** How long such a holder is watched before it is presumed dead. */
  watchMs?: number;
}

const holderSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  boot: z.string(),
  space: z.string(),
  start: z.string(),
  /** Differs for each lease. */
  token: z.string(),
});

/** How often a holder updates the time of its file, to show other machines and containers that it is alive. */
const BEAT_MS = 2_000;
const WATCH_MS = 20_000;
const POLL_MS = 250;

/** Takes the lease; the error names its holder if it is taken. */
export async function takeLease(path: string, options: LeaseOptions): Promise<Lease> {
  const lease = await tryLease(path, options);
  const beat = setInterval(() => {
    const now = Date.now() / 1000;
    void utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS).unref();
  return {
    release: async () => {
      clearInterval(beat);
      await lease.release();
    },
  };
}

/** Refuses if a live process on this machine holds the lease. Does not take it and does not wait. */
export async function checkLease(path: string, options: Pick<LeaseOptions, 'of'>): Promise<void> {
  const text = await readLease(path);
  if (text !== null && stateOfHolder(text) === 'alive') throw refusal(path, text, options);
}

async function tryLease(path: string, options: LeaseOptions): Promise<Lease> {
  const mine = JSON.stringify({ ...ownMark(), token: randomBytes(8).toString('hex') });
  const release = async () => {
    // Another process may have taken the lease over in the meantime.
    if ((await readLease(path)) === mine) await rm(path, { force: true });
  };
  while (!(await create(path, mine))) {
    const theirs = await readLease(path);
    if (theirs === null) continue;
    if (await isHeld(path, theirs, options)) throw refusal(path, theirs, options);
    if (await replace(path, theirs, mine, options)) break;
  }
  return { release };
}

/** Creates the file together with its content, so that no process reads it half-written. */
async function create(path: string, content: string): Promise<boolean> {
  const draft = await writeDraft(path, content);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') return createPlainly(path, content);
    throw fileError(error, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** For file systems without hard links. */
async function createPlainly(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(content).finally(() => file.close());
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw fileError(error, path);
  }
}

/** Replaces `theirs` by `mine`. A second lease guards this, so that a lease that was just taken over is not replaced again. */
async function replace(path: string, theirs: string, mine: string, options: LeaseOptions): Promise<boolean> {
  const turn = await tryLease(`${path}.turn`, options);
  try {
    if ((await readLease(path)) !== theirs) return false;
    await rename(await writeDraft(path, mine), path);
    return true;
  } finally {
    await turn.release();
  }
}

async function writeDraft(path: string, content: string): Promise<string> {
  const draft = temporaryName(path);
  try {
    const file = await open(draft, 'wx');
    await file.writeFile(content).finally(() => file.close());
    return draft;
  } catch (error) {
    throw fileError(error, path);
  }
}

async function readLease(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw fileError(error, path);
  }
}

async function isHeld(path: string, text: string, { of, say, watchMs = WATCH_MS }: LeaseOptions): Promise<boolean> {
  const state = stateOfHolder(text);
  if (state !== 'unknown') return state === 'alive';
  say?.(
    `${of}: was written by ${nameOfHolder(text)}, which cannot be checked from here; watching for ${watchMs / 1000} s whether it is still running`,
  );
  return beats(path, watchMs);
}

function stateOfHolder(text: string): ProcessState {
  const holder = parseHolder(text);
  return holder ? stateOf(holder) : 'unknown';
}

/** Whether the modification time of the file changes while we watch. Clocks of different machines are never compared. */
async function beats(path: string, watchMs: number): Promise<boolean> {
  const timeOf = () =>
    stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => null);
  const before = await timeOf();
  for (let waited = 0; waited < watchMs; waited += POLL_MS) {
    await wait(POLL_MS);
    const now = await timeOf();
    if (now !== before) return now !== null;
  }
  return false;
}

function parseHolder(text: string): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function nameOfHolder(text: string): string {
  const holder = parseHolder(text);
  return holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
}

function refusal(path: string, text: string, { of }: Pick<LeaseOptions, 'of'>): InputError {
  return new InputError(`is being written by ${nameOfHolder(text)} (lease ${path})`, { file: of });
}
