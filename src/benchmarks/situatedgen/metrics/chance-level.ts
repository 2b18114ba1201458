/** The level of chance of MATCH: what the keywords in random order, cut in half, are expected to score, each half being a sentence. */
import { createRandom } from '../../../core/index.ts';
import { bestOrder, type Grouping, type Placed } from './grouping.ts';

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
