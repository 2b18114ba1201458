/** The dependency tree with the best sum of arc scores and one root (Chu and Liu 1965; Edmonds 1967). */

/** `scores[d * size + h]` is the score of node h as the head of node d; node 0 is the root. Gives each node's head, 0 for the root itself. */
export function bestTree(scores: ArrayLike<number>, size: number): Int32Array {
  const matrix = Float64Array.from({ length: size * size }, (_, i) => scores[i]);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of matrix) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  // A second dependent of the root costs more than any tree can gain.
  const penalty = (most - least + 1) * size;
  for (let d = 1; d < size; d++) matrix[d * size] -= penalty;
  const heads = new Int32Array(size);
  contract(matrix, size, heads);
  return heads;
}

function contract(scores: Float64Array, size: number, heads: Int32Array): void {
  for (let d = 1; d < size; d++) {
    let best = 0;
    for (let h = 1; h < size; h++) if (h !== d && scores[d * size + h] > scores[d * size + best]) best = h;
    heads[d] = best;
  }
  const cycle = findCycle(heads, size);
  if (cycle === null) return;
  const inside = new Uint8Array(size);
  for (const node of cycle) inside[node] = 1;
  // The cycle becomes one node, the last; entering it at a node gives up that node's arc of the cycle.
  const outer: number[] = [];
  for (let node = 0; node < size; node++) if (!inside[node]) outer.push(node);
  const smaller = outer.length + 1;
  const last = smaller - 1;
  const next = new Float64Array(smaller * smaller).fill(Number.NEGATIVE_INFINITY);
  const entry = new Int32Array(smaller);
  const exit = new Int32Array(smaller);
  outer.forEach((node, i) => {
    outer.forEach((other, k) => {
      next[i * smaller + k] = scores[node * size + other];
    });
    for (const member of cycle) {
      const into = scores[member * size + node] - scores[member * size + heads[member]];
      if (into > next[last * smaller + i] || entry[i] === 0) {
        next[last * smaller + i] = into;
        entry[i] = member;
      }
      const from = scores[node * size + member];
      if (from > next[i * smaller + last] || exit[i] === 0) {
        next[i * smaller + last] = from;
        exit[i] = member;
      }
    }
  });
  const found = new Int32Array(smaller);
  contract(next, smaller, found);
  for (let i = 1; i < last; i++) heads[outer[i]] = found[i] === last ? exit[i] : outer[found[i]];
  const broken = entry[found[last]];
  heads[broken] = outer[found[last]];
}

/** The nodes of one cycle of heads, or null. */
function findCycle(heads: Int32Array, size: number): number[] | null {
  const seen = new Int32Array(size);
  for (let start = 1; start < size; start++) {
    let node = start;
    while (node !== 0 && seen[node] === 0) {
      seen[node] = start;
      node = heads[node];
    }
    if (node === 0 || seen[node] !== start) continue;
    const cycle = [node];
    for (let other = heads[node]; other !== node; other = heads[other]) cycle.push(other);
    return cycle;
  }
  return null;
}
