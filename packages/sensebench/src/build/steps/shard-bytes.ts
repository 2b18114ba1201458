/** The file format of shards: a header line with a SHA-256 of the rest, rows and drops as JSON lines, vectors as Float32. */
import { createHash } from 'node:crypto';
import type { Json, LedgerRow, Shard } from '@sensebench/metrics/internal/core';

/** The description of a stored shard. */
export interface ShardInfo {
  /** The hash of the whole content. */
  hash: string;
  rows: number;
}

interface Header {
  format: 'sensebench-shard-1';
  rows: number;
  dropped: number;
  facts: boolean;
  /** The number of floats of the vectors; null without vectors. */
  vectors: number | null;
}

const FORMAT: Header['format'] = 'sensebench-shard-1';
/** Joins lines in blocks, because a text of all rows would be too long for a string. */
const BLOCK = 1 << 18;
const NEWLINE = 0x0a;

export function encodeShard(shard: Shard): ShardInfo & { bytes: Uint8Array } {
  const header: Header = {
    format: FORMAT,
    rows: shard.rows.length,
    dropped: shard.dropped.length,
    facts: shard.facts !== undefined,
    vectors: shard.vectors?.length ?? null,
  };
  const parts = [...lineBlocks([...shard.rows, ...shard.dropped, ...(shard.facts === undefined ? [] : [shard.facts])])];
  const { vectors } = shard;
  if (vectors) parts.push(Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength));
  const counts = JSON.stringify(header);
  const digest = createHash('sha256').update(counts);
  for (const part of parts) digest.update(part);
  const hash = digest.digest('hex');
  return { hash, rows: header.rows, bytes: Buffer.concat([Buffer.from(`${hash} ${counts}\n`), ...parts]) };
}

function* lineBlocks(values: readonly unknown[]): Generator<Buffer> {
  let block = '';
  for (const value of values) {
    const line = JSON.stringify(value);
    if (line === undefined) throw new TypeError(`${String(value)} is not JSON`);
    block += `${line}\n`;
    if (block.length < BLOCK) continue;
    yield Buffer.from(block);
    block = '';
  }
  if (block !== '') yield Buffer.from(block);
}

/** Null if the bytes are not a whole shard. */
export function checkShard(bytes: Uint8Array): ShardInfo | null {
  const found = readHeader(bytes);
  return found && { hash: found.hash, rows: found.header.rows };
}

/** Null if the bytes are not a whole shard. */
export function decodeShard(bytes: Uint8Array): Shard | null {
  const found = readHeader(bytes);
  if (!found) return null;
  const { header, body } = found;
  let at = 0;
  const values = (count: number): unknown[] =>
    Array.from({ length: count }, () => {
      const end = body.indexOf(NEWLINE, at);
      const value: unknown = JSON.parse(body.toString('utf8', at, end));
      at = end + 1;
      return value;
    });
  const rows = values(header.rows);
  const dropped = values(header.dropped) as LedgerRow[];
  const facts = header.facts ? { facts: values(1)[0] as Json } : {};
  // Copies the bytes, because the floats need not begin at a multiple of four.
  const vectors = header.vectors === null ? {} : { vectors: new Float32Array(Uint8Array.from(body.subarray(at)).buffer) };
  return { rows, dropped, ...vectors, ...facts };
}

function readHeader(bytes: Uint8Array): { hash: string; header: Header; body: Buffer } | null {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = whole.indexOf(NEWLINE);
  const [, hash, counts] = /^([0-9a-f]{64}) (\{.*\})$/.exec(whole.toString('utf8', 0, Math.max(0, end))) ?? [];
  if (counts === undefined || !counts.startsWith(`{"format":"${FORMAT}"`)) return null;
  const body = whole.subarray(end + 1);
  if (createHash('sha256').update(counts).update(body).digest('hex') !== hash) return null;
  return { hash, header: JSON.parse(counts) as Header, body };
}
