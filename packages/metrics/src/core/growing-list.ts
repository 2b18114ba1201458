/** Lists of numbers in growing typed arrays: four bytes per number, without boxing. */

/** A copy with more capacity; default: twice as much. */
export function widened<List extends Int32Array | Uint32Array | Uint8Array | Float32Array | Float64Array>(
  list: List,
  length = 2 * list.length,
): List {
  const wider = new (list.constructor as new (length: number) => List)(length);
  wider.set(list);
  return wider;
}

/** A list of whole numbers. */
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
      if (length === values.length) values = widened(values);
      values[length++] = value;
    },
    finish: () => values.slice(0, length),
  };
}
