/** Unpacks gzip in one piece: its last four bytes are the size of what is packed, so that nothing is copied. */
import { gunzipSync } from 'node:zlib';

export function unpack(packed: Buffer): Buffer {
  return gunzipSync(packed, { chunkSize: packed.readUInt32LE(packed.length - 4) + 64 });
}
