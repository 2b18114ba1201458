/** Spherical k-means (Dhillon and Modha, 2001): unit vectors, cosine, centres drawn from the vectors. */
import type { Random } from '../../packages/metrics/src/core/index.ts';

export interface Clustering {
  assigned: Int32Array;
  /** Unit-length rows. */
  centres: Float32Array;
}

export function cluster(
  vectors: Float32Array,
  { dimensions, clusters, rounds, random }: { dimensions: number; clusters: number; rounds: number; random: Random },
): Clustering {
  const count = vectors.length / dimensions;
  const centres = new Float32Array(clusters * dimensions);
  const order = random.shuffle(Array.from({ length: count }, (_, i) => i));
  for (let c = 0; c < clusters; c++) centres.set(vectors.subarray(order[c] * dimensions, (order[c] + 1) * dimensions), c * dimensions);
  const assigned = new Int32Array(count);
  for (let round = 0; round < rounds; round++) {
    for (let v = 0; v < count; v++) assigned[v] = nearest(vectors, v * dimensions, centres, clusters, dimensions);
    centres.fill(0);
    for (let v = 0; v < count; v++)
      for (let d = 0; d < dimensions; d++) centres[assigned[v] * dimensions + d] += vectors[v * dimensions + d];
    for (let c = 0; c < clusters; c++) {
      const row = centres.subarray(c * dimensions, (c + 1) * dimensions);
      const norm = Math.hypot(...row) || 1;
      for (let d = 0; d < dimensions; d++) row[d] /= norm;
    }
  }
  return { assigned, centres };
}

function nearest(vectors: Float32Array, at: number, centres: Float32Array, clusters: number, dimensions: number): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < clusters; c++) {
    let dot = 0;
    const row = c * dimensions;
    for (let d = 0; d < dimensions; d++) dot += vectors[at + d] * centres[row + d];
    if (dot > highest) {
      highest = dot;
      best = c;
    }
  }
  return best;
}
