/** Edits between two texts when runs of words may also be moved (Snover et al. 2006), with the limits of sacrebleu 2.5.1. */

const LONGEST_RUN = 10;
const FARTHEST_MOVE = 50;
const MOST_MOVES_TRIED = 1000;

interface Move {
  gain: number;
  length: number;
  start: number;
  target: number;
  words: readonly number[];
}

interface Search {
  words: readonly number[];
  reference: readonly number[];
  distance: EditDistance;
  current: EditTable;
  scratch: EditTable;
}

/** The number of insertions, deletions, substitutions and moves, found greedily: the best move first. */
export function countEdits(candidate: readonly string[], reference: readonly string[]): number {
  if (reference.length === 0) return candidate.length;
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  const [own, other] = [candidate.map(numberOf), reference.map(numberOf)];
  const distance = createEditDistance(own.length, other);
  const search: Search = { words: own, reference: other, distance, current: distance.table(), scratch: distance.table() };
  let left = MOST_MOVES_TRIED;
  for (let moves = 0; ; moves++) {
    const cost = distance.fill(search.current, search.words);
    const { best, tried } = bestMove(search, cost, left);
    left -= tried;
    if (left <= 0 || best === null || best.gain <= 0) return moves + cost;
    search.words = best.words;
  }
}

function bestMove(search: Search, cost: number, most: number): { best: Move | null; tried: number } {
  const { words, reference, distance, current, scratch } = search;
  const { partner, wrongWords, wrongReference } = align(distance.trace(current));
  let best: Move | null = null;
  let tried = 0;
  for (const { start, place, length } of commonRuns(words, reference)) {
    // A run moves only if it is wrong where it is and missing where it goes.
    if (!wrongWords.slice(start, start + length).includes(true)) continue;
    if (!wrongReference.slice(place, place + length).includes(true)) continue;
    if (start <= partner[place] && partner[place] < start + length) continue;
    let before = -1;
    for (let at = place - 1; at < place + length && at < partner.length; at++) {
      const target = at === -1 ? 0 : partner[at] + 1;
      if (target === before) continue;
      before = target;
      const moved = moveRun(words, { start, length, target });
      // Rows of the words before the move are the same.
      const gain = cost - distance.fill(scratch, moved, { table: current, from: Math.min(start, target) });
      const move = { gain, length, start, target, words: moved };
      tried++;
      if (best === null || isBetter(move, best)) best = move;
    }
    if (tried >= most) break;
  }
  return { best, tried };
}

/** Tercom's order: the higher gain, the longer run, the earlier start, the earlier target. */
function isBetter(move: Move, best: Move): boolean {
  return (move.gain - best.gain || move.length - best.length || best.start - move.start || best.target - move.target) > 0;
}

/** For each word of the reference its place in the candidate (or the place before it), and which words of both are edited. */
function align(trace: readonly number[]): { partner: number[]; wrongWords: boolean[]; wrongReference: boolean[] } {
  const partner: number[] = [];
  const wrongWords: boolean[] = [];
  const wrongReference: boolean[] = [];
  for (const edit of trace) {
    if (edit !== INSERT) wrongWords.push(edit !== KEEP);
    if (edit === DELETE) continue;
    partner.push(wrongWords.length - 1);
    wrongReference.push(edit !== KEEP);
  }
  return { partner, wrongWords, wrongReference };
}

/** Runs of words that both texts have, every length of each up to the longest. */
function* commonRuns(words: readonly number[], reference: readonly number[]): Generator<{ start: number; place: number; length: number }> {
  for (let start = 0; start < words.length; start++) {
    const last = Math.min(reference.length - 1, start + FARTHEST_MOVE);
    for (let place = Math.max(0, start - FARTHEST_MOVE); place <= last; place++) {
      for (let length = 0; length < LONGEST_RUN && start + length < words.length && place + length < reference.length; ) {
        if (words[start + length] !== reference[place + length]) break;
        yield { start, place, length: ++length };
      }
    }
  }
}

