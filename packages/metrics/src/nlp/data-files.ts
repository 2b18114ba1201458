/** The data files of the metrics, read with Node; data-files-browser.ts is for browsers (`#data-files` in package.json chooses). */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readWeights } from './weights/index.ts';

/** The files under weights/ that metrics read. */
export type MetricWeights =
  | 'spice/grammar.txt.gz'
  | 'spice/heads.bin.gz'
  | 'spice/labels.json'
  | 'spice/lemmas.txt.gz'
  | 'spice/lexicon.txt.gz'
  | 'spice/relations.bin.gz'
  | 'wordnet/wordnet.bin.gz';

/** Unpacked. */
export async function loadWeights(file: MetricWeights): Promise<Uint8Array> {
  return readWeights(file);
}

/** A large file, of which only those pages are read that are looked at. */
export interface PagedFile {
  /** As long as the file; zero where it has not been read. */
  bytes: Uint8Array;
  /** Reads these bytes; it is called before they are looked at. */
  need(from: number, to: number): void;
}

/** Bytes that are read at a time, as a power of two. */
const PAGE_BITS = 13;

/** A file stays open as long as its bytes are in use. */
const files = new FinalizationRegistry<number>(closeSync);

/** Opens the file at a path; in a browser, fetches all of a URL. */
export async function openPaged(path: string): Promise<PagedFile> {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  // Memory that nothing was written to takes no room. Shared memory does not count as the thread's own: 48 MB of that would start a collection of garbage.
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  const isRead = new Uint8Array((size >> PAGE_BITS) + 1);
  files.register(bytes, file);

  function read(page: number, last: number): void {
    const to = Math.min((last + 1) << PAGE_BITS, size);
    for (let at = page << PAGE_BITS; at < to; ) {
      const count = readSync(file, bytes, at, to - at, at);
      if (count === 0) throw new Error(`${path} ends at byte ${at}`);
      at += count;
    }
    isRead.fill(1, page, last + 1);
  }

  return {
    bytes,
    need(from, to) {
      const last = (to - 1) >> PAGE_BITS;
      for (let page = from >> PAGE_BITS; page <= last; page++) {
        if (isRead[page] === 1) continue;
        let end = page;
        while (end < last && isRead[end + 1] === 0) end++;
        read(page, end);
      }
    },
  };
}
