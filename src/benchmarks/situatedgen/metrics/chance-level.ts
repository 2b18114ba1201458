/** The level of chance of MATCH: what the keywords in random order, cut in half, are expected to score, each half being a sentence. */
import { createRandom } from '../../../core/index.ts';

/** Up to this many keywords every half is tried (3,432 of them); of more, some are drawn. */
const MOST_TRIED = 14;
const DRAWN = 2000;

export interface ChanceLevels {
  match: number;
  strict: number;
}

export interface ChanceKeyword extends Grouping {
  /** Places of the keywords whose text holds this one: itself, copies, other forms; `within` longer ones too. */
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

/** Which keywords are in the first half. */
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

/** The sentences in which the answer has a keyword. */
export interface Grouping {
  /** Sentences of the answer it belongs to: one of them, both if that is not known, none if it is in neither. */
  t: readonly number[];
  /** The answer has it in both sentences. */
  both: boolean;
}

/** Whether the output has a keyword in its first and in its second sentence. */
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
