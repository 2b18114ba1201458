/** Shipped models and tables, read at once: for Node. The metrics read theirs through data-files.ts, which browsers have too. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { weightsPath } from './weights-path.ts';

/** The content of a file under weights/, unpacked where it is gzipped. */
export function readWeights(file: string): Buffer {
  const bytes = readFileSync(weightsPath(file));
  return file.endsWith('.gz') ? unpack(bytes) : bytes;
}

/** Unpacks gzip in one piece: its last four bytes are the size of what is packed, so that nothing is copied. */
export function unpack(packed: Buffer): Buffer {
  return gunzipSync(packed, { chunkSize: packed.readUInt32LE(packed.length - 4) + 64 });
}
