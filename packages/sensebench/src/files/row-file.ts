/** Any number of rows in a temporary file without a name, read by position or in order: eight bytes of memory for each. */

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { widened } from '@sensebench/metrics/internal/core';
import { fileError } from './open-file.ts';

export interface RowFile<Row> extends Iterable<Row> {
  readonly length: number;
  add(row: Row): void;
  get(place: number): Row;
  close(): void;
}

/** Rows are buffered up to this many bytes. */
const BLOCK = 1 << 18;

export function createRowFile<Row>(): RowFile<Row> {
  const file = openScratch();
  let ends = new Float64Array(1024);
  let length = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = () => {
    if (waitingBytes > 0) file.append(Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  const startOf = (place: number) => (place === 0 ? 0 : ends[place - 1]);
  const parse = (bytes: Buffer): Row => JSON.parse(bytes.toString('utf8')) as Row;
  return {
    get length() {
      return length;
    },
    add(row) {
      const bytes = Buffer.from(JSON.stringify(row));
      if (length === ends.length) ends = widened(ends);
      ends[length] = startOf(length) + bytes.length;
      length++;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= BLOCK) flush();
    },
    get(place) {
      if (!(place >= 0 && place < length)) throw new RangeError(`row ${place} of ${length}`);
      flush();
      const bytes = Buffer.allocUnsafe(ends[place] - startOf(place));
      file.read(bytes, startOf(place));
      return parse(bytes);
    },
    *[Symbol.iterator]() {
      for (let place = 0; place < length; ) {
        flush();
        const from = startOf(place);
        let last = place;
        while (last + 1 < length && ends[last + 1] - from <= BLOCK) last++;
        const block = Buffer.allocUnsafe(ends[last] - from);
        file.read(block, from);
        for (; place <= last; place++) yield parse(block.subarray(startOf(place) - from, ends[place] - from));
      }
    },
    close: () => file.close(),
  };
}

/** A temporary file for this process only. Its name is removed as soon as it is open, so a killed process leaves nothing behind. */
export interface ScratchFile {
  /** Bytes written so far. */
  readonly size: number;
  append(bytes: Uint8Array): void;
  /** Fills `into` from an offset in the file. */
  read(into: Uint8Array, from: number): void;
  close(): void;
}

export function openScratch(): ScratchFile {
  const path = join(tmpdir(), `sensebench-scratch-${process.pid}-${randomBytes(8).toString('hex')}`);
  const file = attempt(path, () => openSync(path, 'wx+', 0o600));
  try {
    unlinkSync(path);
  } catch {
    // Some systems keep the name while the file is open; it is then removed when the file is closed.
  }
  let size = 0;
  let open = true;
  return {
    get size() {
      return size;
    },
    append(bytes) {
      attempt(path, () => {
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, size + done);
      });
      size += bytes.length;
    },
    read(into, from) {
      attempt(path, () => {
        for (let done = 0; done < into.length; ) {
          const count = readSync(file, into, done, into.length - done, from + done);
          if (count === 0) throw new Error(`a scratch file ends at ${from + done}`);
          done += count;
        }
      });
    },
    close() {
      if (!open) return;
      open = false;
      closeSync(file);
      try {
        unlinkSync(path);
      } catch {
        // The name is already gone.
      }
    },
  };
}

function attempt<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw fileError(error, path);
  }
}
