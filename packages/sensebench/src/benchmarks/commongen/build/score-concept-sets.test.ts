import { describe, expect, it } from 'vitest';
import { mineConceptSets } from './mine-concept-sets.ts';
import { scoreConceptSets } from './score-concept-sets.ts';

/** Concepts 0–4 in four sentences. */
const sentences = {
  concepts: Int32Array.from([0, 1, 2, 0, 1, 2, 3, 0, 1, 3, 1, 4]),
  starts: Int32Array.from([0, 3, 7, 10, 12]),
  vocabulary: 5,
};
const words = [
  [0, 1, 2, 9],
  [0, 1, 2, 3, 9, 9],
  [0, 1, 3, 8, 9],
  [1, 4],
].map((list) => Int32Array.from(list));

describe('the score of a set', () => {
  it('is |S(x)| times diversity times ρ(x), as the arithmetic of section 3.1 by hand gives', () => {
    const scored = scoreConceptSets(mineConceptSets(sentences, { least: 1 }), { of: (sentence) => words[sentence], vocabulary: 10 }, 5);
    // All sets: 012, 013, 023, 123 and 0123. Concepts 0 to 3 are each in four of the five.
    expect(scored.map(({ concepts }) => concepts.join(''))).toEqual(['012', '013', '023', '123', '0123']);
    const [first, second] = scored;
    // S(012) is the first two sentences: words 0, 1, 2, 3, 9 in a length of 4 + 6.
    expect(first).toEqual({ concepts: [0, 1, 2], sentences: 2, diversity: 5 / 10, rarity: 5 / 4, score: 2 * (5 / 10) * (5 / 4) });
    // S(013) is the second and third: words 0, 1, 2, 3, 8, 9 in a length of 6 + 5.
    expect(second.score).toBeCloseTo(2 * (6 / 11) * (5 / 4), 12);
  });

  it('takes ρ from the concept that is in most sets', () => {
    const uneven = { concepts: Int32Array.from([0, 1, 2, 0, 3, 4, 1, 3, 5]), starts: Int32Array.from([0, 3, 6, 9]), vocabulary: 6 };
    const scored = scoreConceptSets(mineConceptSets(uneven, { least: 1 }), { of: () => Int32Array.from([1]), vocabulary: 2 }, 6);
    // Concepts 0, 1 and 3 are in two sets of three each.
    expect(scored.map(({ rarity }) => rarity)).toEqual([3 / 2, 3 / 2, 3 / 2]);
  });
});
