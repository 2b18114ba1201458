/** Reads one file out of a zip archive, such as a Python wheel, without reading the rest (APPNOTE 6.3.10, without zip64). */
import { open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { InputError } from '../core/index.ts';
import { fileError } from './open-file.ts';

const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

/** The bytes of the first entry whose name matches; null when there is none. */
export async function readZipEntry(path: string, name: RegExp): Promise<Uint8Array | null> {
  const file = await open(path).catch((error: unknown) => {
    throw fileError(error, path);
  });
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number) => {
      const bytes = Buffer.alloc(Math.min(length, Math.max(0, size - position)));
      await file.read(bytes, 0, bytes.length, position);
      return bytes;
    };
    const tail = await read(Math.max(0, size - END_SIZE - LONGEST_COMMENT), END_SIZE + LONGEST_COMMENT);
    let end = tail.length - END_SIZE;
    while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
    if (end < 0) throw new InputError('is not a zip archive', { file: path });
    const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    for (let at = 0; at + ENTRY_SIZE <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
      const nameLength = directory.readUInt16LE(at + 28);
      const entryName = directory.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
      if (name.test(entryName)) {
        const start = directory.readUInt32LE(at + 42);
        const local = await read(start, LOCAL_SIZE);
        const data = start + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
        return unpack(await read(data, directory.readUInt32LE(at + 20)), directory.readUInt16LE(at + 10), path);
      }
      at += ENTRY_SIZE + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    }
    return null;
  } finally {
    await file.close();
  }
}

function unpack(bytes: Buffer, method: number, path: string): Uint8Array {
  if (method === STORED) return bytes;
  if (method === DEFLATED) return inflateRawSync(bytes);
  throw new InputError(`packs its files in a way that is not known here (method ${method})`, { file: path });
}
