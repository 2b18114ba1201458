import { describe, expect, it } from 'vitest';
import { linkWords, plausibility } from './conceptnet.ts';

const EDGES = [
  { relation: 'CapableOf', start: 'dog', end: 'catch_a_frisbee' },
  { relation: 'CapableOf', start: 'man', end: 'throw_ball' },
];

describe('links of words on ConceptNet', () => {
  it('hold between both sides of an edge and within a phrase, for wanted words', async () => {
    const links = await linkWords(EDGES, new Set(['dog', 'frisbee']));
    expect([links.has('dog', 'catch'), links.has('catch', 'frisbee'), links.has('a', 'dog')]).toEqual([true, true, false]);
    // Neither word of this pair is wanted.
    expect(links.has('man', 'throw')).toBe(false);
  });

  it('make a sentence plausible by the share of its neighbouring words that are linked', async () => {
    const links = await linkWords(EDGES, new Set(['dog', 'frisbee', 'throw']));
    expect(plausibility(['dog', 'catch', 'frisbee'], links)).toBe(1);
    expect(plausibility(['dog', 'throw', 'frisbee'], links)).toBe(0);
    expect(plausibility(['man', 'throw', 'frisbee'], links)).toBe(0.5);
    expect(plausibility(['dog'], links)).toBe(0);
    expect(plausibility(['dog', 'dog', 'catch'], links)).toBe(1);
  });
});
