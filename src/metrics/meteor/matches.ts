/** Every way in which words of a candidate and a reference can match (Denkowski and Lavie, 2014, section 3.1): exact, stem, synonym, paraphrase, in METEOR's order. */
import type { MeteorWord } from './lexicon.ts';
import type { FoundPhrase, ParaphraseTable } from './paraphrase-table.ts';

export const MODULES = ['exact', 'stem', 'synonym', 'paraphrase'] as const;

export interface Match {
  /** Which matcher found it. */
  module: number;
  /** Place and number of words in the reference. */
  start: number;
  length: number;
  /** Place and number of words in the candidate. */
  matchStart: number;
  matchLength: number;
  /** Those words as bits, of the candidate's first 32 words and of the next 32. */
  low: number;
  high: number;
}

export interface Matches {
  /** By the place in the reference where they start. */
  starting: Match[][];
  candidateCoverage: Int32Array;
  referenceCoverage: Int32Array;
}

export interface MatchInput {
  candidate: readonly MeteorWord[];
  reference: readonly MeteorWord[];
  /** How many of the four matchers run. */
  modules: number;
  paraphrases?: { table: ParaphraseTable /** Of the candidate: found once for all references. */; phrases: readonly FoundPhrase[] };
}

export function findMatches({ candidate, reference, modules, paraphrases }: MatchInput): Matches {
  const matches: Matches = {
    starting: reference.map(() => []),
    candidateCoverage: new Int32Array(candidate.length),
    referenceCoverage: new Int32Array(reference.length),
  };
  const same = candidate.length === reference.length && candidate.every((word, i) => word.form === reference[i].form);
  for (let i = 0; i < reference.length; i++) addWordMatches(matches, candidate, reference[i], i, same ? 1 : modules);
  if (same) return matches;
  if (modules > 3 && paraphrases) addParaphrases(matches, candidate, reference, paraphrases);
  return matches;
}

function addWordMatches(matches: Matches, candidate: readonly MeteorWord[], word: MeteorWord, start: number, modules: number): void {
  for (let j = 0; j < candidate.length; j++) if (candidate[j].form === word.form) addWord(matches, 0, start, j);
  if (modules > 1) {
    for (let j = 0; j < candidate.length; j++) {
      if (candidate[j].stem === word.stem && candidate[j].form !== word.form) addWord(matches, 1, start, j);
    }
  }
  if (modules > 2 && word.synsets.length > 0) {
    for (let j = 0; j < candidate.length; j++) {
      if (candidate[j].form !== word.form && overlap(candidate[j].synsets, word.synsets)) addWord(matches, 2, start, j);
    }
  }
}

function addWord(matches: Matches, module: number, start: number, matchStart: number): void {
  const low = matchStart < 32 ? 1 << matchStart : 0;
  const high = matchStart >= 32 && matchStart < 64 ? 1 << (matchStart - 32) : 0;
  matches.starting[start].push({ module, start, length: 1, matchStart, matchLength: 1, low, high });
  matches.candidateCoverage[matchStart]++;
  matches.referenceCoverage[start]++;
}

/** From the reference's phrases to the candidate, then from the candidate's to the reference; a pair that stands in the table both ways is found twice, as in the original. */
function addParaphrases(
  matches: Matches,
  candidate: readonly MeteorWord[],
  reference: readonly MeteorWord[],
  { table, phrases }: NonNullable<MatchInput['paraphrases']>,
): void {
  const candidateNumbers = candidate.map((word) => word.paraphrase);
  const referenceNumbers = reference.map((word) => word.paraphrase);
  table.match(table.phrases(referenceNumbers), candidateNumbers, (start, length, matchStart, matchLength) =>
    add(matches, { start, length, matchStart, matchLength }),
  );
  table.match(phrases, referenceNumbers, (matchStart, matchLength, start, length) =>
    add(matches, { start, length, matchStart, matchLength }),
  );
}

type PhrasePlaces = Pick<Match, 'start' | 'length' | 'matchStart' | 'matchLength'>;

function add(matches: Matches, { start, length, matchStart, matchLength }: PhrasePlaces): void {
  const [low, high] = [bits(matchStart, matchLength, 0), bits(matchStart, matchLength, 32)];
  matches.starting[start].push({ module: 3, start, length, matchStart, matchLength, low, high });
  for (let i = 0; i < matchLength; i++) matches.candidateCoverage[matchStart + i]++;
  for (let i = 0; i < length; i++) matches.referenceCoverage[start + i]++;
}

/** Bits of the words of a phrase, of the 32 words from `from` on. */
function bits(start: number, length: number, from: number): number {
  let mask = 0;
  for (let i = Math.max(start, from); i < start + length && i < from + 32; i++) mask |= 1 << (i - from);
  return mask;
}

function overlap(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) return true;
    if (a[i] < b[j]) i++;
    else j++;
  }
  return false;
}