function moveRun(words: readonly number[], { start, length, target }: { start: number; length: number; target: number }): number[] {
  const run = words.slice(start, start + length);
  if (target < start) return [...words.slice(0, target), ...run, ...words.slice(target, start), ...words.slice(start + length)];
  // A target inside the run counts from its end.
  const end = target > start + length ? target : target + length;
  return [...words.slice(0, start), ...words.slice(start + length, end), ...run, ...words.slice(end)];
}

const BEAM_WIDTH = 25;
const UNREACHED = 1 << 29;

/** Edit distance near the diagonal, with the edits that make it, as sacrebleu 2.5.1's TER computes it (after Tercom). */
const KEEP = 0;
const SUBSTITUTE = 1;
/** A word of the candidate has no partner. */
const DELETE = 2;
/** A word of the reference has no partner. */
const INSERT = 3;

interface EditTable {
  /** Distance of the first words of the candidate and of the reference: rows are candidate words. */
  costs: Int32Array;
  /** The last edit of each. */
  edits: Uint8Array;
}

interface EditDistance {
  table(): EditTable;
  /** Fills the rows after `from`; those up to it are taken from `known`. Gives the distance of the whole texts. */
  fill(table: EditTable, words: ArrayLike<number>, known?: { table: EditTable; from: number }): number;
  /** From the first edit to the last. */
  trace(table: EditTable): number[];
}

/** For candidates of one length against one reference; words are numbers. */
function createEditDistance(length: number, reference: ArrayLike<number>): EditDistance {
  const width = reference.length + 1;
  const ratio = length > 0 ? reference.length / length : 1;
  // With very different lengths neighbouring rows would not overlap.
  const beam = BEAM_WIDTH < ratio / 2 ? Math.ceil(ratio / 2 + BEAM_WIDTH) : BEAM_WIDTH;

  function fillRow({ costs, edits }: EditTable, i: number, word: number): void {
    const row = i * width;
    const above = row - width;
    const diagonal = Math.floor(i * ratio);
    const first = Math.max(0, diagonal - beam);
    const end = i === length ? width : Math.min(width, diagonal + beam);
    costs.fill(UNREACHED, row, row + width);
    for (let j = first; j < end; j++) {
      if (j === 0) {
        costs[row] = costs[above] + 1;
        edits[row] = DELETE;
        continue;
      }
      // Of equal costs keeping or substituting comes first, then deleting, then inserting.
      const same = word === reference[j - 1];
      let cost = costs[above + j - 1] + (same ? 0 : 1);
      let edit = same ? KEEP : SUBSTITUTE;
      if (costs[above + j] + 1 < cost) {
        cost = costs[above + j] + 1;
        edit = DELETE;
      }
      if (costs[row + j - 1] + 1 < cost) {
        cost = costs[row + j - 1] + 1;
        edit = INSERT;
      }
      costs[row + j] = cost;
      edits[row + j] = edit;
    }
  }

  return {
    table() {
      const costs = new Int32Array((length + 1) * width);
      for (let j = 0; j < width; j++) costs[j] = j;
      return { costs, edits: new Uint8Array(costs.length).fill(INSERT, 0, width) };
    },
    fill(table, words, known) {
      if (known) table.costs.set(known.table.costs.subarray(0, (known.from + 1) * width));
      for (let i = (known?.from ?? 0) + 1; i <= length; i++) fillRow(table, i, words[i - 1]);
      return table.costs[table.costs.length - 1];
    },
    trace({ edits }) {
      const found: number[] = [];
      for (let i = length, j = width - 1; i > 0 || j > 0; ) {
        const edit = edits[i * width + j];
        found.push(edit);
        if (edit !== INSERT) i--;
        if (edit !== DELETE) j--;
      }
      return found.reverse();
    },
  };
}
