/** A linear model over hashed features in a small file: key differences, class counts, classes and 8-bit weights, each apart. */
import { SetupError } from '../../core/index.ts';

/** The first four bytes of a file. */
export const PACKED_MAGIC = 0x32_4d_50_53;
/** A byte is a sign and a step of a geometric scale: averaged perceptron weights span four orders of magnitude. */
export const PACKED_RATIO = 1.07;
const SMALLEST = 16;
/** What each byte stands for. */
const PACKED_VALUES = Int32Array.from({ length: 256 }, (_, byte) => {
  const step = byte & 127;
  const size = step === 0 ? 0 : Math.round(SMALLEST * PACKED_RATIO ** (step - 1));
  return byte > 127 ? -size : size;
});

/** Integer scores only: the same on every machine. */
export class PackedModel {
  /** Pairs: a feature's key, then its first entry × 256 + the number of them. A key of 0 is an empty slot. */
  private readonly slots: Int32Array;
  /** Each a class and the byte of its weight, together: they are read together, and memory is what takes the time. */
  private readonly entries: Uint16Array;
  private readonly shift: number;

  constructor(bytes: Uint8Array, name: string) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 16 || view.getUint32(0, true) !== PACKED_MAGIC) throw new SetupError(`the ${name} weights are not a packed model`);
    const [count, keyBytes, total] = [4, 8, 12].map((offset) => view.getUint32(offset, true));
    const countsAt = 16 + keyBytes;
    const classesAt = countsAt + count;
    const weightsAt = classesAt + total;
    if (bytes.length !== weightsAt + total) throw new SetupError(`the ${name} weights are cut short`);
    const bits = Math.ceil(Math.log2(count * 1.4 + 16));
    this.shift = 32 - bits;
    this.slots = new Int32Array(2 << bits);
    this.entries = new Uint16Array(total);
    const { slots, entries } = this;
    for (let i = 0; i < total; i++) entries[i] = bytes[classesAt + i] | (bytes[weightsAt + i] << 8);
    let key = 0;
    let at = 16;
    let first = 0;
    for (let i = 0; i < count; i++) {
      let shift = 0;
      // Sums wrap at 32 bits, as the keys do.
      for (; bytes[at] > 127; shift += 7) key = (key + ((bytes[at++] & 127) << shift)) | 0;
      key = (key + (bytes[at++] << shift)) | 0;
      // Keys come sorted and their high bits choose the slot, so that the table is filled from end to end.
      let slot = 2 * (key >>> this.shift);
      while (slots[slot] !== 0) slot = slot + 2 === slots.length ? 0 : slot + 2;
      slots[slot] = key;
      slots[slot + 1] = (first << 8) | bytes[countsAt + i];
      first += bytes[countsAt + i];
    }
  }

  /** Adds the weights of the first `count` features to the scores, class by class. */
  score(features: Int32Array, count: number, scores: Int32Array): void {
    const { slots, entries, shift } = this;
    for (let i = 0; i < count; i++) {
      const key = features[i];
      let slot = 2 * (key >>> shift);
      while (slots[slot] !== 0 && slots[slot] !== key) slot = slot + 2 === slots.length ? 0 : slot + 2;
      if (slots[slot] === 0) continue;
      const packed = slots[slot + 1];
      let at = packed >>> 8;
      for (const end = at + (packed & 255); at < end; at++) scores[entries[at] & 255] += PACKED_VALUES[entries[at] >> 8];
    }
  }
}
