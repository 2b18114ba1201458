/** All matches between a candidate and a reference: exact, stem, synonym, paraphrase (Denkowski and Lavie 2014, section 3.1). */
import { widened } from '../../core/index.ts';
import type { Lexicon } from './lexicon.ts';
import type { FoundPhrase, ParaphraseTable } from './paraphrase-table.ts';

export const MODULES = ['exact', 'stem', 'synonym', 'paraphrase'] as const;

/** Values per match. */
const FIELDS = 8;
/** Which matcher found it. */
export const MODULE = 0;
/** Position and number of words in the reference. */
export const START = 1;
export const LENGTH = 2;
/** Position and number of words in the candidate. */
export const MATCH_START = 3;
export const MATCH_LENGTH = 4;
/** The same words as bits, for the candidate's first 32 words and the next 32. */
export const LOW = 5;
export const HIGH = 6;
/** The next match at the same position of the reference. */
export const LATER = 7;
export const NO_MATCH = -1;

/**
 * Limits on time and memory for endlessly repetitive texts: words after the first 16,384 of a text, and matches after the first four million of
 * a pair (one word 2,048 times in both texts), count as not matched. The original has no limits.
 */
export const COMPARED_WORDS = 1 << 14;
const MOST_MATCHES = 1 << 22;

const SEVERAL = -1;

/** Which word of the candidate has a synset. One array serves all candidates: for each synset the last candidate that had it, and its word there. */
class CandidateSynsets {
  private marks = new Int32Array(1 << 18);
  private count = 0;
  private marked: Int32Array | null = null;

  /** The same candidate is marked once for all its references. */
  mark({ synsets, synsetStarts }: Lexicon, candidate: Int32Array): void {
    if (this.marked === candidate) return;
    this.marked = candidate;
    this.count++;
    for (let j = 0; j < candidate.length; j++) {
      const word = candidate[j];
      const end = synsetStarts[word + 1];
      for (let i = synsetStarts[word]; i < end; i++) {
        const at = 2 * synsets[i];
        if (at >= this.marks.length) this.marks = widened(this.marks, 2 * at);
        const isNew = this.marks[at] !== this.count || this.marks[at + 1] === word;
        this.marks[at] = this.count;
        this.marks[at + 1] = isNew ? word : SEVERAL;
      }
    }
  }

  /** Whether another word of the candidate may share a synset with this one. */
  mayMatch({ synsets, synsetStarts }: Lexicon, word: number): boolean {
    const { marks, count } = this;
    const end = synsetStarts[word + 1];
    for (let i = synsetStarts[word]; i < end; i++) {
      const at = 2 * synsets[i];
      if (marks[at] === count && marks[at + 1] !== word) return true;
    }
    return false;
  }
}

/** The matches of one pair of texts in one array, which is reused for the next pair. A match is identified by the index of its first value. */
export class MatchList {
  cells = new Int32Array(FIELDS * 256);
  /** By position in the reference, the first and the last match that start there. */
  first = new Int32Array(64);
  last = new Int32Array(64);
  /** By word, the number of matches it is in. */
  candidateCoverage = new Int32Array(64);
  referenceCoverage = new Int32Array(64);
  /** Words that are compared. */
  candidateLength = 0;
  referenceLength = 0;
  readonly candidateSynsets = new CandidateSynsets();
  private end = 0;

  reset(candidateLength: number, referenceLength: number): void {
    if (candidateLength > this.candidateCoverage.length) this.candidateCoverage = new Int32Array(2 * candidateLength);
    if (referenceLength > this.first.length) {
      this.first = new Int32Array(2 * referenceLength);
      this.last = new Int32Array(2 * referenceLength);
      this.referenceCoverage = new Int32Array(2 * referenceLength);
    }
    this.candidateCoverage.fill(0, 0, candidateLength);
    this.referenceCoverage.fill(0, 0, referenceLength);
    this.first.fill(NO_MATCH, 0, referenceLength);
    this.candidateLength = candidateLength;
    this.referenceLength = referenceLength;
    this.end = 0;
  }

  add(module: number, start: number, length: number, matchStart: number, matchLength: number): void {
    const at = this.end;
    if (at === FIELDS * MOST_MATCHES) return;
    this.end += FIELDS;
    if (this.end > this.cells.length) this.cells = widened(this.cells);
    const { cells } = this;
    cells[at + MODULE] = module;
    cells[at + START] = start;
    cells[at + LENGTH] = length;
    cells[at + MATCH_START] = matchStart;
    cells[at + MATCH_LENGTH] = matchLength;
    cells[at + LOW] = bits(matchStart, matchLength, 0);
    cells[at + HIGH] = bits(matchStart, matchLength, 32);
    cells[at + LATER] = NO_MATCH;
    if (this.first[start] === NO_MATCH) this.first[start] = at;
    else cells[this.last[start] + LATER] = at;
    this.last[start] = at;
    for (let i = 0; i < matchLength; i++) this.candidateCoverage[matchStart + i]++;
    for (let i = 0; i < length; i++) this.referenceCoverage[start + i]++;
  }
}

