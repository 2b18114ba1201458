/** The store of shards between steps and between builds: a folder of files that may be deleted at any time, or memory. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shard } from '../../core/index.ts';
import { writeFileAtomic } from '../../files/index.ts';
import { checkShard, decodeShard, encodeShard, type ShardInfo } from './shard-bytes.ts';

export interface ShardStore {
  /** Null where there is no shard under this key, or a damaged one. */
  has(key: string): Promise<ShardInfo | null>;
  read(key: string): Promise<Shard>;
  write(key: string, shard: Shard): Promise<ShardInfo>;
}

/** Files of the version before: `step-` and half a hash. */
const OLD_NAME = /^[a-z]+-[0-9a-f]{32}$/;

export interface FolderStoreOptions {
  /** Told once of files of an older version, and of each damaged shard. */
  say(line: string): void;
}

export function folderStore(folder: string, { say }: FolderStoreOptions): ShardStore {
  const old = existsSync(folder) ? readdirSync(folder).filter((name) => OLD_NAME.test(name)) : [];
  if (old.length > 0) say(`${folder}: ${old.length} files are from an older version; they are not used and may be deleted`);
  const place = (key: string) => join(folder, `${key}.shard`);
  return {
    async has(key) {
      if (!existsSync(place(key))) return null;
      const info = checkShard(await readFile(place(key)));
      if (!info) say(`${place(key)} is damaged: its rows are computed again`);
      return info;
    },
    async read(key) {
      const shard = decodeShard(await readFile(place(key)));
      if (!shard) throw new Error(`${place(key)} was damaged while it was in use`);
      return shard;
    },
    async write(key, shard) {
      const { bytes, ...info } = encodeShard(shard);
      await writeFileAtomic(place(key), bytes, { flush: false });
      return info;
    },
  };
}

/** For one process: small builds, and tests. Bytes are kept, so that rows are the same as from a folder. */
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
