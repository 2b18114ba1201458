/** METEOR's alignment (Denkowski and Lavie 2014, section 3.2): most matched words, then fewest chunks, then least distance. */
import { widened } from '../../core/index.ts';
import { HIGH, LATER, LENGTH, LOW, MATCH_LENGTH, MATCH_START, type MatchList, MODULE, NO_MATCH, START } from './matches.ts';

const BEAM = 40;

/** The number of values per partial alignment of the reference up to some word. */
const FIELDS = 8;
/** The link of the last chosen match. Matches without a rival are in none of these lists. */
const CHOSEN = 0;
/** Bits of the candidate's first 64 words that are taken. */
const TAKEN_LOW = 1;
const TAKEN_HIGH = 2;
const WEIGHT = 3;
const CHUNKS = 4;
/** The next word of the reference to be aligned. */
const NEXT = 5;
/** Where the last match ended in the candidate; -1 if the previous word was not matched. */
const LAST_END = 6;
const DISTANCE = 7;
/** From here on, one bit for each further word of the candidate. */
const TAKEN_FAR = FIELDS;
const NO_LINK = -1;

/** The weight of a match in the search: exact matches count fully, others half, rounded down on each side as in the original, so that single words of other matches do not count. */
function searchWeight(cells: Int32Array, match: number): number {
  const candidate = cells[match + MATCH_LENGTH];
  const reference = cells[match + LENGTH];
  return cells[match + MODULE] === 0 ? candidate + reference : (candidate >> 1) + (reference >> 1);
}

/** Most weight first, then fewest chunks, then least distance: three numbers packed into one; the lowest is best. */
function rankOf(weight: number, chunks: number, distance: number): number {
  return -weight * 2 ** 36 + chunks * 2 ** 24 + distance;
}

/** The best partial alignments in order, at most 40; earlier ones win ties. */
class Beam {
  size = 0;
  cells = new Int32Array(BEAM * FIELDS);
  /** Values per alignment: more for candidates of more than 64 words. */
  stride = FIELDS;
  /** Where the values of each alignment start, best first; free ones after `size`. */
  readonly places = Int32Array.from({ length: BEAM }, (_, i) => i * FIELDS);
  readonly ranks = new Float64Array(BEAM);

  reset(stride: number): void {
    this.size = 0;
    if (stride === this.stride) return;
    this.stride = stride;
    if (BEAM * stride > this.cells.length) this.cells = new Int32Array(BEAM * stride);
    for (let i = 0; i < BEAM; i++) this.places[i] = i * stride;
  }

  /** Whether an alignment of this rank would be kept. */
  wants(rank: number): boolean {
    return this.size < BEAM || rank < this.ranks[BEAM - 1];
  }

  /** Inserts an alignment of this rank and returns where its values go. */
  add(rank: number): number {
    const { places, ranks } = this;
    let order = this.size < BEAM ? this.size++ : BEAM - 1;
    const place = places[order];
    for (; order > 0 && ranks[order - 1] > rank; order--) {
      ranks[order] = ranks[order - 1];
      places[order] = places[order - 1];
    }
    ranks[order] = rank;
    places[order] = place;
    return place;
  }

  offer(from: Int32Array, at: number): void {
    const rank = rankOf(from[at + WEIGHT], from[at + CHUNKS], from[at + DISTANCE]);
    if (this.wants(rank)) this.copy(from, at, this.add(rank));
  }

  copy(from: Int32Array, at: number, to: number): void {
    for (let i = 0; i < this.stride; i++) this.cells[to + i] = from[at + i];
  }

  /** Restores the order after values changed. */
  sort(): void {
    const { places, ranks, cells } = this;
    for (let order = 0; order < this.size; order++) {
      const place = places[order];
      const rank = rankOf(cells[place + WEIGHT], cells[place + CHUNKS], cells[place + DISTANCE]);
      let to = order;
      for (; to > 0 && ranks[to - 1] > rank; to--) {
        ranks[to] = ranks[to - 1];
        places[to] = places[to - 1];
      }
      ranks[to] = rank;
      places[to] = place;
    }
  }
}

/** Returns the chosen match at each position of the reference, or NO_MATCH. The array is reused for the next pair. */
export type Aligner = (matches: MatchList) => Int32Array;

