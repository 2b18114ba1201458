/** The chance level of MATCH: the expected score of the keywords in random order, cut in half, with each half as a sentence. */
import { createRandom } from '@sensebench/metrics/internal/core';

/** Up to this many keywords, all halves are tried (3,432 of them); for more keywords, halves are sampled. */
const MOST_TRIED = 14;
const DRAWN = 2000;

export interface ChanceLevels {
  match: number;
  strict: number;
}

export interface ChanceKeyword extends Grouping {
  /** Indexes of the keywords whose text contains this one: itself, copies and other forms; `within` adds longer ones. */
  alike: readonly number[];
  within: readonly number[];
}

export function chanceLevels(keywords: readonly ChanceKeyword[], seed: string): ChanceLevels {
  const sums = { match: 0, strict: 0 };
  let halves = 0;
  for (const half of halvesOf(keywords.length, seed)) {
    const sides = (places: readonly number[]): Placed => [places.some((place) => half[place]), places.some((place) => !half[place])];
    sums.match += bestOrder(keywords, ({ within }) => sides(within));
    sums.strict += bestOrder(keywords, ({ alike }) => sides(alike), { strict: true });
    halves++;
  }
  return { match: sums.match / halves, strict: sums.strict / halves };
}

/** Whether each keyword is in the first half. */
function* halvesOf(count: number, seed: string): Generator<boolean[]> {
  const size = count >> 1;
  if (count <= MOST_TRIED) {
    for (let mask = 0; mask < 1 << count; mask++) {
      const half = Array.from({ length: count }, (_, place) => (mask & (1 << place)) !== 0);
      if (half.filter(Boolean).length === size) yield half;
    }
    return;
  }
  const random = createRandom(`chance/${seed}`);
  const places = Array.from({ length: count }, (_, place) => place);
  for (let i = 0; i < DRAWN; i++) {
    const taken = new Set(random.sample(places, size));
    yield places.map((place) => taken.has(place));
  }
}

/** The sentences of the answer in which a keyword occurs. */
export interface Grouping {
  /** The sentences of the answer to which it belongs: one, both if that is unknown, none if it occurs in neither. */
  t: readonly number[];
  /** Whether it occurs in both sentences of the answer. */
  both: boolean;
}

/** Whether a keyword occurs in the first and in the second sentence of the output. */
export type Placed = readonly [boolean, boolean];

/**
 * The share of keywords that are in the right sentence, in the order of the two sentences that fits better (SituatedGen, appendix C.2).
 * (1/k) max(Σ [tᵢ = pᵢ], Σ [1 − tᵢ = pᵢ]). `strict`: a keyword in both sentences is wrong, unless the answer has it in both.
 */
export function bestOrder<K extends Grouping>(
  keywords: readonly K[],
  placed: (keyword: K) => Placed,
  { strict = false }: { strict?: boolean } = {},
): number {
  const right = [0, 0];
  for (const keyword of keywords) {
    const own = placed(keyword);
    if (strict && own[0] && own[1] && !keyword.both) continue;
    if (keyword.t.some((sentence) => own[sentence])) right[0]++;
    if (keyword.t.some((sentence) => own[1 - sentence])) right[1]++;
  }
  return Math.max(...right) / keywords.length;
}
