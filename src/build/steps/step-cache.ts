/** The content-addressed step cache: a result lies under the hash of everything it depends on, so it is never stale and a stopped build goes on from it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, stableJson, writeFileAtomic } from '../../files/index.ts';

export interface StepCache {
  read(name: string, key: string): Promise<Uint8Array | null>;
  write(name: string, key: string, bytes: Uint8Array): Promise<void>;
}

/** Files `step-key` in one folder, which may be deleted at any time. */
export function folderCache(folder: string): StepCache {
  const place = (name: string, key: string) => join(folder, `${name}-${key.slice(0, 32)}`);
  return {
    async read(name, key) {
      const path = place(name, key);
      return existsSync(path) ? readFile(path) : null;
    },
    write: (name, key, bytes) => writeFileAtomic(place(name, key), bytes),
  };
}

/** For one process: tests, and builds without a folder. */
export function memoryCache(): StepCache {
  const kept = new Map<string, Uint8Array>();
  return {
    read: async (name, key) => kept.get(`${name}-${key}`) ?? null,
    write: async (name, key, bytes) => {
      kept.set(`${name}-${key}`, bytes);
    },
  };
}

/** The hash of what a step's result depends on: its name and version, its options, its inputs' keys. */
export function stepKey(parts: { name: string; version: number; options: unknown; inputs: readonly string[] }): string {
  return sha256(stableJson(parts));
}
