/** The best derivation of a sentence under a weighted binary grammar: bottom-up chart (Cocke, Kasami, Younger) with a beam in each cell. */

import { widened } from '../../../core/index.ts';

/** Rules are sorted by their left child, then by their right child; chains are sequences of unary rules, sorted by the symbol at their bottom. */
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

const NEVER = Number.NEGATIVE_INFINITY;

/** Symbols that stand together as left and right child: each pair is looked at once for all its rules. */
interface ChildPairs {
  /** Pairs of left child `s`: from starts[s] to starts[s + 1]. */
  starts: Int32Array;
  /** The right child, by its number among all right children. */
  rights: Uint16Array;
  /** The first rule of each pair; one more at the end. */
  rules: Int32Array;
  /** By symbol, its number among the symbols that are a right child; -1 for the others. */
  rightNumbers: Int32Array;
  /** How many symbols are a right child. */
  rightCount: number;
}

export class ChartParser {
  private readonly grammar: ChartGrammar;
  private readonly margin: number;
  private readonly pairs: ChildPairs;
  /** For each cell the scores of its symbols, by their numbers as right children. */
  private rows = new Float32Array(0);
  /** What cells keep, one after the other: those of cell `i` are from begins[i] to ends[i]. */
  private begins = new Int32Array(0);
  private ends = new Int32Array(0);
  private symbols = new Int32Array(1 << 10);
  private chains = new Int32Array(1 << 10);
  private rules = new Int32Array(1 << 10);
  private splits = new Int32Array(1 << 10);
  private scores = new Float32Array(1 << 10);
  private kept = 0;
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
    this.pairs = childPairs(grammar);
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
    const { root } = this.grammar;
    return this.indexIn(cellOf(0, length), root) < 0 ? null : this.trace(0, length, root);
  }

  /** Empties the cells of the sentence before, and makes room for those of this one. */
  private clear(length: number): void {
    const { rightNumbers, rightCount } = this.pairs;
    const { rows, begins, ends, symbols } = this;
    for (let cell = 0; cell < begins.length; cell++) {
      for (let at = begins[cell]; at < ends[cell]; at++) {
        const number = rightNumbers[symbols[at]];
        if (number >= 0) rows[cell * rightCount + number] = NEVER;
      }
      begins[cell] = 0;
      ends[cell] = 0;
    }
    this.kept = 0;
    const cells = (length * (length + 1)) / 2;
    if (cells <= begins.length) return;
    this.begins = new Int32Array(cells);
    this.ends = new Int32Array(cells);
    this.rows = new Float32Array(cells * rightCount).fill(NEVER);
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
    const { parents, scores } = this.grammar;
    const { starts, rights, rules, rightCount } = this.pairs;
    const { bottom, rule, split, found, rows, begins, ends } = this;
    const { symbols, scores: built } = this;
    let count = 0;
    for (let middle = from + 1; middle < to; middle++) {
      const leftCell = cellOf(from, middle);
      const rightCell = cellOf(middle, to);
      if (begins[rightCell] === ends[rightCell]) continue;
      const row = rightCell * rightCount;
      for (let k = begins[leftCell], last = ends[leftCell]; k < last; k++) {
        const symbol = symbols[k];
        for (let pair = starts[symbol], end = starts[symbol + 1]; pair < end; pair++) {
          const other = rows[row + rights[pair]];
          if (other === NEVER) continue;
          const base = built[k];
          for (let at = rules[pair], stop = rules[pair + 1]; at < stop; at++) {
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
    const cell = cellOf(from, to);
    const least = highest - this.margin;
    while (this.kept + count > this.symbols.length) this.grow();
    this.begins[cell] = this.kept;
    for (let i = 0; i < count; i++) {
      const symbol = found[i];
      if (whole ? symbol === root : merit[i] >= least) this.keep(cell, symbol);
    }
    this.ends[cell] = this.kept;
    for (let i = 0; i < count; i++) {
      bottom[found[i]] = NEVER;
      best[found[i]] = NEVER;
    }
  }

  private keep(cell: number, symbol: number): void {
    const at = this.kept++;
    const score = this.best[symbol];
    const { rightNumbers, rightCount } = this.pairs;
    this.symbols[at] = symbol;
    this.scores[at] = score;
    if (rightNumbers[symbol] >= 0) this.rows[cell * rightCount + rightNumbers[symbol]] = score;
    const chain = this.chain[symbol];
    this.chains[at] = chain;
    const base = chain < 0 ? symbol : this.grammar.chainBottoms[chain];
    this.rules[at] = this.rule[base];
    this.splits[at] = this.split[base];
  }

  private grow(): void {
    this.symbols = widened(this.symbols);
    this.chains = widened(this.chains);
    this.rules = widened(this.rules);
    this.splits = widened(this.splits);
    this.scores = widened(this.scores);
  }

  private trace(from: number, to: number, symbol: number): Derivation {
    const at = this.indexIn(cellOf(from, to), symbol);
    const chain = this.chains[at];
    const base = chain < 0 ? symbol : this.grammar.chainBottoms[chain];
    const rule = this.rules[at];
    if (rule < 0) return { symbol: base, chain, rule, from, to, left: null, right: null };
    const middle = this.splits[at];
    const left = this.trace(from, middle, this.grammar.lefts[rule]);
    const right = this.trace(middle, to, this.grammar.rights[rule]);
    return { symbol: base, chain, rule, from, to, left, right };
  }

  private indexIn(cell: number, symbol: number): number {
    for (let at = this.begins[cell]; at < this.ends[cell]; at++) if (this.symbols[at] === symbol) return at;
    return -1;
  }
}

/** Rules of one left child are sorted by their right child. */
function childPairs({ size, starts, rights }: ChartGrammar): ChildPairs {
  const rightNumbers = new Int32Array(size).fill(-1);
  let rightCount = 0;
  const pairStarts = new Int32Array(size + 1);
  const pairRights = new Uint16Array(rights.length);
  const rules = new Int32Array(rights.length + 1);
  let pairs = 0;
  for (let symbol = 0; symbol < size; symbol++) {
    pairStarts[symbol] = pairs;
    for (let at = starts[symbol]; at < starts[symbol + 1]; at++) {
      const right = rights[at];
      if (at > starts[symbol] && right === rights[at - 1]) continue;
      if (rightNumbers[right] < 0) rightNumbers[right] = rightCount++;
      pairRights[pairs] = rightNumbers[right];
      rules[pairs++] = at;
    }
  }
  pairStarts[size] = pairs;
  rules[pairs] = rights.length;
  return { starts: pairStarts, rights: pairRights, rules, rightNumbers, rightCount };
}

/** Cells by their end, then their beginning. */
const cellOf = (from: number, to: number) => ((to - 1) * to) / 2 + from;
