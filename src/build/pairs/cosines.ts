/** Cosines of many pairs of unit vectors in double precision. Each is summed in one order, so that it is the same on every machine. */

export interface PairPlaces {
  /** Rows of the first list of vectors, and of the second. */
  firsts: Int32Array;
  seconds: Int32Array;
}

/** Four pairs at a time: a sum waits for its last addition, and four sums wait together. */
export function cosines(
  first: Float32Array,
  second: Float32Array,
  { firsts, seconds }: PairPlaces,
  { dimensions, count = firsts.length }: { dimensions: number; count?: number },
): Float64Array {
  const found = new Float64Array(count);
  // Behind the last pair it is measured again, and forgotten.
  const last = count - 1;
  for (let i = 0; i < count; i += 4) {
    const [i1, i2, i3] = [Math.min(i + 1, last), Math.min(i + 2, last), Math.min(i + 3, last)];
    const [a0, a1, a2, a3] = [firsts[i] * dimensions, firsts[i1] * dimensions, firsts[i2] * dimensions, firsts[i3] * dimensions];
    const [b0, b1, b2, b3] = [seconds[i] * dimensions, seconds[i1] * dimensions, seconds[i2] * dimensions, seconds[i3] * dimensions];
    let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
    for (let d = 0; d < dimensions; d++) {
      sum0 += first[a0 + d] * second[b0 + d];
      sum1 += first[a1 + d] * second[b1 + d];
      sum2 += first[a2 + d] * second[b2 + d];
      sum3 += first[a3 + d] * second[b3 + d];
    }
    found[i3] = sum3;
    found[i2] = sum2;
    found[i1] = sum1;
    found[i] = sum0;
  }
  return found;
}
