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
  matches.starting[start].push({ module, start, length: 1, matchStart, matchLength: 1 });
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
    add(matches, { module: 3, start, length, matchStart, matchLength }),
  );
  table.match(phrases, referenceNumbers, (matchStart, matchLength, start, length) =>
    add(matches, { module: 3, start, length, matchStart, matchLength }),
  );
}

function add(matches: Matches, match: Match): void {
  matches.starting[match.start].push(match);
  for (let i = 0; i < match.matchLength; i++) matches.candidateCoverage[match.matchStart + i]++;
  for (let i = 0; i < match.length; i++) matches.referenceCoverage[match.start + i]++;
}

function overlap(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) return true;
    if (a[i] < b[j]) i++;
    else j++;
  }
  return false;
}