export interface MatchInput {
  lexicon: Lexicon;
  /** Words by their numbers in the lexicon. */
  candidate: Int32Array;
  reference: Int32Array;
  /** How many of the four matchers run. */
  modules: number;
  paraphrases?: {
    table: ParaphraseTable;
    /** The candidate's words by their numbers in the table, and its phrases, computed once for all references. */
    words: Int32Array;
    phrases: readonly FoundPhrase[];
  };
}

/** Fills the list with all matches of a pair. */
export function findMatches({ lexicon, candidate, reference, modules, paraphrases }: MatchInput, matches: MatchList): void {
  const compared = comparedWords(candidate);
  const sought = comparedWords(reference);
  matches.reset(compared.length, sought.length);
  const same = isSame(lexicon, candidate, reference);
  matches.candidateSynsets.mark(lexicon, compared);
  for (let i = 0; i < sought.length; i++) addWordMatches(matches, lexicon, compared, sought[i], i, same ? 1 : modules);
  if (!same && modules > 3 && paraphrases) addParaphrases(matches, lexicon, sought, paraphrases);
}

export function comparedWords(words: Int32Array): Int32Array {
  return words.length > COMPARED_WORDS ? words.subarray(0, COMPARED_WORDS) : words;
}

function isSame({ forms }: Lexicon, candidate: Int32Array, reference: Int32Array): boolean {
  if (candidate.length !== reference.length) return false;
  for (let i = 0; i < candidate.length; i++) if (forms[candidate[i]] !== forms[reference[i]]) return false;
  return true;
}

/** All matches of one matcher come before those of the next; the later two search only if they may find something. */
function addWordMatches(matches: MatchList, lexicon: Lexicon, candidate: Int32Array, word: number, start: number, modules: number): void {
  const { forms, stems } = lexicon;
  const form = forms[word];
  const stem = stems[word];
  let stemsMatch = false;
  for (let j = 0; j < candidate.length; j++) {
    const other = candidate[j];
    if (forms[other] === form) matches.add(0, start, 1, j, 1);
    else if (stems[other] === stem) stemsMatch = true;
  }
  if (stemsMatch && modules > 1) {
    for (let j = 0; j < candidate.length; j++) {
      if (stems[candidate[j]] === stem && forms[candidate[j]] !== form) matches.add(1, start, 1, j, 1);
    }
  }
  if (modules > 2 && matches.candidateSynsets.mayMatch(lexicon, word)) {
    for (let j = 0; j < candidate.length; j++) {
      if (forms[candidate[j]] !== form && overlap(lexicon, candidate[j], word)) matches.add(2, start, 1, j, 1);
    }
  }
}

/** Looks up the phrases of the reference, then of the candidate. A pair that is in the table in both directions is found twice, as in the original. */
function addParaphrases(
  matches: MatchList,
  lexicon: Lexicon,
  reference: Int32Array,
  { table, words, phrases }: NonNullable<MatchInput['paraphrases']>,
): void {
  const referenceWords = paraphraseNumbers(lexicon, reference);
  table.match(table.phrases(referenceWords), words, (start, length, matchStart, matchLength) =>
    matches.add(3, start, length, matchStart, matchLength),
  );
  table.match(phrases, referenceWords, (matchStart, matchLength, start, length) => matches.add(3, start, length, matchStart, matchLength));
}

/** Words by their numbers in the paraphrase table. */
export function paraphraseNumbers({ paraphrases }: Lexicon, words: Int32Array): Int32Array {
  const numbers = new Int32Array(words.length);
  for (let i = 0; i < words.length; i++) numbers[i] = paraphrases[words[i]];
  return numbers;
}

/** Bits of the words of a phrase, of the 32 words from `from` on. */
function bits(start: number, length: number, from: number): number {
  let mask = 0;
  for (let i = Math.max(start, from); i < start + length && i < from + 32; i++) mask |= 1 << (i - from);
  return mask;
}

/** Whether two words have a synset in common. */
function overlap({ synsets, synsetStarts }: Lexicon, a: number, b: number): boolean {
  const aEnd = synsetStarts[a + 1];
  const bEnd = synsetStarts[b + 1];
  for (let i = synsetStarts[a], j = synsetStarts[b]; i < aEnd && j < bEnd; ) {
    if (synsets[i] === synsets[j]) return true;
    if (synsets[i] < synsets[j]) i++;
    else j++;
  }
  return false;
}
