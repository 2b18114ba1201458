/** Before and after all tests: the folders that they share: a PostgreSQL, which is stopped at the end, starter builds, tarballs. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { placesIn } from '../packages/studio/src/server/postgres/data-folder.ts';
import { findRunning, stopPostgres } from '../packages/studio/src/server/postgres/launch-postgres.ts';
import { makeStoreFolder } from './store-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    storeHome: string;
    /** With `home` for vectors and `steps` for finished steps: the starter dataset is computed once. */
    starterFolder: string;
    /** The tarballs of our packages: packed by the first test that needs them. */
    packedFolder: string;
  }
}

let folder: string | undefined;
let starter: string | undefined;
let packed: string | undefined;

export function setup(project: TestProject): void {
  // Once, also where several projects share this file.
  folder ??= makeStoreFolder('store');
  project.provide('storeHome', folder);
  starter ??= mkdtempSync(join(tmpdir(), 'sensebench-starter-'));
  for (const name of ['home', 'steps']) mkdirSync(join(starter, name), { recursive: true });
  project.provide('starterFolder', starter);
  packed ??= mkdtempSync(join(tmpdir(), 'sensebench-packed-'));
  project.provide('packedFolder', packed);
}

export async function teardown(): Promise<void> {
  if (starter !== undefined) rmSync(starter, { recursive: true, force: true });
  starter = undefined;
  if (packed !== undefined) rmSync(packed, { recursive: true, force: true });
  packed = undefined;
  if (folder === undefined) return;
  const running = findRunning(placesIn(folder));
  if (running) await stopPostgres(folder, running.pid);
  rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}
