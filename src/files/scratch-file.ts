/** A temporary file of this process alone: it has no name once it is open, so that a killed process leaves nothing. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileError } from './open-file.ts';

export interface ScratchFile {
  /** Bytes written so far. */
  readonly size: number;
  append(bytes: Uint8Array): void;
  /** Fills `into` from a place in the file. */
  read(into: Uint8Array, from: number): void;
  close(): void;
}

export function openScratch(): ScratchFile {
  const path = join(tmpdir(), `sensebench-scratch-${process.pid}-${randomBytes(8).toString('hex')}`);
  const file = attempt(path, () => openSync(path, 'wx+', 0o600));
  try {
    unlinkSync(path);
  } catch {
    // Some systems keep the name while the file is open: then it goes when it is closed.
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
        // It has no name any more.
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
