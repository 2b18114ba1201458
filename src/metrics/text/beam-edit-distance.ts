/** Edit distance near the diagonal, with the edits that make it, as sacrebleu 2.5.1's TER computes it (after Tercom). */

const BEAM_WIDTH = 25;
const UNREACHED = 1 << 29;

export const KEEP = 0;
const SUBSTITUTE = 1;
/** A word of the candidate has no partner. */
export const DELETE = 2;
/** A word of the reference has no partner. */
export const INSERT = 3;

export interface EditTable {
  /** Distance of the first words of the candidate and of the reference: rows are candidate words. */
  costs: Int32Array;
  /** The last edit of each. */
  edits: Uint8Array;
}

export interface EditDistance {
  table(): EditTable;
  /** Fills the rows after `from`; those up to it are taken from `known`. Gives the distance of the whole texts. */
  fill(table: EditTable, words: ArrayLike<number>, known?: { table: EditTable; from: number }): number;
  /** From the first edit to the last. */
  trace(table: EditTable): number[];
}

/** For candidates of one length against one reference; words are numbers. */
export function createEditDistance(length: number, reference: ArrayLike<number>): EditDistance {
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
