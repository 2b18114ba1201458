/** The best partners of each vector by similarity, ties by the earlier place: a limit that does not depend on the order of the pairs. */
import type { SimilarPair } from './settle-similarities.ts';

export interface BestPartners {
  add(pair: SimilarPair): void;
  /** The pairs that are among the best of both, in their order: each vector has at most `most` of them. */
  pairs(): Generator<SimilarPair>;
}

/** Its memory is fixed: twelve bytes for each place among the best. */
export function createBestPartners(count: number, most: number): BestPartners {
  const similarity = new Float64Array(count * most);
  const partner = new Int32Array(count * most).fill(-1);
  const worse = (a: number, b: number) => similarity[a] < similarity[b] || (similarity[a] === similarity[b] && partner[a] > partner[b]);

  function offer(of: number, other: number, value: number): void {
    const start = of * most;
    let place = start;
    for (let at = start; at < start + most; at++) {
      if (partner[at] < 0) {
        place = at;
        break;
      }
      if (worse(at, place)) place = at;
    }
    const full = partner[place] >= 0;
    if (full && (value < similarity[place] || (value === similarity[place] && other > partner[place]))) return;
    partner[place] = other;
    similarity[place] = value;
  }

  const has = (of: number, other: number) => partner.subarray(of * most, (of + 1) * most).includes(other);
  return {
    add({ first, second, similarity: value }) {
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
