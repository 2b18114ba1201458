/** A linear classifier over an embedding: the probabilities of its classes. */

export interface LinearHead {
  classes: number;
  /** A row for each class: its weights, then its bias. */
  weights: Float32Array;
}

export function headChances({ classes, weights }: LinearHead, vector: ArrayLike<number>): Float32Array {
  const width = vector.length + 1;
  const chances = new Float32Array(classes);
  let highest = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < classes; c++) {
    let sum = weights[c * width + vector.length];
    for (let d = 0; d < vector.length; d++) sum += weights[c * width + d] * vector[d];
    chances[c] = sum;
    highest = Math.max(highest, sum);
  }
  let total = 0;
  for (let c = 0; c < classes; c++) {
    chances[c] = Math.exp(chances[c] - highest);
    total += chances[c];
  }
  for (let c = 0; c < classes; c++) chances[c] /= total;
  return chances;
}
