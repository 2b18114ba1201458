import { describe, expect, it } from 'vitest';
import { agreementLevel, disagreement } from './disagreement.ts';
import { peopleFigures, peopleTables } from './people-groups.ts';
import type { RatedPair, RatedPairs } from './ratings/rated-pairs.ts';

const pair = (answer: string, values: (number | null)[], category = 'Time'): RatedPair => ({
  ...{ id: `x/1/${answer}`, context: 'x', question: '1', answer, category },
  ...{ values, comments: {}, place: {} },
});

/** A, B and C are of one mind, D, E and F of another on the second pair. */
const rated: RatedPairs = {
  scale: 'likert',
  annotators: ['A', 'B', 'C', 'D', 'E', 'F'],
  pairs: [
    pair('1', [4, 4, 4, 4, 4, 4]),
    pair('2', [4, 4, 4, 1, 1, 1]),
    pair('3', [1, 1, 1, 1, 1, null]),
    pair('4', [4, 4, 3, 3, 3, 1], 'Space'),
  ],
};
const background = new Map(
  rated.annotators.map((name, i) => [name, { region: i < 3 ? 'north' : 'south', age: i === 0 ? 'old' : 'young' }]),
);

describe('groups of annotators', () => {
  it('have their own agreement and human score, and the score that people outside give them', () => {
    const { columns } = peopleFigures(rated, { background, columns: ['region'], leastPeople: 3 });
    const [north, south] = columns.region.groups;
    expect(north).toMatchObject({ value: 'north', people: 3, f1Within: 1 });
    // The south says no to the second pair: two of three yes are found, so F1 is 2·2/(2·2+1).
    expect(north.f1Outside).toBeCloseTo(0.8, 12);
    expect(south.f1Outside).toBeCloseTo((0.8 + 0.8 + 0.5) / 3, 12);
    expect(columns.region.differences).toEqual([{ id: 'x/1/2', yesShare: { north: 1, south: 0 } }]);
  });

  it('are not shown when they are small, nor is what small ones say of the rest', () => {
    const figures = peopleFigures(rated, { background, columns: ['age'], leastPeople: 3 });
    expect(figures.columns.age).toMatchObject({ groups: [{ value: 'young', people: 5, f1Outside: null }], tooSmall: 1, differences: [] });
    expect(peopleTables(figures)[0].caption).toBe('By age: groups of 3 people or more (1 smaller not shown); majorities differ on 0 pairs');
  });
});

describe('disagreement', () => {
  it('is counted over all pairs by the share of yes', () => {
    const { overall, perCategory, byYesShare } = disagreement(rated);
    expect(overall).toEqual({ pairs: 4, unanimous: 0.5, disputed: 0.25, meanMinority: (0.5 + 1 / 6) / 4 });
    expect(perCategory.Space).toMatchObject({ pairs: 1, unanimous: 0, disputed: 0 });
    expect(byYesShare).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 1, 1]);
  });

  it('has three levels', () => {
    expect([0, 1, 0.8, 0.75, 0.5].map(agreementLevel)).toEqual(['unanimous', 'unanimous', 'majority', 'disputed', 'disputed']);
  });
});
