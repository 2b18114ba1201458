/** Embeddings kept on disk by the SHA-256 of their text: one append-only file per model, records of hash and vector. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

export interface EmbeddingCache {
  get(text: string): Float32Array | undefined;
  /** Adds vectors and writes them to the file at once. */
  add(entries: readonly { text: string; vector: Float32Array }[]): void;
  size: number;
}

const HASH_BYTES = 32;

/** Opens (or begins) the cache of one model in a folder. A record torn by an interrupted run is cut off. */
export function openEmbeddingCache(folder: string, { id, dimensions }: { id: string; dimensions: number }): EmbeddingCache {
  const path = join(folder, `${createHash('sha256').update(`${id}\n${dimensions}`).digest('hex').slice(0, 16)}.vectors`);
  const recordBytes = HASH_BYTES + 4 * dimensions;
  const vectors = new Map<string, Float32Array>();
  if (existsSync(path)) {
    const bytes = readFileSync(path);
    const whole = bytes.length - (bytes.length % recordBytes);
    if (whole < bytes.length) truncateSync(path, whole);
    for (let at = 0; at < whole; at += recordBytes) {
      const vector = new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + HASH_BYTES, bytes.byteOffset + at + recordBytes));
      vectors.set(bytes.toString('latin1', at, at + HASH_BYTES), vector);
    }
  } else mkdirSync(folder, { recursive: true });
  const key = (text: string) => createHash('sha256').update(text).digest().toString('latin1');
  return {
    get: (text) => vectors.get(key(text)),
    add(entries) {
      const records = entries.map(({ text, vector }) => {
        const hash = key(text);
        vectors.set(hash, vector);
        return Buffer.concat([Buffer.from(hash, 'latin1'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]);
      });
      appendFileSync(path, Buffer.concat(records));
    },
    get size() {
      return vectors.size;
    },
  };
}
