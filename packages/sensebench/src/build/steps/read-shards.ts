/** Rows of a step's input, shard after shard. */
import type { Shard, ShardReader } from '@sensebench/metrics/internal/core';

export function countRows({ sizes }: ShardReader): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function* readRows<Row>(input: ShardReader<Row>): AsyncGenerator<Row> {
  for (const place of input.sizes.keys()) yield* (await input.read(place)).rows;
}

/** Rows `from` to `to`, without the last. */
export async function readRowsBetween<Row>(input: ShardReader<Row>, from: number, to: number): Promise<Row[]> {
  const rows: Row[] = [];
  let start = 0;
  for (const [place, size] of input.sizes.entries()) {
    if (start < to && start + size > from)
      for (const row of (await input.read(place)).rows.slice(Math.max(0, from - start), to - start)) rows.push(row);
    start += size;
  }
  return rows;
}

/** Makes readers of shards in memory, for steps that read one by one. */
export function readerOf<Row>(shards: readonly Shard<Row>[]): ShardReader<Row> {
  return { sizes: shards.map(({ rows }) => rows.length), read: async (place) => shards[place] };
}

/** Joins all results of a step to one shard. */
export async function joinShards<Row>(shards: AsyncIterable<Shard<Row>>): Promise<Shard<Row>> {
  const joined: Shard<Row>[] = [];
  for await (const shard of shards) joined.push(shard);
  return Object.assign(
    { rows: joined.flatMap(({ rows }) => rows), dropped: joined.flatMap(({ dropped }) => dropped) },
    ...joined.map(({ facts }) => (facts === undefined ? {} : { facts })),
  );
}

/** Collects results that fit into memory. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** The vectors of several shards in one array. */
export async function collectVectors(parts: AsyncIterable<Float32Array>): Promise<Float32Array> {
  const all = await collect(parts);
  const joined = new Float32Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