export function createAligner(): Aligner {
  let beam = new Beam();
  let next = new Beam();
  let alignment = new Int32Array(64);
  /** Two values each: the match, and the previous link. */
  let links = new Int32Array(512);
  let linkEnd = 0;

  function addLink(match: number, before: number): number {
    if (linkEnd === links.length) links = widened(links);
    links[linkEnd] = match;
    links[linkEnd + 1] = before;
    linkEnd += 2;
    return linkEnd - 2;
  }

  /** Adds one alignment for each match whose words are free. */
  function branch(state: Int32Array, at: number, cells: Int32Array, first: number): void {
    for (let match = first; match !== NO_MATCH; match = cells[match + LATER]) {
      if (isTaken(state, at, cells, match)) continue;
      const lastEnd = state[at + LAST_END];
      const matchStart = cells[match + MATCH_START];
      const weight = state[at + WEIGHT] + searchWeight(cells, match);
      const chunks = state[at + CHUNKS] + (lastEnd !== -1 && matchStart !== lastEnd ? 1 : 0);
      const rank = rankOf(weight, chunks, state[at + DISTANCE]);
      if (next.wants(rank)) {
        const child = next.add(rank);
        const made = next.cells;
        for (let i = TAKEN_FAR; i < next.stride; i++) made[child + i] = state[at + i];
        takeFar(made, child, cells, match);
        made[child + CHOSEN] = addLink(match, state[at + CHOSEN]);
        made[child + TAKEN_LOW] = state[at + TAKEN_LOW] | cells[match + LOW];
        made[child + TAKEN_HIGH] = state[at + TAKEN_HIGH] | cells[match + HIGH];
        made[child + WEIGHT] = weight;
        made[child + CHUNKS] = chunks;
        made[child + NEXT] = cells[match + START] + cells[match + LENGTH];
        made[child + LAST_END] = matchStart + cells[match + MATCH_LENGTH];
        made[child + DISTANCE] = state[at + DISTANCE];
      }
      // The original adds the distance to the parent, so that it affects later siblings and the path without a match. Kept, because it decides ties.
      state[at + DISTANCE] += Math.abs(cells[match + START] - matchStart);
    }
  }

  /** Extends the partial alignments by word `i` of the reference. */
  function extend(i: number, { cells, first }: MatchList): void {
    const state = beam.cells;
    const alone = alignment[i];
    if (alone === NO_MATCH && first[i] !== NO_MATCH) {
      next.size = 0;
      for (let order = 0; order < beam.size; order++) {
        const at = beam.places[order];
        if (i >= state[at + NEXT]) {
          branch(state, at, cells, first[i]);
          pass(state, at);
        }
        next.offer(state, at);
      }
      [beam, next] = [next, beam];
      return;
    }
    // Each alignment has only one continuation, so they are updated in place.
    for (let order = 0; order < beam.size; order++) {
      const at = beam.places[order];
      if (i < state[at + NEXT]) continue;
      if (alone === NO_MATCH) pass(state, at);
      else take(state, at, cells, alone);
    }
    beam.sort();
  }

  return (matches) => {
    const { first, cells, candidateLength, referenceLength } = matches;
    const stride = FIELDS + Math.max(0, Math.ceil((candidateLength - 64) / 32));
    if (referenceLength > alignment.length) alignment = new Int32Array(2 * referenceLength);
    // A match without a rival is taken at once.
    for (let i = 0; i < referenceLength; i++) alignment[i] = isAlone(matches, first[i]) ? first[i] : NO_MATCH;
    linkEnd = 0;
    beam.reset(stride);
    next.reset(stride);
    const start = beam.add(0);
    beam.cells.fill(0, start, start + stride);
    beam.cells[start + CHOSEN] = NO_LINK;
    beam.cells[start + LAST_END] = -1;
    for (let i = 0; i < referenceLength; i++) extend(i, matches);
    for (let link = bestChoice(beam); link !== NO_LINK; link = links[link + 1]) alignment[cells[links[link] + START]] = links[link];
    return alignment;
  };
}

/** The index of the bits of a word after the first 64. */
function farPlace(word: number): number {
  return TAKEN_FAR + ((word - 64) >> 5);
}

function isAlone({ cells, candidateCoverage, referenceCoverage }: MatchList, match: number): boolean {
  if (match === NO_MATCH || cells[match + LATER] !== NO_MATCH) return false;
  const start = cells[match + START];
  for (let i = 0; i < cells[match + LENGTH]; i++) if (referenceCoverage[start + i] !== 1) return false;
  const matchStart = cells[match + MATCH_START];
  for (let i = 0; i < cells[match + MATCH_LENGTH]; i++) if (candidateCoverage[matchStart + i] !== 1) return false;
  return true;
}

/** The last link of the best alignment. An open chunk is closed before the comparison. */
function bestChoice({ cells, places, size }: Beam): number {
  let best = NO_LINK;
  let bestRank = Number.POSITIVE_INFINITY;
  for (let order = 0; order < size; order++) {
    const at = places[order];
    const open = cells[at + LAST_END] !== -1;
    const rank = rankOf(cells[at + WEIGHT], cells[at + CHUNKS] + (open ? 1 : 0), cells[at + DISTANCE]);
    if (rank < bestRank) {
      bestRank = rank;
      best = cells[at + CHOSEN];
    }
  }
  return best;
}

/** Whether words of the match are already taken. */
function isTaken(state: Int32Array, at: number, cells: Int32Array, match: number): boolean {
  if ((state[at + TAKEN_LOW] & cells[match + LOW]) !== 0 || (state[at + TAKEN_HIGH] & cells[match + HIGH]) !== 0) return true;
  const end = cells[match + MATCH_START] + cells[match + MATCH_LENGTH];
  for (let word = Math.max(64, cells[match + MATCH_START]); word < end; word++) {
    if ((state[at + farPlace(word)] & (1 << (word & 31))) !== 0) return true;
  }
  return false;
}

function takeFar(state: Int32Array, at: number, cells: Int32Array, match: number): void {
  const end = cells[match + MATCH_START] + cells[match + MATCH_LENGTH];
  for (let word = Math.max(64, cells[match + MATCH_START]); word < end; word++) state[at + farPlace(word)] |= 1 << (word & 31);
}

/** Advances by a match without a rival. */
function take(state: Int32Array, at: number, cells: Int32Array, match: number): void {
  const matchStart = cells[match + MATCH_START];
  if (state[at + LAST_END] !== -1 && matchStart !== state[at + LAST_END]) state[at + CHUNKS]++;
  state[at + WEIGHT] += searchWeight(cells, match);
  state[at + NEXT] = cells[match + START] + cells[match + LENGTH];
  state[at + LAST_END] = matchStart + cells[match + MATCH_LENGTH];
  state[at + DISTANCE] += Math.abs(cells[match + START] - matchStart);
}

/** Advances without a match. */
function pass(state: Int32Array, at: number): void {
  if (state[at + LAST_END] !== -1) {
    state[at + CHUNKS]++;
    state[at + LAST_END] = -1;
  }
  state[at + NEXT]++;
}
