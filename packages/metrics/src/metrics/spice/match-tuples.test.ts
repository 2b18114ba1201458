import { describe, expect, it } from 'vitest';
import { CATEGORIES, isMatch, matchTuples, tupleScores } from './match-tuples.ts';
import { createConcepts } from './scene-graph.ts';

const conceptOf = createConcepts((word) => ({ car: [1], auto: [1] })[word] ?? []);
const tuple = (...words: string[]) => words.map(conceptOf);

describe('tuples', () => {
  it('match when each of their concepts is similar, in order', () => {
    expect(isMatch(tuple('car', 'on', 'road'), [tuple('auto', 'on', 'road')])).toBe(true);
    expect(isMatch(tuple('road', 'on', 'car'), [tuple('auto', 'on', 'road')])).toBe(false);
    expect(isMatch(tuple('car'), [tuple('car', 'red')])).toBe(false);
  });
  it('give precision over the candidate and recall over the references', () => {
    // 1 of 2 tuples is right, 1 of 4 is found: F = 2 · 1/2 · 1/4 / (3/4).
    const counts = matchTuples([tuple('car'), tuple('dog')], [tuple('auto'), tuple('cat'), tuple('sea'), tuple('sky')]);
    expect(counts).toEqual({ matched: 1, candidate: 2, reference: 4 });
    expect(tupleScores(counts)).toEqual({ precision: 1 / 2, recall: 1 / 4, f: (2 * (1 / 2) * (1 / 4)) / (3 / 4) });
  });
  it('count twice in the recall when two match one reference, as in the original', () => {
    expect(tupleScores(matchTuples([tuple('car'), tuple('auto')], [tuple('car')])).recall).toBe(2);
  });
  it('score 0 without a match', () => {
    expect(tupleScores({ matched: 0, candidate: 0, reference: 3 })).toEqual({ precision: 0, recall: 0, f: 0 });
  });
});

describe('categories', () => {
  const of = (...words: string[]) =>
    Object.entries(CATEGORIES)
      .filter(([, belongs]) => belongs(tuple(...words)))
      .map(([name]) => name);
  it('follow from the length of a tuple, and for attributes from the word', () => {
    expect(of('car')).toEqual(['object']);
    expect(of('car', 'on', 'road')).toEqual(['relation']);
    expect(of('car', 'fast')).toEqual(['attribute']);
    expect(of('car', 'red')).toEqual(['attribute', 'color']);
    expect(of('car', 'two')).toEqual(['attribute', 'cardinality']);
    expect(of('car', 'big')).toEqual(['attribute', 'size']);
  });
});
