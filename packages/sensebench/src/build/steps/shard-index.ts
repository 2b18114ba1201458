/** The shards of a build in the order in which its steps made them, with their sizes and hashes. */
import type { Json, Keys, LedgerRow, Shard } from '@sensebench/metrics/internal/core';
import type { ShardInfo } from './shard-bytes.ts';
import type { KeptShard } from './shard-results.ts';
import type { ShardStore } from './shard-store.ts';

export type ShardIndex = ReturnType<typeof createShardIndex>;

export function createShardIndex(store: ShardStore) {
  const infos = new Map<string, ShardInfo>();

  async function infoOf(key: string): Promise<ShardInfo> {
    const info = infos.get(key) ?? (await store.has(key));
    if (!info) throw new Error(`there is no shard ${key}`);
    return info;
  }

  return {
    add(results: readonly KeptShard[]): readonly string[] {
      for (const { key, ...info } of results) infos.set(key, info);
      return results.map(({ key }) => key);
    },
    keys: () => infos.keys(),
    async sizes(keys: readonly string[]): Promise<number[]> {
      const sizes: number[] = [];
      for (const key of keys) sizes.push((await infoOf(key)).rows);
      return sizes;
    },
    async countRows(keys: readonly string[]): Promise<number> {
      let rows = 0;
      for (const key of keys) rows += (await infoOf(key)).rows;
      return rows;
    },
    async hashes(keys: readonly string[]): Promise<{ key: string; hash: string }[]> {
      const hashes: { key: string; hash: string }[] = [];
      for (const key of keys) hashes.push({ key, hash: (await infoOf(key)).hash });
      return hashes;
    },
  };
}

/** Reads what shards hold, one after the other. `all` are the keys of the whole build. */
export function createShardReaders(store: ShardStore, all: () => Iterable<string>) {
  async function* shards(keys: Iterable<string>): AsyncGenerator<Shard> {
    for (const key of keys) yield store.read(key);
  }
  return {
    async *rows<Row>(keys: Keys<Row>): AsyncGenerator<Row> {
      for await (const { rows } of shards(keys)) yield* rows as readonly Row[];
    },
    async *vectors(keys: Keys): AsyncGenerator<Float32Array> {
      for await (const { vectors } of shards(keys)) if (vectors) yield vectors;
    },
    async *facts(keys: Keys): AsyncGenerator<Json> {
      for await (const { facts } of shards(keys)) if (facts !== undefined) yield facts;
    },
    async *ledger(keys?: Keys): AsyncGenerator<LedgerRow> {
      for await (const { dropped } of shards(keys ?? all())) yield* dropped;
    },
  };
}
