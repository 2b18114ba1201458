/** A trained linear classifier over hashed features, compiled into two typed arrays: an open-addressing table of features and their (class, weight) entries. */
import { SetupError } from '../core/index.ts';

/** What every model file says of itself, in JSON, before its arrays. */
export interface ModelHeader {
  kind: string;
  labels: string[];
  slots: number;
  entries: number;
  /** Settings that the features depend on. */
  settings?: Record<string, number | string | boolean>;
}

const MAGIC = 0x31_42_4e_53;

/** Mixes a template number and up to three values into a 32-bit feature key that is never 0. */
export function featureKey(template: number, a: number, b = 0, c = 0): number {
  let hash = Math.imul(template + 1, 0x9e3779b1) ^ a;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ c;
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  hash ^= hash >>> 15;
  return hash === 0 ? 1 : hash;
}

/** 32-bit hash of a string (FNV-1a, with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  return Math.imul(hash, 0x7feb352d) | 0;
}

/** Weights are stored as one byte: sign and a step of a geometric scale, so that small and large ones keep about 3 % precision. */
const STEPS = 127;
const SMALLEST = 16;
const RATIO = 1.06;
export const LARGEST_WEIGHT = SMALLEST * RATIO ** (STEPS - 1);

/** The byte whose value is nearest, on the scale, to a weight of at most LARGEST_WEIGHT; 0 for what rounds to nothing. */
export function quantize(weight: number): number {
  const size = Math.abs(weight);
  if (size < SMALLEST / 2) return 0;
  const step = Math.min(STEPS, 1 + Math.max(0, Math.round(Math.log(size / SMALLEST) / Math.log(RATIO))));
  return weight < 0 ? 256 - step : step;
}

const VALUES = Int32Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0 || byte === 128) return 0;
  return byte < 128 ? Math.round(SMALLEST * RATIO ** (byte - 1)) : -Math.round(SMALLEST * RATIO ** (255 - byte));
});

/** Integer scores only: the same on every machine. */
export class SparseModel {
  readonly header: ModelHeader;
  readonly labels: string[];
  /** Pairs (key, first entry × 256 + number of entries); a key of 0 is an empty slot. */
  private readonly slots: Int32Array;
  /** Pairs (class, weight). */
  private readonly entries: Uint8Array;
  private readonly capacity: number;

  constructor(header: ModelHeader, slots: Int32Array, entries: Uint8Array) {
    this.header = header;
    this.labels = header.labels;
    this.slots = slots;
    this.entries = entries;
    this.capacity = slots.length / 2;
  }

  /** Adds the weights of the first `count` features to the scores, class by class. */
  score(features: Int32Array, count: number, scores: Int32Array): void {
    const { slots, entries, capacity } = this;
    const scale = capacity / 4294967296;
    for (let i = 0; i < count; i++) {
      const key = features[i];
      let slot = ((key >>> 0) * scale) | 0;
      let found = slots[2 * slot];
      while (found !== 0 && found !== key) {
        slot = slot + 1 === capacity ? 0 : slot + 1;
        found = slots[2 * slot];
      }
      if (found === 0) continue;
      const packed = slots[2 * slot + 1];
      let at = (packed >>> 8) * 2;
      const end = at + (packed & 255) * 2;
      for (; at < end; at += 2) scores[entries[at]] += VALUES[entries[at + 1]];
    }
  }

  /** The bytes of a model file. */
  static encode(header: ModelHeader, slots: Int32Array, entries: Uint8Array): Uint8Array {
    const json = new TextEncoder().encode(JSON.stringify({ ...header, slots: slots.length, entries: entries.length }));
    const start = Math.ceil((8 + json.length) / 4) * 4;
    const bytes = new Uint8Array(start + slots.byteLength + entries.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, MAGIC, true);
    view.setUint32(4, json.length, true);
    bytes.fill(0x20, 8, start);
    bytes.set(json, 8);
    for (let i = 0; i < slots.length; i++) view.setInt32(start + 4 * i, slots[i], true);
    bytes.set(entries, start + slots.byteLength);
    return bytes;
  }

  static decode(bytes: Uint8Array, kind: string): SparseModel {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC) throw new SetupError(`the ${kind} weights are not a sensebench model file`);
    const length = view.getUint32(4, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as ModelHeader;
    if (header.kind !== kind) throw new SetupError(`the model file holds a ${header.kind}, not a ${kind}`);
    const start = Math.ceil((8 + length) / 4) * 4;
    if (bytes.length < start + 4 * header.slots + header.entries) throw new SetupError(`the ${kind} weights are cut short`);
    // Typed arrays need an aligned start, and a pooled buffer may not give one.
    const body = (bytes.byteOffset + start) % 4 === 0 ? bytes.subarray(start) : bytes.slice(start);
    const slots = new Int32Array(body.buffer, body.byteOffset, header.slots);
    return new SparseModel(header, slots, body.subarray(4 * header.slots, 4 * header.slots + header.entries));
  }
}
