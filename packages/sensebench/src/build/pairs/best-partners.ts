/** The best partners of each vector by similarity, earlier ones first among ties, independent of the order of the pairs. */
import type { SimilarPair } from './settle-similarities.ts';

export interface BestPartners {
  /** Whether a pair with this similarity would be among the current best of one of the two. */
  takes(first: number, second: number, similarity: number): boolean;
  add(first: number, second: number, similarity: number): void;
  /** The lowest similarity that can still change the partners of each vector, which rises as pairs are added. */
  readonly bounds: Float32Array;
  /** The pairs that are among the best of both vectors, in order. Each vector has at most `most` of them. */
  pairs(): Generator<SimilarPair>;
}

/** Uses a fixed amount of memory: twelve bytes per best partner and eight per vector. Pairs below `least` need not be added. */
export function createBestPartners(count: number, most: number, { least = -1 } = {}): BestPartners {
  const similarity = new Float64Array(count * most);
  const partner = new Int32Array(count * most).fill(-1);
  /** The index of the worst partner, or the first free index. */
  const next = Int32Array.from({ length: count }, (_, of) => of * most);
  const bounds = new Float32Array(count).fill(least);
  const worse = (a: number, b: number) => similarity[a] < similarity[b] || (similarity[a] === similarity[b] && partner[a] > partner[b]);

  const fits = (of: number, other: number, value: number) => {
    const place = next[of];
    return partner[place] < 0 || value > similarity[place] || (value === similarity[place] && other < partner[place]);
  };

  function offer(of: number, other: number, value: number): void {
    if (!fits(of, other, value)) return;
    const place = next[of];
    const full = partner[place] >= 0;
    partner[place] = other;
    similarity[place] = value;
    const end = (of + 1) * most;
    if (!full && place + 1 < end) {
      next[of] = place + 1;
      return;
    }
    let worst = of * most;
    for (let at = worst + 1; at < end; at++) if (worse(at, worst)) worst = at;
    next[of] = worst;
    bounds[of] = Math.max(least, similarity[worst]);
  }

  const has = (of: number, other: number) => partner.subarray(of * most, (of + 1) * most).includes(other);
  return {
    bounds,
    takes: (first, second, value) => fits(first, second, value) || fits(second, first, value),
    add(first, second, value) {
      offer(first, second, value);
      offer(second, first, value);
    },
    *pairs() {
      for (let first = 0; first < count; first++) {
        const found: SimilarPair[] = [];
        for (let at = first * most; at < (first + 1) * most; at++) {
          const second = partner[at];
          if (second > first && has(second, first)) found.push({ first, second, similarity: similarity[at] });
        }
        yield* found.sort((a, b) => a.second - b.second);
      }
    },
  };
}
