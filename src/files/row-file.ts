/** Rows of any number in a scratch file, read again by their place or in order: eight bytes of memory for each. */
import { widened } from '../core/index.ts';
import { openScratch } from './scratch-file.ts';

export interface RowFile<Row> extends Iterable<Row> {
  readonly length: number;
  add(row: Row): void;
  get(place: number): Row;
  close(): void;
}

/** Lines wait until there are so many bytes. */
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
