/** The best derivation of a sentence under a weighted binary grammar: bottom-up chart (Cocke, Kasami, Younger) with a beam in each cell. */

/** Rules are sorted by their left child; chains are sequences of unary rules, sorted by the symbol at their bottom. */
export interface ChartGrammar {
  /** How many symbols there are. */
  size: number;
  root: number;
  /** Rules of left child `s`: from starts[s] to starts[s + 1]. */
  starts: Int32Array;
  lefts: Uint16Array;
  rights: Uint16Array;
  parents: Uint16Array;
  scores: Float32Array;
  chainStarts: Int32Array;
  chainBottoms: Uint16Array;
  chainTops: Uint16Array;
  chainScores: Float32Array;
  /** How good it is to have built a symbol, apart from what it is built of: decides what stays in a cell. */
  priors: Float32Array;
}

/** Symbols that a word can have, with their scores. */
export interface Leaf {
  symbols: readonly number[];
  scores: readonly number[];
}

/** One node: the symbol at the bottom, the chain of unary rules above it (-1: none), and its rule (-1: a word). */
export interface Derivation {
  symbol: number;
  chain: number;
  rule: number;
  from: number;
  to: number;
  left: Derivation | null;
  right: Derivation | null;
}

interface Cell {
  symbols: Int32Array;
  chains: Int32Array;
  rules: Int32Array;
  splits: Int32Array;
  scores: Float32Array;
  size: number;
  /** Those of its symbols that are the left child of any rule: their indices. */
  lefts: Int32Array;
  leftCount: number;
}

const NEVER = Number.NEGATIVE_INFINITY;
/** How many symbols a cell has room for at first. */
const FIRST_ROOM = 64;

export class ChartParser {
  private readonly grammar: ChartGrammar;
  private readonly margin: number;
  /** Scores of the cell's symbols, by symbol: one row for each cell. */
  private rows: Float32Array[] = [];
  private cells: Cell[] = [];
  private readonly bottom: Float32Array;
  private readonly best: Float32Array;
  private readonly rule: Int32Array;
  private readonly split: Int32Array;
  private readonly chain: Int32Array;
  private readonly found: Int32Array;
  private readonly merit: Float32Array;

  constructor(grammar: ChartGrammar, { margin }: { margin: number }) {
    this.grammar = grammar;
    this.margin = margin;
    this.bottom = new Float32Array(grammar.size).fill(NEVER);
    this.best = new Float32Array(grammar.size).fill(NEVER);
    this.rule = new Int32Array(grammar.size);
    this.split = new Int32Array(grammar.size);
    this.chain = new Int32Array(grammar.size);
    this.found = new Int32Array(grammar.size);
    this.merit = new Float32Array(grammar.size);
  }

  /** Null where the grammar has no tree for the sentence. */
  parse(leaves: readonly Leaf[]): Derivation | null {
    const length = leaves.length;
    this.clear(length);
    for (let to = 1; to <= length; to++) {
      for (let from = to - 1; from >= 0; from--) {
        const count = from === to - 1 ? this.addLeaf(leaves[from]) : this.combine(from, to);
        this.close(from, to, count, length);
      }
    }
    const whole = this.cells[cellOf(0, length)];
    const at = indexIn(whole, this.grammar.root);
    return at < 0 ? null : this.trace(0, length, this.grammar.root);
  }

  private clear(length: number): void {
    const count = (length * (length + 1)) / 2;
    for (let i = 0; i < count; i++) {
      if (this.cells.length <= i) {
        const { size } = this.grammar;
        this.rows.push(new Float32Array(size).fill(NEVER));
        const numbers = () => new Int32Array(FIRST_ROOM);
        this.cells.push({
          symbols: numbers(),
          chains: numbers(),
          rules: numbers(),
          splits: numbers(),
          scores: new Float32Array(FIRST_ROOM),
          size: 0,
          lefts: numbers(),
          leftCount: 0,
        });
      }
      const { symbols, size } = this.cells[i];
      const row = this.rows[i];
      for (let k = 0; k < size; k++) row[symbols[k]] = NEVER;
      this.cells[i].size = 0;
      this.cells[i].leftCount = 0;
    }
  }

