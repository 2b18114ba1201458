/** The tarballs of our packages, packed once for all tests in a fresh clone, as `npm pack` in each folder does it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { freshClone } from './fresh-clone.ts';

export type PackageName = 'metrics' | 'sensebench' | 'studio';

/** The paths of the tarballs. Of several processes one packs, and the others wait. */
export async function packedPackages(): Promise<Record<PackageName, string>> {
  const folder = inject('packedFolder');
  const done = join(folder, 'done');
  if (isFirst(join(folder, 'lock'))) {
    const clone = join(folder, 'clone');
    freshClone(clone);
    for (const name of ['metrics', 'sensebench', 'studio']) npm(join(clone, 'packages', name), 'pack', '--pack-destination', folder);
    rmSync(clone, { recursive: true });
    writeFileSync(done, '');
  }
  while (!existsSync(done)) await wait(200);
  const tarball = (pattern: RegExp) => join(folder, readdirSync(folder).find((name) => pattern.test(name)) ?? 'missing');
  return {
    metrics: tarball(/^sensebench-metrics-.*\.tgz$/),
    sensebench: tarball(/^sensebench-\d.*\.tgz$/),
    studio: tarball(/^sensebench-studio-.*\.tgz$/),
  };
}

/** npm as users call it: vitest hands the clone's settings on, which let no scripts run. */
export function npm(cwd: string, ...words: string[]): void {
  const { npm_config_ignore_scripts: _, ...env } = process.env;
  execFileSync('npm', words, { cwd, env, stdio: 'pipe', shell: process.platform === 'win32' });
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
