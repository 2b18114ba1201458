/** A cache of text embeddings in files, by text, model and engine, each with a checksum: what is kept is not computed again. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

export interface EmbeddingCache {
  get(text: string): Float32Array | undefined;
  /** Adds vectors and writes them to the file at once. */
  add(entries: readonly { text: string; vector: Float32Array }[]): void;
  size: number;
}

export interface EmbeddingCacheOptions {
  id: string;
  dimensions: number;
  /** The engine that computes the vectors: two engines differ in the last digits. */
  engine: string;
  /** Called once with a message if the file is damaged; the cache is not used then. */
  warn?(line: string): void;
}

const HASH_BYTES = 32;
const CHECK_BYTES = 8;

/** Opens (or begins) the cache of one model in a folder. A record torn by an interrupted run is cut off, a damaged one is computed again. */
export function openEmbeddingCache(folder: string, { id, dimensions, engine, warn }: EmbeddingCacheOptions): EmbeddingCache {
  const name = createHash('sha256').update(`${id}\n${dimensions}\n${engine}\nchecked`).digest('hex').slice(0, 16);
  const path = join(folder, `${name}.vectors`);
  const recordBytes = HASH_BYTES + 4 * dimensions + CHECK_BYTES;
  const vectors = new Map<string, Float32Array>();
  let writable = true;
  const leaveOut = (error: unknown) => {
    writable = false;
    warn?.(`the cache of embeddings is left out: ${error instanceof Error ? error.message : String(error)}`);
  };
  try {
    if (existsSync(path)) {
      const bytes = readFileSync(path);
      const whole = bytes.length - (bytes.length % recordBytes);
      let damaged = 0;
      for (let at = 0; at < whole; at += recordBytes) {
        const record = bytes.subarray(at, at + recordBytes - CHECK_BYTES);
        if (!checkOf(record).equals(bytes.subarray(at + record.length, at + recordBytes))) damaged++;
        else vectors.set(record.toString('latin1', 0, HASH_BYTES), new Float32Array(Uint8Array.from(record.subarray(HASH_BYTES)).buffer));
      }
      if (damaged > 0) warn?.(`${path}: ${damaged} damaged embeddings are computed again`);
      if (whole < bytes.length) truncateSync(path, whole);
    } else mkdirSync(folder, { recursive: true });
  } catch (error) {
    leaveOut(error);
  }
  const key = (text: string) => createHash('sha256').update(text).digest().toString('latin1');
  return {
    get: (text) => vectors.get(key(text)),
    add(entries) {
      const records = entries.map(({ text, vector }) => {
        const hash = key(text);
        vectors.set(hash, vector);
        const record = Buffer.concat([Buffer.from(hash, 'latin1'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]);
        return Buffer.concat([record, checkOf(record)]);
      });
      if (!writable) return;
      try {
        appendFileSync(path, Buffer.concat(records));
      } catch (error) {
        leaveOut(error);
      }
    },
    get size() {
      return vectors.size;
    },
  };
}

function checkOf(record: Uint8Array): Buffer {
  return createHash('sha256').update(record).digest().subarray(0, CHECK_BYTES);
}
