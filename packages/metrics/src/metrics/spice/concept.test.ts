import { describe, expect, it } from 'vitest';
import { areEqual, areSimilar, createConcepts, mergeConcept, nameOf, similarity } from './scene-graph.ts';

const SYNSETS: Record<string, number[]> = { car: [1, 2], auto: [1], wagon: [2, 3], fire_truck: [9] };
const looked: string[] = [];
const conceptOf = createConcepts((word) => {
  looked.push(word);
  return SYNSETS[word] ?? [];
});

describe('concepts', () => {
  it('are looked up with underscores, in lower case, once each', () => {
    expect([...conceptOf('Fire truck').synsets]).toEqual([9]);
    conceptOf('Fire truck');
    expect(looked.filter((word) => word === 'fire_truck')).toHaveLength(1);
  });
  it('are similar when they share a synset or a word', () => {
    expect(areSimilar(conceptOf('car'), conceptOf('auto'))).toBe(true);
    expect(areSimilar(conceptOf('auto'), conceptOf('wagon'))).toBe(false);
    expect(areSimilar(conceptOf('zzz'), conceptOf('zzz'))).toBe(true);
  });
  it('are as near as the share of their common synsets; a common word is 1', () => {
    // {1, 2} and {2, 3}: one of three.
    expect(similarity(conceptOf('car'), conceptOf('wagon'))).toBeCloseTo(1 / 3, 12);
    expect(similarity(conceptOf('car'), conceptOf('car'))).toBe(1);
    expect(similarity(conceptOf('zzz'), conceptOf('yyy'))).toBe(0);
  });
  it('merge words and synsets', () => {
    const merged = conceptOf('auto');
    mergeConcept(merged, conceptOf('wagon'));
    expect(nameOf(merged)).toBe('auto/wagon');
    expect([...merged.synsets]).toEqual([1, 2, 3]);
    expect(areEqual(merged, conceptOf('auto'))).toBe(false);
    expect(areEqual(conceptOf('auto'), conceptOf('auto'))).toBe(true);
  });
});
