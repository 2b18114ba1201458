/** An averaged perceptron (Collins 2002) whose features keep their weights side by side, so that beam search stays fast while it learns. */
import type { PackedFeature } from '../encode/packed-model.ts';

export class Learner {
  /** Examples seen; the average runs over them. */
  time = 1;
  private keys = new Int32Array(1 << 20);
  private rows = new Int32Array(1 << 20);
  private starts = new Int32Array(1 << 18);
  private sizes = new Uint8Array(1 << 18);
  private rooms = new Uint8Array(1 << 18);
  private changes = new Uint16Array(1 << 18);
  private count = 0;
  private classes = new Uint8Array(1 << 21);
  private weights = new Float32Array(1 << 21);
  /** Sum of change × time of change: the average is the weight less this sum over the time. */
  private sums = new Float64Array(1 << 21);
  private used = 0;

  get size(): number {
    return this.count;
  }

  score(features: Int32Array, count: number, scores: Int32Array): void {
    const { keys, rows, starts, sizes, classes, weights } = this;
    const mask = keys.length - 1;
    for (let i = 0; i < count; i++) {
      const key = features[i];
      let slot = key & mask;
      while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
      if (keys[slot] === 0) continue;
      const row = rows[slot];
      let at = starts[row];
      for (const end = at + sizes[row]; at < end; at++) scores[classes[at]] += weights[at];
    }
  }

  update(features: Int32Array, count: number, cls: number, delta: number): void {
    for (let i = 0; i < count; i++) {
      const row = this.rowOf(features[i]);
      if (this.changes[row] < 65535) this.changes[row]++;
      let at = this.starts[row];
      const end = at + this.sizes[row];
      while (at < end && this.classes[at] !== cls) at++;
      if (at === end) at = this.addEntry(row, cls);
      this.weights[at] += delta;
      this.sums[at] += delta * this.time;
    }
  }

  /** The averaged weights of the features that were changed often enough. */
  features({ minChanges = 2 }: { minChanges?: number } = {}): PackedFeature[] {
    const found: PackedFeature[] = [];
    for (let slot = 0; slot < this.keys.length; slot++) {
      const row = this.rows[slot];
      if (this.keys[slot] === 0 || this.changes[row] < minChanges) continue;
      const entries = [];
      for (let at = this.starts[row]; at < this.starts[row] + this.sizes[row]; at++) {
        entries.push({ cls: this.classes[at], weight: this.weights[at] - this.sums[at] / this.time });
      }
      found.push({ key: this.keys[slot], entries });
    }
    return found;
  }

  private rowOf(key: number): number {
    if (this.count * 2 >= this.keys.length) this.growTable();
    const mask = this.keys.length - 1;
    let slot = key & mask;
    while (this.keys[slot] !== 0 && this.keys[slot] !== key) slot = (slot + 1) & mask;
    if (this.keys[slot] === 0) {
      if (this.count === this.starts.length) this.growRows();
      this.keys[slot] = key;
      this.rows[slot] = this.count++;
    }
    return this.rows[slot];
  }

  private addEntry(row: number, cls: number): number {
    const size = this.sizes[row];
    if (size === this.rooms[row]) this.moveRow(row, size === 0 ? 2 : Math.min(255, size * 2));
    const at = this.starts[row] + size;
    this.classes[at] = cls;
    this.weights[at] = 0;
    this.sums[at] = 0;
    this.sizes[row]++;
    return at;
  }

  private moveRow(row: number, room: number): void {
    if (this.used + room > this.classes.length) this.growEntries();
    const from = this.starts[row];
    const to = this.used;
    for (let i = 0; i < this.sizes[row]; i++) {
      this.classes[to + i] = this.classes[from + i];
      this.weights[to + i] = this.weights[from + i];
      this.sums[to + i] = this.sums[from + i];
    }
    this.starts[row] = to;
    this.rooms[row] = room;
    this.used += room;
  }

  private growTable(): void {
    const { keys, rows } = this;
    const mask = keys.length * 2 - 1;
    this.keys = new Int32Array(mask + 1);
    this.rows = new Int32Array(mask + 1);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue;
      let slot = keys[i] & mask;
      while (this.keys[slot] !== 0) slot = (slot + 1) & mask;
      this.keys[slot] = keys[i];
      this.rows[slot] = rows[i];
    }
  }

  private growRows(): void {
    const length = this.starts.length * 2;
    const { starts, sizes, rooms, changes } = this;
    this.starts = new Int32Array(length);
    this.starts.set(starts);
    this.sizes = new Uint8Array(length);
    this.sizes.set(sizes);
    this.rooms = new Uint8Array(length);
    this.rooms.set(rooms);
    this.changes = new Uint16Array(length);
    this.changes.set(changes);
  }

  private growEntries(): void {
    const length = this.classes.length * 2;
    const { classes, weights, sums } = this;
    this.classes = new Uint8Array(length);
    this.classes.set(classes);
    this.weights = new Float32Array(length);
    this.weights.set(weights);
    this.sums = new Float64Array(length);
    this.sums.set(sums);
  }
}
