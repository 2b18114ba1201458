/** METEOR's alignment (Denkowski and Lavie, 2014, section 3.2): a beam search for most matched words, then fewest chunks, then least distance. */
import type { Match, Matches } from './matches.ts';

const BEAM = 40;
/** How much a matched word counts in the search: exact matches in full, all others half. */
const SEARCH_WEIGHTS = [1, 0.5, 0.5, 0.5];

interface Partial {
  /** The matches chosen on the way here, the last one first. */
  chosen: { match: Match; before: Partial['chosen'] } | null;
  weight: number;
  candidateWeight: number;
  referenceWeight: number;
  chunks: number;
  next: number;
  lastEnd: number;
  distance: number;
  /** Which words are taken: the reference's, then the candidate's. */
  used: Uint8Array;
}

/** The chosen match at each place of the reference. */
export function align({ starting, candidateCoverage, referenceCoverage }: Matches): (Match | null)[] {
  const length = starting.length;
  const first: Partial = {
    chosen: null,
    weight: 0,
    candidateWeight: 0,
    referenceWeight: 0,
    chunks: 0,
    next: 0,
    lastEnd: -1,
    distance: 0,
    used: new Uint8Array(length + candidateCoverage.length),
  };
  const fixed = starting.map((matches) => (matches.length === 1 && isAlone(matches[0]) ? matches[0] : null));
  for (const match of fixed) if (match) take(first.used, match, length);

  let beam = [first];
  for (let i = 0; i < length; i++) {
    const found: Partial[] = [];
    if (beam.length > 1) beam.sort(better);
    for (let rank = 0; rank < BEAM && rank < beam.length; rank++) extend(beam[rank], i, found);
    beam = found.length > 0 ? found : [beam[0]];
  }
  if (beam.length > 1) {
    beam = beam.sort(better).slice(0, BEAM);
    // An open chunk is closed before the last comparison.
    for (const partial of beam) if (partial.lastEnd !== -1) partial.chunks++;
    beam.sort(better);
  }
  const result = fixed;
  for (let link = beam[0].chosen; link; link = link.before) result[link.match.start] = link.match;
  return result;

  function isAlone(match: Match): boolean {
    for (let i = 0; i < match.length; i++) if (referenceCoverage[match.start + i] !== 1) return false;
    for (let i = 0; i < match.matchLength; i++) if (candidateCoverage[match.matchStart + i] !== 1) return false;
    return true;
  }

  function extend(partial: Partial, i: number, found: Partial[]): void {
    if (partial.used[i]) {
      if (i >= partial.next) {
        const match = fixed[partial.next];
        if (!match) return;
        count(partial, match);
        partial.distance += Math.abs(match.start - match.matchStart);
      }
      found.push(partial);
      return;
    }
    for (const match of starting[i]) {
      if (isTaken(partial.used, match, length)) continue;
      const child: Partial = { ...partial, chosen: { match, before: partial.chosen }, used: partial.used.slice() };
      take(child.used, match, length);
      count(child, match);
      // The original adds the distance to the parent, so that it weighs on later siblings and on the path without a match. Kept: it decides ties.
      partial.distance += Math.abs(match.start - match.matchStart);
      found.push(child);
    }
    if (partial.lastEnd !== -1) {
      partial.chunks++;
      partial.lastEnd = -1;
    }
    partial.next++;
    found.push(partial);
  }
}

function better(a: Partial, b: Partial): number {
  return b.weight - a.weight || a.chunks - b.chunks || a.distance - b.distance;
}

/** Weights are cut to whole numbers after each step, as in the original: a single half never counts. */
function count(partial: Partial, match: Match): void {
  const weight = SEARCH_WEIGHTS[match.module];
  partial.candidateWeight = Math.trunc(partial.candidateWeight + match.matchLength * weight);
  partial.referenceWeight = Math.trunc(partial.referenceWeight + match.length * weight);
  partial.weight = partial.candidateWeight + partial.referenceWeight;
  if (partial.lastEnd !== -1 && match.matchStart !== partial.lastEnd) partial.chunks++;
  partial.next = match.start + match.length;
  partial.lastEnd = match.matchStart + match.matchLength;
}

function isTaken(used: Uint8Array, match: Match, length: number): boolean {
  for (let i = 0; i < match.length; i++) if (used[match.start + i]) return true;
  for (let i = 0; i < match.matchLength; i++) if (used[length + match.matchStart + i]) return true;
  return false;
}

function take(used: Uint8Array, match: Match, length: number): void {
  for (let i = 0; i < match.length; i++) used[match.start + i] = 1;
  for (let i = 0; i < match.matchLength; i++) used[length + match.matchStart + i] = 1;
}
