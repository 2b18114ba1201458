/** All pairs of unit vectors whose cosine is at least a threshold: exhaustive and exact, with no cut at some number of neighbours (SituatedGen, section 4.3). */

export interface SimilarPair {
  first: number;
  second: number;
  /** To five decimals. */
  similarity: number;
}

export interface SimilarPairsOptions {
  dimensions: number;
  threshold: number;
  /** Axes of the bound: more of them make it tighter and dearer. */
  axes?: number;
}

/** Slack for the rounding of the bound; a candidate is always measured in full. */
const SLACK = 1e-4;
const BLOCK = 64;

/**
 * Each vector is written as its part in a subspace of a few axes and what is left of it. The cosine of two vectors is the product of their parts
 * plus that of what is left, which the product of the two lengths bounds (Cauchy and Schwarz). Only pairs whose bound reaches the threshold are
 * measured in full, so nothing is missed. The axes are those of a pivoted Cholesky factorization: each takes the vector that has most left.
 */
export function similarPairs(vectors: Float32Array, { dimensions, threshold, axes = 48 }: SimilarPairsOptions): SimilarPair[] {
  const count = vectors.length / dimensions;
  const { parts, left, width } = project(vectors, count, dimensions, Math.min(axes, dimensions));
  const pairs: SimilarPair[] = [];
  for (let rows = 0; rows < count; rows += BLOCK) {
    const rowsEnd = Math.min(count, rows + BLOCK);
    for (let columns = rows; columns < count; columns += BLOCK) {
      const columnsEnd = Math.min(count, columns + BLOCK);
      for (let i = rows; i < rowsEnd; i++) {
        const from = Math.max(columns, i + 1);
        const limit = threshold - SLACK;
        for (let j = from; j < columnsEnd; j++) {
          if (dot(parts, i * width, parts, j * width, width) + left[i] * left[j] < limit) continue;
          const similarity = round(dot(vectors, i * dimensions, vectors, j * dimensions, dimensions));
          if (similarity >= threshold) pairs.push({ first: i, second: j, similarity });
        }
      }
    }
  }
  return pairs.sort((a, b) => a.first - b.first || a.second - b.second);
}

/** The most similar other vector of each of some vectors; −1 where there is no other. */
export function nearest(
  vectors: Float32Array,
  { dimensions, of, among }: { dimensions: number; of: readonly number[]; among?: (first: number, second: number) => boolean },
): { index: number; similarity: number }[] {
  const count = vectors.length / dimensions;
  return of.map((first) => {
    let index = -1;
    let best = Number.NEGATIVE_INFINITY;
    for (let second = 0; second < count; second++) {
      if (second === first || (among && !among(first, second))) continue;
      const similarity = dot(vectors, first * dimensions, vectors, second * dimensions, dimensions);
      if (similarity > best) {
        best = similarity;
        index = second;
      }
    }
    return { index, similarity: index < 0 ? 0 : round(best) };
  });
}

export function cosine(vectors: Float32Array, first: number, second: number, dimensions: number): number {
  return round(dot(vectors, first * dimensions, vectors, second * dimensions, dimensions));
}

function project(vectors: Float32Array, count: number, dimensions: number, axes: number) {
  const width = Math.ceil(axes / 4) * 4;
  const parts = new Float64Array(count * width);
  const rest = Float64Array.from({ length: count }, (_, i) => dot(vectors, i * dimensions, vectors, i * dimensions, dimensions));
  const axis = new Float64Array(dimensions);
  const basis: Float64Array[] = [];
  for (let a = 0; a < axes; a++) {
    let pivot = 0;
    for (let i = 1; i < count; i++) if (rest[i] > rest[pivot]) pivot = i;
    if (count === 0 || rest[pivot] < 1e-9) break;
    for (let d = 0; d < dimensions; d++) axis[d] = vectors[pivot * dimensions + d];
    for (const known of basis) {
      const share = dot(axis, 0, known, 0, dimensions);
      for (let d = 0; d < dimensions; d++) axis[d] -= share * known[d];
    }
    const length = Math.sqrt(dot(axis, 0, axis, 0, dimensions));
    if (length < 1e-6) break;
    const unit = axis.map((value) => value / length);
    basis.push(unit);
    for (let i = 0; i < count; i++) {
      const part = dot(vectors, i * dimensions, unit, 0, dimensions);
      parts[i * width + a] = part;
      rest[i] -= part * part;
    }
  }
  return { parts, width, left: rest.map((square) => Math.sqrt(Math.max(0, square))) };
}

/** Four sums at a time: they do not wait for each other. */
function dot(a: Float32Array | Float64Array, i: number, b: Float32Array | Float64Array, j: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let d = 0;
  for (; d + 3 < length; d += 4) {
    s0 += a[i + d] * b[j + d];
    s1 += a[i + d + 1] * b[j + d + 1];
    s2 += a[i + d + 2] * b[j + d + 2];
    s3 += a[i + d + 3] * b[j + d + 3];
  }
  for (; d < length; d++) s0 += a[i + d] * b[j + d];
  return s0 + s1 + (s2 + s3);
}

function round(similarity: number): number {
  return Math.round(similarity * 1e5) / 1e5;
}
