/** METEOR's paraphrase table in a file of which only those pages are read that are looked at: for a thousand captions, less than half. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { openParaphraseTable, type ParaphraseTable } from './paraphrase-table.ts';

/** Bytes that are read at a time, as a power of two. */
const PAGE_BITS = 13;

/** The file stays open as long as its table is in use. */
const files = new FinalizationRegistry<number>(closeSync);

/** null when the file is not such a table. */
export function openParaphraseFile(path: string): ParaphraseTable | null {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  // Memory that nothing was written to takes no room. Shared memory does not count as the thread's own: 48 MB of that would start a collection of garbage.
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  const isRead = new Uint8Array((size >> PAGE_BITS) + 1);

  function read(page: number, last: number): void {
    const to = Math.min((last + 1) << PAGE_BITS, size);
    for (let at = page << PAGE_BITS; at < to; ) {
      const count = readSync(file, bytes, at, to - at, at);
      if (count === 0) throw new Error(`${path} ends at byte ${at}`);
      at += count;
    }
    isRead.fill(1, page, last + 1);
  }

  const table = openParaphraseTable(bytes, (from, to) => {
    const last = (to - 1) >> PAGE_BITS;
    for (let page = from >> PAGE_BITS; page <= last; page++) {
      if (isRead[page] === 1) continue;
      let end = page;
      while (end < last && isRead[end + 1] === 0) end++;
      read(page, end);
    }
  });
  if (table) files.register(table, file);
  else closeSync(file);
  return table;
}
