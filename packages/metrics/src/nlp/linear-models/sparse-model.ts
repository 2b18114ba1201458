/** A trained linear classifier over hashed features: an open-addressing table of features and their (class, weight) entries. */
import { gunzipSync } from 'node:zlib';
import { SetupError } from '../../core/index.ts';

/** JSON at the start of every model file. */
export interface ModelHeader {
  kind: string;
  labels: string[];
  features: number;
  entries: number;
  /** Settings that the features depend on. */
  settings?: Record<string, number | string | boolean>;
}

export interface FeatureWeights {
  key: number;
  entries: { cls: number; weight: number }[];
}

export const SPARSE_MAGIC = 0x32_42_4e_53;

/** Weights are stored as one byte: sign and a step of a geometric scale, so that small and large ones keep about 3 % precision. */
export const SPARSE_SCALE = { steps: 127, smallest: 16, ratio: 1.06 } as const;
const VALUES = Int32Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0 || byte === 128) return 0;
  const { smallest, ratio } = SPARSE_SCALE;
  return byte < 128 ? Math.round(smallest * ratio ** (byte - 1)) : -Math.round(smallest * ratio ** (255 - byte));
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

  /** Every feature with its weights, as they score. */
  *features(): Generator<FeatureWeights> {
    for (let slot = 0; slot < this.capacity; slot++) {
      const key = this.slots[2 * slot];
      if (key === 0) continue;
      const packed = this.slots[2 * slot + 1];
      const entries = [];
      for (let at = packed >>> 8; at < (packed >>> 8) + (packed & 255); at++)
        entries.push({ cls: this.entries[2 * at], weight: VALUES[this.entries[2 * at + 1]] });
      yield { key, entries };
    }
  }

  static decode(bytes: Uint8Array, kind: string): SparseModel {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 8 || view.getUint32(0, true) !== SPARSE_MAGIC)
      throw new SetupError(`the ${kind} weights are not a sensebench model file`);
    const length = view.getUint32(4, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as ModelHeader;
    if (header.kind !== kind) throw new SetupError(`the model file holds a ${header.kind}, not a ${kind}`);
    return new SparseModel(header, ...expand(header, unpack(bytes.subarray(8 + length), kind)));
  }
}

function unpack(packed: Uint8Array, kind: string): Uint8Array {
  try {
    return gunzipSync(packed);
  } catch {
    throw new SetupError(`the ${kind} weights are cut short`);
  }
}

/** Keys come in order and their slots rise with them, so the table fills from front to back. */
function expand({ features, entries: total }: ModelHeader, body: Uint8Array): [Int32Array, Uint8Array] {
  const capacity = 16 + Math.ceil(features / 0.75);
  const slots = new Int32Array(2 * capacity);
  const entries = new Uint8Array(2 * total);
  const classes = 5 * features;
  for (let i = 0; i < total; i++) {
    entries[2 * i] = body[classes + i];
    entries[2 * i + 1] = body[classes + total + i];
  }
  const scale = capacity / 4294967296;
  let key = 0;
  let at = 0;
  for (let i = 0; i < features; i++) {
    key += body[i] + body[features + i] * 256 + body[2 * features + i] * 65536 + body[3 * features + i] * 16777216;
    let slot = (key * scale) | 0;
    while (slots[2 * slot] !== 0) slot = slot + 1 === capacity ? 0 : slot + 1;
    const count = body[4 * features + i];
    slots[2 * slot] = key | 0;
    slots[2 * slot + 1] = (at << 8) | count;
    at += count;
  }
  return [slots, entries];
}
