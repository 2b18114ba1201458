/** A list of whole numbers that grows in a typed array: four bytes each. */
export interface GrowingList {
  push(value: number): void;
  /** All values so far. */
  finish(): Int32Array;
}

export function createGrowingList(capacity = 1 << 10): GrowingList {
  let values = new Int32Array(capacity);
  let length = 0;
  return {
    push(value) {
      if (length === values.length) {
        const grown = new Int32Array(2 * length);
        grown.set(values);
        values = grown;
      }
      values[length++] = value;
    },
    finish: () => values.slice(0, length),
  };
}
