/** Opens a file (or standard input, `-`) as a stream of bytes, gunzipped where it is gzip, with errors that name the file. */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError, nearestName } from '@sensebench/metrics/internal/core';

const GZIP_MAGIC = [0x1f, 0x8b];

/** How a path is named in messages. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** The error for a path where nothing is: a file beside it with nearly this name, or how to download a dataset whose name this is. */
export function missingFile(path: string, { expected }: { expected?: string } = {}): InputError {
  const folder = dirname(path);
  const near = existsSync(folder) ? nearestName(basename(path), readdirSync(folder)) : undefined;
  if (near) return new InputError(`no such file; did you mean ${join(folder, near)}?`, { file: path });
  return new InputError('no such file or folder', { file: nameOf(path), expected: isHubId(path) ? `a file; ${hubHint(path)}` : expected });
}

/** `allenai/common_gen`: the name of a dataset on the Hugging Face Hub, and not a path that is there. */
export function isHubId(text: string): boolean {
  return (
    /^[\w-][\w.-]*\/[\w.-]+$/.test(text) && !/\.(jsonl?|csv|tsv|txt|gz|parquet|arrow|ya?ml|xlsx)$/i.test(text) && !existsSync(dirname(text))
  );
}

/** Says how a dataset of the hub becomes files. */
export function hubHint(id: string): string {
  return `\`hf download ${id} --repo-type dataset --local-dir ${basename(id)}\` downloads the files of a dataset on the Hugging Face Hub`;
}

/** Translates an error of the file system into one for users; other errors are returned unchanged. */
export function fileError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const file = nameOf(path);
  if (code === 'ENOENT') return missingFile(path);
  if (code === 'EISDIR') return new InputError('is a folder', { file, expected: 'a file' });
  if (code === 'ENOTDIR') return new InputError('a part of this path is not a folder', { file });
  if (code === 'EEXIST') return new InputError('exists already and is not a folder', { file });
  if (code === 'EACCES' || code === 'EPERM') return new InputError('no permission', { file });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new InputError('the disk is full; nothing was changed', { file });
  if (code === 'ELOOP') return new InputError('is a link that leads back to itself', { file });
  if (code === 'ENAMETOOLONG') return new InputError('the name is too long for this file system', { file });
  if (code === 'EROFS') return new InputError('the file system is read-only', { file });
  if (code === 'EFBIG') return new InputError('the file would be larger than is allowed here; nothing was changed', { file });
  if (code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR') return new InputError('the gzip data is cut off or broken', { file });
  return error;
}

export interface Bounds {
  /** The maximum number of bytes to read; unlimited for readers that keep nothing. */
  bytes?: number;
  /** The same after decompressing gzip, because a small file can become very large. */
  unpackedBytes?: number;
}

/** Chunks of decompressed bytes. */
export async function* openFile(path: string, bounds: Bounds = {}): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOf(path, bounds);
  } catch (error) {
    throw fileError(error, path);
  }
}

async function* bytesOf(path: string, { bytes, unpackedBytes = bytes }: Bounds): AsyncGenerator<Uint8Array> {
  if (path !== '-' && (await stat(path)).isDirectory()) throw new InputError('is a folder', { file: path, expected: 'a file' });
  const source: Readable = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 1 << 18 });
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // The first two bytes decide, not the name, because people rename files.
  let head: Uint8Array = new Uint8Array();
  while (head.length < GZIP_MAGIC.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  const whole = chain(head, chunks);
  if (GZIP_MAGIC.every((byte, i) => head[i] === byte)) yield* bounded(gunzip(whole), unpackedBytes, { path, verb: 'unpacks to' });
  else yield* bounded(whole, bytes, { path, verb: 'has' });
}

async function* bounded(
  chunks: AsyncGenerator<Uint8Array>,
  most: number | undefined,
  { path, verb }: { path: string; verb: string },
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    if (most !== undefined && read > most) throw new InputError(`${verb} more than ${sizeOf(most)}`, { file: nameOf(path) });
    yield chunk;
  }
}

/** A size in words. */
export function sizeOf(bytes: number): string {
  return bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MB` : `${Math.round(bytes / 1024)} KB`;
}

async function* chain(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* gunzip(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzipped = createGunzip();
  const feeding = (async () => {
    for await (const chunk of chunks) {
      if (unzipped.destroyed) return;
      if (!unzipped.write(chunk)) await new Promise<void>((resolve) => settle(unzipped, resolve));
    }
    unzipped.end();
  })().catch((error: unknown) => unzipped.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    yield* unzipped as AsyncIterable<Uint8Array>;
  } finally {
    unzipped.destroy();
    await feeding;
  }
}

/** Resolves when the stream drains, or when it is closed and never will. */
function settle(stream: NodeJS.EventEmitter, resolve: () => void): void {
  const done = () => {
    stream.removeListener('drain', done);
    stream.removeListener('close', done);
    resolve();
  };
  stream.on('drain', done);
  stream.on('close', done);
}
