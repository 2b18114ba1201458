/** The store of shards: a folder of files that may be deleted at any time, or memory. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError, type Shard } from '@sensebench/metrics/internal/core';
import { writeFileAtomic } from '../../files/index.ts';
import { checkShard, decodeShard, encodeShard, type ShardInfo } from './shard-bytes.ts';

export interface ShardStore {
  /** Null if there is no shard under this key, or a damaged one. */
  has(key: string): Promise<ShardInfo | null>;
  read(key: string): Promise<Shard>;
  write(key: string, shard: Shard): Promise<ShardInfo>;
}

export interface FolderStoreOptions {
  /** Receives one message about damaged shards, and one if nothing can be written. */
  warn(line: string): void;
  /** Whether other processes use it: shards are flushed to disk, and failing to write one is an error. */
  shared?: boolean;
}

/** Writes a shard under a temporary name and renames it. Existing shards are left alone, because a key determines the content. */
export function folderStore(folder: string, { warn, shared = false }: FolderStoreOptions): ShardStore {
  const place = (key: string) => join(folder, `${key}.shard`);
  const warnOfDamage = speakOnce(warn);
  const warnOfWriting = speakOnce(warn);
  /** Shards that could not be written. This build continues with them; the next one computes them again. */
  const unwritten = memoryStore();
  return {
    async has(key) {
      const kept = await unwritten.has(key);
      if (kept) return kept;
      const bytes = await readFile(place(key)).catch((error) => {
        if (!isMissing(error)) warnOfDamage(`${place(key)} cannot be read: what it holds is computed again`);
        return null;
      });
      if (!bytes) return null;
      const info = checkShard(bytes);
      if (!info) warnOfDamage(`${place(key)} is damaged: what it holds is computed again, also in other files of this cache`);
      return info;
    },
    async read(key) {
      if (await unwritten.has(key)) return unwritten.read(key);
      const bytes = await readFile(place(key)).catch(() => null);
      const shard = bytes && decodeShard(bytes);
      if (!shard) throw new SetupError(`${place(key)} was damaged or removed while it was in use`, 'the same command goes on from there');
      return shard;
    },
    async write(key, shard) {
      const { bytes, ...info } = encodeShard(shard);
      const there = shared ? await readFile(place(key)).catch(() => null) : null;
      if (there && checkShard(there)) return info;
      try {
        await writeFileAtomic(place(key), bytes, { flush: shared });
      } catch (error) {
        if (shared) throw error;
        warnOfWriting(`the cache of finished steps is left out: ${error instanceof Error ? error.message : String(error)}`);
        await unwritten.write(key, shard);
      }
      return info;
    },
  };
}

/** For small builds and tests in one process. Stores bytes, so that rows are the same as from a folder. */
export function memoryStore(): ShardStore {
  const kept = new Map<string, Uint8Array>();
  return {
    async has(key) {
      const bytes = kept.get(key);
      return bytes ? checkShard(bytes) : null;
    },
    async read(key) {
      const bytes = kept.get(key);
      const shard = bytes ? decodeShard(bytes) : null;
      if (!shard) throw new Error(`there is no shard ${key}`);
      return shard;
    },
    async write(key, shard) {
      const { bytes, ...info } = encodeShard(shard);
      kept.set(key, bytes);
      return info;
    },
  };
}

/** Reports a message only once. */
function speakOnce(tell: (line: string) => void): (line: string) => void {
  let told = false;
  return (line) => {
    if (!told) tell(line);
    told = true;
  };
}

/** Treats a file in place of the folder as an empty folder. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
