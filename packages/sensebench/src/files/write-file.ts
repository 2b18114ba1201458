/** Writes files atomically: to a temporary name beside the target, flushed to disk, then renamed. */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError } from './open-file.ts';
import { removeLeftovers, temporaryName } from './temporary-name.ts';

const BLOCK = 1 << 18;

export interface WriteOptions {
  /** False for files with a checksum that can be written again: a power cut may then leave a damaged file. */
  flush?: boolean;
  /** For secrets: only the owner may read the file, its temporary version, and folders created for it. */
  secret?: boolean;
}

export async function writeFileAtomic(path: string, data: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  await writeAtomic(path, (file) => file.writeFile(data), options);
}

/** Streams lines. */
export async function writeLines(path: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await writePieces(path, linesOf(lines));
}

async function* linesOf(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Streams pieces of text. */
export async function writePieces(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await writeAtomic(path, async (file) => {
    for await (const block of inBlocks(pieces)) await file.writeFile(block);
  });
}

/** Streams chunks of bytes. */
export async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>, options: WriteOptions = {}): Promise<void> {
  const fill = async (file: FileHandle) => {
    for await (const chunk of chunks) await file.writeFile(chunk);
  };
  await writeAtomic(path, fill, options);
}

/** The same text in fewer pieces. */
export async function* inBlocks(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** On a read-only disk a recursive mkdir fails with ENOENT; a plain mkdir gives the actual reason. */
async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const parent = dirname(folder);
    if (parent !== folder) await makeFolder(parent, mode);
    await mkdir(folder, mode);
  }
}

async function writeAtomic(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
  { flush = true, secret = false }: WriteOptions = {},
): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await makeFolder(dirname(path), secret ? 0o700 : 0o777);
    await removeLeftovers(dirname(path));
    const file = await open(temporary, 'wx', secret ? 0o600 : 0o666);
    try {
      await fill(file);
      if (flush) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileError(error, path);
  }
}
