/** The stored result of a step: one shard for one input shard, or a list of the shards into which a larger result was cut. */
import type { AnyStep, Json, LedgerRow, Shard } from '@sensebench/metrics/internal/core';
import type { ShardInfo } from './shard-bytes.ts';
import type { ShardStore } from './shard-store.ts';

/** The most rows of a shard. A multiple of the 256 texts that are embedded together. */
export const SHARD_ROWS = 2048;

/** A stored and undamaged shard. */
export interface KeptShard extends ShardInfo {
  key: string;
}

/** Null if anything is missing or damaged. One input shard gives one shard. For other results, the shard under `key` lists the shards of the result. */
export async function findResult(store: ShardStore, over: AnyStep['over'], key: string): Promise<readonly KeptShard[] | null> {
  if (over === 'each') return findShards(store, [key]);
  if (!(await store.has(key))) return null;
  const { rows } = await store.read(key);
  return findShards(store, rows.map(String));
}

export async function findShards(store: ShardStore, keys: readonly string[]): Promise<readonly KeptShard[] | null> {
  const found: KeptShard[] = [];
  for (const key of keys) {
    const info = await store.has(key);
    if (!info) return null;
    found.push({ key, ...info });
  }
  return found;
}

export async function keepResult(store: ShardStore, over: AnyStep['over'], key: string, shard: Shard): Promise<readonly KeptShard[]> {
  if (over === 'each') return [{ key, ...(await store.write(key, shard)) }];
  const kept: KeptShard[] = [];
  for (const [i, part] of cut(shard).entries()) kept.push({ key: `${key}-${i}`, ...(await store.write(`${key}-${i}`, part)) });
  await store.write(key, { rows: kept.map((part) => part.key), dropped: [] });
  return kept;
}

/** Stores shards as they arrive, then the list of them. */
export async function keepStream(store: ShardStore, key: string, shards: AsyncIterable<Shard>): Promise<readonly KeptShard[]> {
  const kept: KeptShard[] = [];
  for await (const shard of shards) {
    const part = `${key}-${kept.length}`;
    kept.push({ key: part, ...(await store.write(part, shard)) });
  }
  await store.write(key, { rows: kept.map((part) => part.key), dropped: [] });
  return kept;
}

/** Cuts a result into shards of limited size. Facts are in the first shard, which always exists. */
function cut({ rows, dropped, vectors, facts }: Shard): Shard[] {
  const width = vectors && rows.length > 0 ? vectors.length / rows.length : 0;
  const count = Math.max(1, Math.ceil(Math.max(rows.length, dropped.length) / SHARD_ROWS));
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i * SHARD_ROWS, (i + 1) * SHARD_ROWS];
    return {
      rows: rows.slice(from, to),
      dropped: dropped.slice(from, to),
      ...(vectors ? { vectors: vectors.slice(from * width, to * width) } : {}),
      ...(facts !== undefined && i === 0 ? { facts } : {}),
    };
  });
}

/** A part of a step's result. Facts come last, when everything has been counted. */
export type StreamedResult<Row> = { row: Row } | { drop: LedgerRow } | { facts: Json };

/**
 * Cuts a stream of rows and drops into shards, for steps over all shards.
 * Always yields at least one shard.
 */
export async function* inShards<Row>(
  results: AsyncIterable<StreamedResult<Row>> | Iterable<StreamedResult<Row>>,
): AsyncGenerator<Shard<Row>> {
  let [rows, dropped]: [Row[], LedgerRow[]] = [[], []];
  let facts: { facts?: Json } = {};
  let any = false;
  for await (const result of results) {
    if ('row' in result) rows.push(result.row);
    else if ('drop' in result) dropped.push(result.drop);
    else facts = result;
    if (rows.length < SHARD_ROWS && dropped.length < SHARD_ROWS) continue;
    yield { rows, dropped };
    any = true;
    [rows, dropped] = [[], []];
  }
  if (!any || rows.length > 0 || dropped.length > 0 || facts.facts !== undefined) yield { rows, dropped, ...facts };
}
