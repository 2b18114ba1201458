/** METEOR's alignment (Denkowski and Lavie, 2014, section 3.2): a beam search for most matched words, then fewest chunks, then least distance. */
import type { Match, Matches } from './matches.ts';

const BEAM = 40;
/** How much a matched word counts in the search: exact matches in full, all others half. */
const SEARCH_WEIGHTS = [1, 0.5, 0.5, 0.5];

interface Chosen {
  match: Match;
  before: Chosen | null;
}

/** A way to align the reference up to some word. Fields are copied one by one: this is the innermost loop of METEOR. */
class Partial {
  /** The matches chosen on the way here, the last one first. Matches without a rival are in none of these lists. */
  chosen: Chosen | null = null;
  /** Which of the candidate's first 64 words they take. */
  low = 0;
  high = 0;
  candidateWeight = 0;
  referenceWeight = 0;
  chunks = 0;
  /** The next word of the reference to be aligned. */
  next = 0;
  /** Where the last match ended in the candidate; -1 when the word before was not matched. */
  lastEnd = -1;
  distance = 0;

  copy(): Partial {
    const twin = new Partial();
    twin.chosen = this.chosen;
    twin.low = this.low;
    twin.high = this.high;
    twin.candidateWeight = this.candidateWeight;
    twin.referenceWeight = this.referenceWeight;
    twin.chunks = this.chunks;
    twin.next = this.next;
    twin.lastEnd = this.lastEnd;
    twin.distance = this.distance;
    return twin;
  }

  /** Weights are cut to whole numbers after each step, as in the original: a single half never counts. */
  count(match: Match): void {
    const weight = SEARCH_WEIGHTS[match.module];
    this.candidateWeight = Math.trunc(this.candidateWeight + match.matchLength * weight);
    this.referenceWeight = Math.trunc(this.referenceWeight + match.length * weight);
    if (this.lastEnd !== -1 && match.matchStart !== this.lastEnd) this.chunks++;
    this.next = match.start + match.length;
    this.lastEnd = match.matchStart + match.matchLength;
  }

  take(match: Match): void {
    this.chosen = { match, before: this.chosen };
    this.low |= match.low;
    this.high |= match.high;
    this.count(match);
  }

  takes(match: Match): boolean {
    if ((this.low & match.low) !== 0 || (this.high & match.high) !== 0) return true;
    const end = match.matchStart + match.matchLength;
    if (end <= 64) return false;
    for (let link = this.chosen; link; link = link.before) {
      const other = link.match;
      if (other.matchStart < end && match.matchStart < other.matchStart + other.matchLength) return true;
    }
    return false;
  }
}

/** Most weight first, then fewest chunks, then least distance: three numbers in one, the lowest is best. */
function rankOf(weight: number, chunks: number, distance: number): number {
  return -weight * 2 ** 36 + chunks * 2 ** 24 + distance;
}

/** The best partial alignments in order, at most 40; of equal ones those that came first. Emptied and used again for each word. */
class Beam {
  size = 0;
  readonly partials: Partial[] = [];
  readonly ranks = new Float64Array(BEAM);

  /** Whether one of this rank would be kept. */
  wants(rank: number): boolean {
    return this.size < BEAM || rank < this.ranks[BEAM - 1];
  }

  add(partial: Partial, rank: number): void {
    const { partials, ranks } = this;
    let place = this.size < BEAM ? this.size++ : BEAM - 1;
    for (; place > 0 && ranks[place - 1] > rank; place--) {
      ranks[place] = ranks[place - 1];
      partials[place] = partials[place - 1];
    }
    ranks[place] = rank;
    partials[place] = partial;
  }
}

/** The chosen match at each place of the reference. */
export function align({ starting, candidateCoverage, referenceCoverage }: Matches): (Match | null)[] {
  const fixed = starting.map((matches) => (matches.length === 1 && isAlone(matches[0]) ? matches[0] : null));
  let beam = new Beam();
  let next = new Beam();
  beam.add(new Partial(), 0);
  for (let i = 0; i < starting.length; i++) {
    next.size = 0;
    for (let place = 0; place < beam.size; place++) extend(beam.partials[place], i, next);
    [beam, next] = [next, beam];
  }
  // An open chunk is closed before the last comparison.
  next.size = 0;
  for (let place = 0; place < beam.size; place++) {
    const partial = beam.partials[place];
    if (partial.lastEnd !== -1) partial.chunks++;
    offer(next, partial);
  }
  for (let link = next.partials[0].chosen; link; link = link.before) fixed[link.match.start] = link.match;
  return fixed;

  /** A match without a rival is taken at once. */
  function isAlone(match: Match): boolean {
    for (let i = 0; i < match.length; i++) if (referenceCoverage[match.start + i] !== 1) return false;
    for (let i = 0; i < match.matchLength; i++) if (candidateCoverage[match.matchStart + i] !== 1) return false;
    return true;
  }

  function extend(partial: Partial, i: number, found: Beam): void {
    if (i >= partial.next) {
      const alone = fixed[i];
      if (alone) {
        partial.count(alone);
        partial.distance += Math.abs(alone.start - alone.matchStart);
      } else {
        branch(partial, starting[i], found);
        if (partial.lastEnd !== -1) {
          partial.chunks++;
          partial.lastEnd = -1;
        }
        partial.next++;
      }
    }
    offer(found, partial);
  }
}

function offer(beam: Beam, partial: Partial): void {
  const rank = rankOf(partial.candidateWeight + partial.referenceWeight, partial.chunks, partial.distance);
  if (beam.wants(rank)) beam.add(partial, rank);
}

/** Adds one alignment for each match that is still free. */
function branch(partial: Partial, matches: readonly Match[], found: Beam): void {
  for (const match of matches) {
    if (partial.takes(match)) continue;
    const half = SEARCH_WEIGHTS[match.module];
    const weight =
      Math.trunc(partial.candidateWeight + match.matchLength * half) + Math.trunc(partial.referenceWeight + match.length * half);
    const breaks = partial.lastEnd !== -1 && match.matchStart !== partial.lastEnd;
    const rank = rankOf(weight, partial.chunks + (breaks ? 1 : 0), partial.distance);
    if (found.wants(rank)) {
      const child = partial.copy();
      child.take(match);
      found.add(child, rank);
    }
    // The original adds the distance to the parent, so that it weighs on later siblings and on the path without a match. Kept: it decides ties.
    partial.distance += Math.abs(match.start - match.matchStart);
  }
}
