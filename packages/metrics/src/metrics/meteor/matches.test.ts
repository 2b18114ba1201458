import { describe, expect, it } from 'vitest';
import { createAligner } from './align.ts';
import { Lexicon } from './lexicon.ts';
import { COMPARED_WORDS, findMatches, LATER, MATCH_START, MatchList, MODULE, MODULES, NO_MATCH } from './matches.ts';

const SYNSETS: Record<string, number[]> = { car: [1], auto: [1, 2], wagon: [2] };
const lexicon = new Lexicon({
  stem: (word) => word.replace(/s$/, ''),
  synonyms: { synsets: (word) => SYNSETS[word] ?? [], exceptions: () => [] },
});

function matchesOf(candidate: string, reference: string, modules = 3): MatchList {
  const list = new MatchList();
  const numbers = (text: string) => lexicon.numbersOf(text.split(' '));
  findMatches({ lexicon, candidate: numbers(candidate), reference: numbers(reference), modules }, list);
  return list;
}

/** `exact 0` for each match of a word of the reference: the matcher and the place in the candidate. */
function listed(list: MatchList, place: number): string[] {
  const found: string[] = [];
  for (let at = list.first[place]; at !== NO_MATCH; at = list.cells[at + LATER])
    found.push(`${MODULES[list.cells[at + MODULE]]} ${list.cells[at + MATCH_START]}`);
  return found;
}

describe('matches of single words', () => {
  it('are exact, by stem and by synonym, in this order', () => {
    const list = matchesOf('autos car cars', 'car');
    // The lexicon looks up the synsets of a word's stem too.
    expect(listed(list, 0)).toEqual(expect.arrayContaining(['exact 1', 'stem 2']));
    expect(listed(list, 0)[0]).toBe('exact 1');
    expect(listed(matchesOf('auto', 'car'), 0)).toEqual(['synonym 0']);
    expect(listed(matchesOf('wagon', 'car'), 0)).toEqual([]);
  });

  it('are found only by the matchers that run', () => {
    expect(listed(matchesOf('cars auto', 'car', 1), 0)).toEqual([]);
    expect(listed(matchesOf('cars auto', 'car', 2), 0)).toEqual(['stem 0']);
  });

  it('of equal texts are exact alone', () => {
    expect(listed(matchesOf('cars car', 'cars car'), 0)).toEqual(['exact 0']);
  });

  it('count how often a word is covered', () => {
    const list = matchesOf('the car the', 'the car');
    expect([...list.candidateCoverage.subarray(0, 3)]).toEqual([1, 1, 1]);
    expect([...list.referenceCoverage.subarray(0, 2)]).toEqual([2, 1]);
  });
});

describe('the alignment', () => {
  /** For each word of the reference the place of its word in the candidate, or null. */
  const align = createAligner();
  const places = (candidate: string, reference: string) => {
    const list = matchesOf(candidate, reference);
    const alignment = align(list);
    return reference.split(' ').map((_, place) => (alignment[place] === NO_MATCH ? null : list.cells[alignment[place] + MATCH_START]));
  };

  it('matches as many words as it can, each once', () => {
    expect(places('a b c', 'c a x')).toEqual([2, 0, null]);
    expect(places('a', 'a a').filter((place) => place !== null)).toEqual([0]);
  });

  it('prefers few chunks: words that are neighbours in both texts', () => {
    // "the" occurs twice in the candidate; the second one stands before "dog" in both.
    expect(places('the cat saw the dog', 'the dog')).toEqual([3, 4]);
  });

  it('prefers an exact word to its stem', () => {
    expect(places('cars car', 'car')).toEqual([1]);
  });

  it('takes each word behind the first 64 once, too', () => {
    const padding = Array.from({ length: 70 }, (_, i) => `w${i}`).join(' ');
    expect(places(`${padding} a b`, 'a a b').filter((place) => place !== null)).toEqual([70, 71]);
  });

  it('takes a word that both texts repeat 500 times in bounded time', () => {
    const start = process.cpuUsage();
    const found = places('a '.repeat(500).trim(), `${'a '.repeat(499)}b`).filter((place) => place !== null);
    expect(process.cpuUsage(start).user).toBeLessThan(6_000_000);
    expect(new Set(found).size).toBe(499);
  });

  it('leaves words behind the first 16,384 alone', () => {
    const padding = 'x '.repeat(COMPARED_WORDS - 1);
    expect(places(`${padding}a`, 'a')).toEqual([COMPARED_WORDS - 1]);
    expect(places(`${padding}x a`, 'a')).toEqual([null]);
  });

  it('has at most four million matches', () => {
    const list = matchesOf('a '.repeat(3000).trim(), `${'a '.repeat(2999)}b`);
    expect(list.referenceCoverage.subarray(0, 3000).reduce((sum, count) => sum + count, 0)).toBe(1 << 22);
  });
});