  private addLeaf({ symbols, scores }: Leaf): number {
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i];
      this.bottom[symbol] = scores[i];
      this.rule[symbol] = -1;
      this.found[i] = symbol;
    }
    return symbols.length;
  }

  private combine(from: number, to: number): number {
    const { starts, rights, parents, scores } = this.grammar;
    const { bottom, rule, split, found } = this;
    let count = 0;
    for (let middle = from + 1; middle < to; middle++) {
      const left = this.cells[cellOf(from, middle)];
      const rightIndex = cellOf(middle, to);
      if (left.leftCount === 0 || this.cells[rightIndex].size === 0) continue;
      const row = this.rows[rightIndex];
      for (let k = 0; k < left.leftCount; k++) {
        const symbol = left.symbols[left.lefts[k]];
        const base = left.scores[left.lefts[k]];
        for (let at = starts[symbol], end = starts[symbol + 1]; at < end; at++) {
          const other = row[rights[at]];
          if (other === NEVER) continue;
          const score = base + other + scores[at];
          const parent = parents[at];
          if (score > bottom[parent]) {
            if (bottom[parent] === NEVER) found[count++] = parent;
            bottom[parent] = score;
            rule[parent] = at;
            split[parent] = middle;
          }
        }
      }
    }
    return count;
  }

  /** Adds what unary rules make of the cell's symbols, and keeps the best ones. */
  private close(from: number, to: number, bottoms: number, length: number): void {
    const { chainStarts, chainTops, chainScores, priors, root } = this.grammar;
    const { bottom, best, chain, found, merit } = this;
    let count = bottoms;
    for (let i = 0; i < bottoms; i++) {
      best[found[i]] = bottom[found[i]];
      chain[found[i]] = -1;
    }
    const whole = from === 0 && to === length;
    for (let i = 0; i < bottoms; i++) {
      const symbol = found[i];
      for (let at = chainStarts[symbol], end = chainStarts[symbol + 1]; at < end; at++) {
        const top = chainTops[at];
        if (top === root && !whole) continue;
        const score = bottom[symbol] + chainScores[at];
        if (score > best[top]) {
          if (best[top] === NEVER) found[count++] = top;
          best[top] = score;
          chain[top] = at;
        }
      }
    }
    let highest = NEVER;
    for (let i = 0; i < count; i++) {
      merit[i] = best[found[i]] + priors[found[i]];
      if (merit[i] > highest) highest = merit[i];
    }
    const index = cellOf(from, to);
    const cell = this.cells[index];
    const row = this.rows[index];
    const least = highest - this.margin;
    for (let i = 0; i < count; i++) {
      const symbol = found[i];
      if (whole ? symbol === root : merit[i] >= least) this.keep(cell, row, symbol);
    }
    for (let i = 0; i < count; i++) {
      bottom[found[i]] = NEVER;
      best[found[i]] = NEVER;
    }
  }

  private keep(cell: Cell, row: Float32Array, symbol: number): void {
    const at = cell.size++;
    if (at === cell.symbols.length) grow(cell);
    cell.symbols[at] = symbol;
    cell.scores[at] = this.best[symbol];
    row[symbol] = this.best[symbol];
    if (this.grammar.starts[symbol] < this.grammar.starts[symbol + 1]) cell.lefts[cell.leftCount++] = at;
    cell.chains[at] = this.chain[symbol];
    const base = this.chain[symbol] < 0 ? symbol : this.grammar.chainBottoms[this.chain[symbol]];
    cell.rules[at] = this.rule[base];
    cell.splits[at] = this.split[base];
  }

  private trace(from: number, to: number, symbol: number): Derivation {
    const cell = this.cells[cellOf(from, to)];
    const at = indexIn(cell, symbol);
    const chain = cell.chains[at];
    const base = chain < 0 ? symbol : this.grammar.chainBottoms[chain];
    const rule = cell.rules[at];
    if (rule < 0) return { symbol: base, chain, rule, from, to, left: null, right: null };
    const middle = cell.splits[at];
    const left = this.trace(from, middle, this.grammar.lefts[rule]);
    const right = this.trace(middle, to, this.grammar.rights[rule]);
    return { symbol: base, chain, rule, from, to, left, right };
  }
}

function grow(cell: Cell): void {
  const larger = (old: Int32Array) => {
    const made = new Int32Array(2 * old.length);
    made.set(old);
    return made;
  };
  cell.symbols = larger(cell.symbols);
  cell.chains = larger(cell.chains);
  cell.rules = larger(cell.rules);
  cell.splits = larger(cell.splits);
  cell.lefts = larger(cell.lefts);
  const scores = new Float32Array(2 * cell.scores.length);
  scores.set(cell.scores);
  cell.scores = scores;
}

/** Cells by their end, then their beginning. */
const cellOf = (from: number, to: number) => ((to - 1) * to) / 2 + from;

function indexIn(cell: Cell, symbol: number): number {
  for (let i = 0; i < cell.size; i++) if (cell.symbols[i] === symbol) return i;
  return -1;
}
