import { describe, expect, it } from 'vitest';
import { Lexicon } from './lexicon.ts';
import { createMeteorStatistics, ENGLISH_PARAMETERS, meteorScore, sumMeteorStatistics } from './statistics.ts';

const lexicon = new Lexicon({ stem: (word) => word });
const statisticsOf = createMeteorStatistics();
const statistics = (candidate: string, reference: string) => {
  const [a, b] = [candidate, reference].map((text) => lexicon.numbersOf(text.split(' ')));
  return statisticsOf({ lexicon, candidate: a, reference: b, modules: 1 });
};

describe("METEOR's statistics", () => {
  it('count lengths, function words, matches and chunks', () => {
    // "the" is a function word. Both words of "the dog" match in one chunk, "sleeps" in another.
    const line = statistics('the dog now sleeps', 'the dog sleeps');
    expect(line.slice(0, 8)).toEqual([4, 3, 1, 1, 2, 2, 1, 1]);
    expect(line.slice(20)).toEqual([2, 3, 3]);
  });

  it('of a perfect match have no fragmentation: the score is 1', () => {
    expect(meteorScore(statistics('the dog sleeps', 'the dog sleeps'))).toBeCloseTo(1, 12);
  });

  it('make the harmonic mean of precision and recall, less the fragmentation', () => {
    // One content word of two: P = R = 1/2; one chunk over one matched word: 1.
    const { gamma } = ENGLISH_PARAMETERS;
    expect(meteorScore(statistics('dogs cats', 'dogs birds'))).toBeCloseTo(0.5 * (1 - gamma), 12);
  });

  it('are 0 where nothing matches', () => {
    expect(meteorScore(statistics('dogs', 'cats'))).toBe(0);
  });

  it('are summed over items, without the chunk of a perfect item', () => {
    const [perfect, other] = [statistics('dogs', 'dogs'), statistics('dogs cats', 'dogs birds')];
    const sum = sumMeteorStatistics([perfect, other]);
    expect([sum[0], sum[1], sum[20], sum[21], sum[22]]).toEqual([3, 3, 1, 2, 2]);
  });
});
