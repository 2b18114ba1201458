/** Unit vectors like those of masked statements: families of sentences, of which about half a percent of all pairs reaches 0.8. */
import { createRandom } from '../packages/metrics/src/core/index.ts';

/** One family for each so many vectors: pairs grow as they do in real text, with the square. */
const FAMILIES = 180;

/** `part`: other vectors of the same families. */
export function madeVectors(count: number, dimensions: number, { seed = 17, part = 0 } = {}): Float32Array {
  let random = createRandom(`vectors/${seed}`);
  const centres = Array.from({ length: FAMILIES }, () => Float32Array.from({ length: dimensions }, () => random.next() - 0.5));
  if (part > 0) random = createRandom(`vectors/${seed}/${part}`);
  const vectors = new Float32Array(count * dimensions);
  for (let i = 0; i < count; i++) {
    const centre = centres[random.below(FAMILIES)];
    let sum = 0;
    const row = vectors.subarray(i * dimensions, (i + 1) * dimensions);
    for (let d = 0; d < dimensions; d++) {
      row[d] = centre[d] + (random.next() - 0.5) * 0.48;
      sum += row[d] ** 2;
    }
    for (let d = 0; d < dimensions; d++) row[d] /= Math.sqrt(sum);
  }
  return vectors;
}
