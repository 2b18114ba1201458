/** Counts keys that are whole numbers below 2^53 in open-addressed typed arrays: 12 bytes a slot instead of a Map's hundred. */

const EMPTY = -1;
/** Multiplier of Fibonacci hashing (2^32 divided by the golden ratio). */
const GOLDEN = 0x9e3779b1;
const LARGEST_LOAD = 0.6;

export interface SetCounter {
  readonly size: number;
  add(key: number): void;
  count(key: number): number;
  /** Keys counted at least `least` times, ascending. */
  keysFrom(least: number): Float64Array;
}

export function createSetCounter(capacity = 1 << 10): SetCounter {
  let slots = 1 << Math.max(4, Math.ceil(Math.log2(capacity)));
  let keys = new Float64Array(slots).fill(EMPTY);
  let counts = new Uint32Array(slots);
  let size = 0;

  function place(key: number): number {
    const low = key >>> 0;
    const high = (key / 0x1_0000_0000) >>> 0;
    let slot = (Math.imul(low ^ Math.imul(high, 0x85ebca6b), GOLDEN) >>> 0) & (slots - 1);
    while (keys[slot] !== EMPTY && keys[slot] !== key) slot = (slot + 1) & (slots - 1);
    return slot;
  }

  function grow(): void {
    const [oldKeys, oldCounts] = [keys, counts];
    slots *= 2;
    keys = new Float64Array(slots).fill(EMPTY);
    counts = new Uint32Array(slots);
    for (let i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] === EMPTY) continue;
      const slot = place(oldKeys[i]);
      keys[slot] = oldKeys[i];
      counts[slot] = oldCounts[i];
    }
  }

  return {
    get size() {
      return size;
    },
    add(key) {
      let slot = place(key);
      if (keys[slot] === EMPTY) {
        if (size + 1 > slots * LARGEST_LOAD) {
          grow();
          slot = place(key);
        }
        keys[slot] = key;
        size++;
      }
      counts[slot]++;
    },
    count(key) {
      const slot = place(key);
      return keys[slot] === EMPTY ? 0 : counts[slot];
    },
    keysFrom(least) {
      let found = 0;
      for (let i = 0; i < slots; i++) if (keys[i] !== EMPTY && counts[i] >= least) found++;
      const chosen = new Float64Array(found);
      for (let i = 0, next = 0; i < slots; i++) if (keys[i] !== EMPTY && counts[i] >= least) chosen[next++] = keys[i];
      return chosen.sort();
    },
  };
}
