/** Reads files from zip archives (also workbooks and Python wheels) with a size limit. APPNOTE 6.3.10, without zip64. */
import { open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { InputError } from '@sensebench/metrics/internal/core';
import { fileError, sizeOf } from './open-file.ts';

const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
/** The size limit of one file in an archive. The largest that we read, METEOR's paraphrases, has 61 MB. */
const MOST_BYTES = 256 * 1024 * 1024;

interface Archive {
  file: string;
  size: number;
  read(position: number, length: number): Promise<Buffer>;
}

interface Entry {
  name: string;
  /** The offset of its local header. */
  start: number;
  packed: number;
  method: number;
  encrypted: boolean;
  /** Its Unix mode is that of a symbolic link, a device or a socket. */
  special: boolean;
}

export interface UnpackOptions {
  /** For messages. */
  file: string;
  wanted: RegExp;
  /** The size limit of all requested files together. */
  mostBytes: number;
}

/** The bytes of the first entry whose name matches; null when there is none. */
export async function readZipEntry(path: string, name: RegExp): Promise<Uint8Array | null> {
  const file = await open(path).catch((error: unknown) => {
    throw fileError(error, path);
  });
  try {
    const { size } = await file.stat();
    const archive: Archive = {
      file: path,
      size,
      async read(position, length) {
        const bytes = Buffer.alloc(Math.min(length, Math.max(0, size - position)));
        await file.read(bytes, 0, bytes.length, position);
        return bytes;
      },
    };
    for await (const entry of entriesOf(archive)) if (name.test(entry.name)) return await unpack(archive, entry, MOST_BYTES);
    return null;
  } finally {
    await file.close();
  }
}

/** All files whose names match. */
export async function unpackZip(bytes: Buffer, { file, wanted, mostBytes }: UnpackOptions): Promise<Map<string, Uint8Array>> {
  const archive: Archive = { file, size: bytes.length, read: async (position, length) => bytes.subarray(position, position + length) };
  const files = new Map<string, Uint8Array>();
  let left = mostBytes;
  for await (const entry of entriesOf(archive)) {
    if (!wanted.test(entry.name) || files.has(entry.name)) continue;
    const unpacked = await unpack(archive, entry, left).catch((error: unknown) => {
      throw error instanceof TooLarge ? new TooLarge(file, mostBytes) : error;
    });
    left -= unpacked.length;
    files.set(entry.name, unpacked);
  }
  return files;
}

export interface ArchiveBounds {
  /** For messages. */
  file: string;
  /** The size of all files together. */
  mostBytes: number;
  mostFiles: number;
}

/** All files of an untrusted archive, by path. Refuses paths that lead out of it, links, duplicate names, and too many or too large files. */
export async function readArchive(bytes: Uint8Array, { file, mostBytes, mostFiles }: ArchiveBounds): Promise<Map<string, Uint8Array>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive: Archive = { file, size: buffer.length, read: async (position, length) => buffer.subarray(position, position + length) };
  const entries: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of entriesOf(archive)) {
    const { name } = entry;
    const shown = JSON.stringify(name.slice(0, 80));
    if (entry.special) throw new InputError(`${shown} is a link or a device`, { file, expected: 'plain files' });
    if (/[\\\0]|^[A-Za-z]:|^\//.test(name) || name.split('/').some((part) => part === '..' || part === '.'))
      throw new InputError(`${shown} leads out of the archive`, { file });
    if (name.endsWith('/')) continue;
    if (entry.encrypted) throw new InputError(`${shown} is encrypted`, { file });
    if (names.has(name)) throw new InputError(`holds ${shown} twice`, { file });
    if (entries.length >= mostFiles) throw new InputError(`holds more than ${mostFiles} files`, { file });
    names.add(name);
    entries.push(entry);
  }
  const files = new Map<string, Uint8Array>();
  let left = mostBytes;
  for (const entry of entries) {
    const unpacked = await unpack(archive, entry, left).catch((error: unknown) => {
      throw error instanceof TooLarge ? new TooLarge(file, mostBytes) : error;
    });
    left -= unpacked.length;
    if (left < 0) throw new TooLarge(file, mostBytes);
    files.set(entry.name, unpacked);
  }
  return files;
}

async function* entriesOf({ file, size, read }: Archive): AsyncGenerator<Entry> {
  const tail = await read(Math.max(0, size - END_SIZE - LONGEST_COMMENT), END_SIZE + LONGEST_COMMENT);
  let end = tail.length - END_SIZE;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new InputError('is not a zip archive', { file });
  const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  for (let at = 0; at + ENTRY_SIZE <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    yield {
      name: directory.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength),
      start: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      special: isSpecial(directory.readUInt32LE(at + 38) >>> 16),
    };
    at += ENTRY_SIZE + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

/** Whether the mode is neither 0 (archives not made on Unix) nor that of a plain file or a folder. */
function isSpecial(mode: number): boolean {
  const kind = mode & 0o170000;
  return kind !== 0 && kind !== 0o100000 && kind !== 0o040000;
}

async function unpack({ file, read }: Archive, { start, packed, method }: Entry, mostBytes: number): Promise<Uint8Array> {
  const local = await read(start, LOCAL_SIZE);
  if (local.length < LOCAL_SIZE) throw new InputError('the zip archive is cut off or broken', { file });
  const bytes = await read(start + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28), packed);
  if (bytes.length < packed) throw new InputError('the zip archive is cut off or broken', { file });
  if (method === STORED) {
    if (bytes.length > mostBytes) throw new TooLarge(file, mostBytes);
    return bytes;
  }
  if (method !== DEFLATED) throw new InputError(`uses an unsupported compression method (${method})`, { file });
  try {
    // 0 would mean no limit.
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, mostBytes) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(file, mostBytes);
    throw new InputError('the zip archive is cut off or broken', { file });
  }
}

class TooLarge extends InputError {
  constructor(file: string, mostBytes: number) {
    super(`unpacks to more than ${sizeOf(mostBytes)}`, { file });
  }
}
