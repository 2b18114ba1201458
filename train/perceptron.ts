/** Averaged perceptron over hashed features (Collins 2002; lazy averages after Daumé III 2006), compiled into a SparseModel. */
import type { FeatureWeights, ModelHeader } from '../packages/metrics/src/nlp/linear-models/sparse-model.ts';
import { encodeSparseModel, LARGEST_WEIGHT, quantize } from './encode/sparse-model.ts';

export interface CompileOptions {
  kind: string;
  labels: string[];
  settings?: ModelHeader['settings'];
  /** A feature that was changed fewer times is dropped: it was seen too seldom to be trusted. */
  minUpdates?: number;
  /** Entries below this share of the largest weight are dropped. */
  smallest?: number;
}

/** Trains one weight per (feature, class); a feature gets a row when it is first changed. */
export class Perceptron {
  /** Quadruples (key, first entry, entries, room for entries): together, so that a lookup touches one cache line. */
  private table = new Int32Array(1 << 18);
  private changes = new Uint16Array(1 << 16);
  private rows = 0;
  /** Entries of one feature are next to each other. */
  private classes = new Uint8Array(1 << 16);
  private weights = new Float32Array(1 << 16);
  private sums = new Float64Array(1 << 16);
  private stamps = new Float64Array(1 << 16);
  private used = 0;
  /** Examples seen; the average runs over them. */
  time = 0;

  get size(): number {
    return this.rows;
  }

  score(features: Int32Array, count: number, scores: Float64Array): void {
    const { table, classes, weights } = this;
    const mask = table.length / 4 - 1;
    for (let i = 0; i < count; i++) {
      const key = features[i];
      let slot = key & mask;
      let found = table[4 * slot];
      while (found !== 0 && found !== key) {
        slot = (slot + 1) & mask;
        found = table[4 * slot];
      }
      if (found === 0) continue;
      const start = table[4 * slot + 1];
      const end = start + table[4 * slot + 2];
      for (let entry = start; entry < end; entry++) scores[classes[entry]] += weights[entry];
    }
  }

  update(features: Int32Array, count: number, cls: number, delta: number): void {
    for (let i = 0; i < count; i++) {
      const slot = this.slotOf(features[i]);
      if (this.changes[slot] < 65535) this.changes[slot]++;
      let entry = this.table[4 * slot + 1];
      const end = entry + this.table[4 * slot + 2];
      while (entry < end && this.classes[entry] !== cls) entry++;
      if (entry === end) entry = this.addEntry(slot, cls);
      this.sums[entry] += (this.time - this.stamps[entry]) * this.weights[entry];
      this.stamps[entry] = this.time;
      this.weights[entry] += delta;
    }
  }

  /** The averaged weights as a compact model. */
  compile(options: CompileOptions): Uint8Array {
    const { minUpdates = 2 } = options;
    const features: FeatureWeights[] = [];
    for (let slot = 0; slot < this.changes.length; slot++) {
      const key = this.table[4 * slot];
      if (key === 0 || this.changes[slot] < minUpdates) continue;
      const entries = [];
      const start = this.table[4 * slot + 1];
      for (let entry = start; entry < start + this.table[4 * slot + 2]; entry++) {
        const sum = this.sums[entry] + (this.time - this.stamps[entry]) * this.weights[entry];
        entries.push({ cls: this.classes[entry], weight: sum / Math.max(1, this.time) });
      }
      features.push({ key, entries });
    }
    return encodeFeatures(features, options);
  }

  private slotOf(key: number): number {
    if (this.rows * 2 >= this.changes.length) this.growTable();
    const { table } = this;
    const mask = this.changes.length - 1;
    let slot = key & mask;
    while (table[4 * slot] !== 0 && table[4 * slot] !== key) slot = (slot + 1) & mask;
    if (table[4 * slot] === 0) {
      table[4 * slot] = key;
      this.rows++;
    }
    return slot;
  }

  private growTable(): void {
    const { table, changes } = this;
    const mask = changes.length * 2 - 1;
    const grown = new Int32Array(4 * (mask + 1));
    this.changes = new Uint16Array(mask + 1);
    for (let i = 0; i < changes.length; i++) {
      if (table[4 * i] === 0) continue;
      let slot = table[4 * i] & mask;
      while (grown[4 * slot] !== 0) slot = (slot + 1) & mask;
      grown.set(table.subarray(4 * i, 4 * i + 4), 4 * slot);
      this.changes[slot] = changes[i];
    }
    this.table = grown;
  }

  /** A full row moves to the end of the arrays, into twice the room. */
  private addEntry(slot: number, cls: number): number {
    const { table } = this;
    const start = table[4 * slot + 1];
    const count = table[4 * slot + 2];
    if (count === table[4 * slot + 3]) {
      const room = count === 0 ? 2 : count * 2;
      while (this.used + room > this.classes.length) this.growEntries();
      this.classes.copyWithin(this.used, start, start + count);
      this.weights.copyWithin(this.used, start, start + count);
      this.sums.copyWithin(this.used, start, start + count);
      this.stamps.copyWithin(this.used, start, start + count);
      table[4 * slot + 1] = this.used;
      table[4 * slot + 3] = room;
      this.used += room;
    }
    const entry = table[4 * slot + 1] + table[4 * slot + 2]++;
    this.classes[entry] = cls;
    this.stamps[entry] = this.time;
    return entry;
  }

  private growEntries(): void {
    const length = this.classes.length * 2;
    this.classes = grow(this.classes, new Uint8Array(length));
    this.weights = grow(this.weights, new Float32Array(length));
    this.sums = grow(this.sums, new Float64Array(length));
    this.stamps = grow(this.stamps, new Float64Array(length));
  }
}

/** Weights as a model file: the largest is the top of the byte scale, what rounds to nothing is dropped. */
export function encodeFeatures(features: readonly FeatureWeights[], { kind, labels, settings, smallest = 0 }: CompileOptions): Uint8Array {
  let largest = Number.MIN_VALUE;
  for (const { entries } of features) for (const { weight } of entries) largest = Math.max(largest, Math.abs(weight));
  const quantized = features
    .map(({ key, entries }) => ({
      key,
      entries: entries
        .filter(({ weight }) => Math.abs(weight) >= smallest * largest)
        .map(({ cls, weight }) => ({ cls, byte: quantize((weight / largest) * LARGEST_WEIGHT) }))
        .filter(({ byte }) => byte !== 0)
        .sort((a, b) => a.cls - b.cls),
    }))
    .filter(({ entries }) => entries.length > 0);
  return encodeSparseModel({ kind, labels, settings }, quantized);
}

function grow<A extends Uint8Array | Float32Array | Float64Array>(from: A, into: A): A {
  into.set(from as never);
  return into;
}
