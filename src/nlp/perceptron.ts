/** Averaged perceptron over hashed sparse features (Collins, 2002; lazy averages as Daumé III, 2006), pruned and quantized into a SparseModel. */
import { type ModelHeader, SparseModel } from './sparse-model.ts';

export interface CompileOptions {
  kind: string;
  labels: string[];
  settings?: ModelHeader['settings'];
  /** A feature that was changed fewer times is dropped: it was seen too seldom to be trusted. */
  minUpdates?: number;
  /** The share of the weights that may lie beyond the 8-bit range and be clipped. */
  clipped?: number;
  /** Entries below this share of the largest kept weight are dropped. */
  smallest?: number;
}

/** Trains one weight per (feature, class); a feature gets a row when it is first changed. */
export class Perceptron {
  /** Pairs (key, first entry): together, so that a lookup touches one cache line. */
  private table = new Int32Array(1 << 17);
  private changes = new Uint16Array(1 << 16);
  private rows = 0;
  /** Quadruples (class, weight as float bits, next entry, unused). */
  private chain = new Int32Array(1 << 18);
  private weights = new Float32Array(this.chain.buffer);
  private sums = new Float64Array(1 << 16);
  private stamps = new Float64Array(1 << 16);
  private entries = 1;
  /** Examples seen; the average runs over them. */
  time = 0;

  get size(): number {
    return this.rows;
  }

  score(features: Int32Array, count: number, scores: Float64Array | Float32Array): void {
    const { table, chain, weights } = this;
    const mask = table.length / 2 - 1;
    for (let i = 0; i < count; i++) {
      const key = features[i];
      let slot = key & mask;
      let found = table[2 * slot];
      while (found !== 0 && found !== key) {
        slot = (slot + 1) & mask;
        found = table[2 * slot];
      }
      if (found === 0) continue;
      for (let entry = table[2 * slot + 1]; entry !== 0; entry = chain[entry * 4 + 2]) scores[chain[entry * 4]] += weights[entry * 4 + 1];
    }
  }

  update(features: Int32Array, count: number, cls: number, delta: number): void {
    for (let i = 0; i < count; i++) {
      const slot = this.slotOf(features[i]);
      if (this.changes[slot] < 65535) this.changes[slot]++;
      let entry = this.table[2 * slot + 1];
      while (entry !== 0 && this.chain[entry * 4] !== cls) entry = this.chain[entry * 4 + 2];
      if (entry === 0) entry = this.addEntry(slot, cls);
      this.sums[entry] += (this.time - this.stamps[entry]) * this.weights[entry * 4 + 1];
      this.stamps[entry] = this.time;
      this.weights[entry * 4 + 1] += delta;
    }
  }

  /** The averaged weights as a compact model. */
  compile(options: CompileOptions): Uint8Array {
    const { kind, labels, settings, minUpdates = 2, clipped = 0.0005, smallest = 0 } = options;
    const kept: { key: number; entries: { cls: number; weight: number }[] }[] = [];
    const sizes: number[] = [];
    for (let slot = 0; slot < this.changes.length; slot++) {
      const key = this.table[2 * slot];
      if (key === 0 || this.changes[slot] < minUpdates) continue;
      const entries = [];
      for (let entry = this.table[2 * slot + 1]; entry !== 0; entry = this.chain[entry * 4 + 2]) {
        const sum = this.sums[entry] + (this.time - this.stamps[entry]) * this.weights[entry * 4 + 1];
        const weight = sum / Math.max(1, this.time);
        if (weight === 0) continue;
        entries.push({ cls: this.chain[entry * 4], weight });
        sizes.push(Math.abs(weight));
      }
      if (entries.length > 0) kept.push({ key, entries });
    }
    const largest = Float64Array.from(sizes).sort()[Math.floor((sizes.length - 1) * (1 - clipped))] ?? 1;
    const least = Math.max(0.5, smallest * 127);
    const quantized = kept
      .map(({ key, entries }) => ({
        key,
        entries: entries
          .map(({ cls, weight }) => ({ cls, weight: Math.max(-127, Math.min(127, Math.round((weight / largest) * 127))) }))
          .filter(({ weight }) => Math.abs(weight) >= least)
          .sort((a, b) => a.cls - b.cls),
      }))
      .filter(({ entries }) => entries.length > 0)
      .sort((a, b) => a.key - b.key);
    return layOut(quantized, { kind, labels, settings, slots: 0, entries: 0 });
  }

  private slotOf(key: number): number {
    if (this.rows * 2 >= this.changes.length) this.growTable();
    const { table } = this;
    const mask = this.changes.length - 1;
    let slot = key & mask;
    while (table[2 * slot] !== 0 && table[2 * slot] !== key) slot = (slot + 1) & mask;
    if (table[2 * slot] === 0) {
      table[2 * slot] = key;
      this.rows++;
    }
    return slot;
  }

  private growTable(): void {
    const { table, changes } = this;
    const mask = changes.length * 2 - 1;
    const grown = new Int32Array(2 * (mask + 1));
    this.changes = new Uint16Array(mask + 1);
    for (let i = 0; i < changes.length; i++) {
      if (table[2 * i] === 0) continue;
      let slot = table[2 * i] & mask;
      while (grown[2 * slot] !== 0) slot = (slot + 1) & mask;
      grown[2 * slot] = table[2 * i];
      grown[2 * slot + 1] = table[2 * i + 1];
      this.changes[slot] = changes[i];
    }
    this.table = grown;
  }

  private addEntry(slot: number, cls: number): number {
    if (this.entries >= this.sums.length) {
      const length = this.sums.length * 2;
      this.chain = grow(this.chain, new Int32Array(4 * length));
      this.weights = new Float32Array(this.chain.buffer);
      this.sums = grow(this.sums, new Float64Array(length));
      this.stamps = grow(this.stamps, new Float64Array(length));
    }
    const entry = this.entries++;
    this.chain[entry * 4] = cls;
    this.chain[entry * 4 + 2] = this.table[2 * slot + 1];
    this.stamps[entry] = this.time;
    this.table[2 * slot + 1] = entry;
    return entry;
  }
}

function layOut(features: { key: number; entries: { cls: number; weight: number }[] }[], header: ModelHeader): Uint8Array {
  const capacity = 16 + Math.ceil(features.length / 0.75);
  const slots = new Int32Array(capacity * 2);
  const entries = new Uint8Array(2 * features.reduce((sum, feature) => sum + feature.entries.length, 0));
  let at = 0;
  for (const feature of features) {
    let slot = ((feature.key >>> 0) * (capacity / 4294967296)) | 0;
    while (slots[2 * slot] !== 0) slot = slot + 1 === capacity ? 0 : slot + 1;
    slots[2 * slot] = feature.key;
    slots[2 * slot + 1] = (at << 8) | feature.entries.length;
    for (const { cls, weight } of feature.entries) {
      entries[2 * at] = cls;
      entries[2 * at + 1] = weight & 255;
      at++;
    }
  }
  return SparseModel.encode(header, slots, entries);
}

function grow<A extends Float64Array | Int32Array>(from: A, into: A): A {
  into.set(from as never);
  return into;
}
