/** The grammar of captions: state-split symbols, binary rules and chains of unary rules with their scores, and trees of its derivations. */
import type { ChartGrammar, Derivation } from './chart-parser.ts';
import type { PhraseNode } from './tree-dependencies.ts';

export interface CaptionGrammar extends ChartGrammar {
  /** Names: "NP-B^PP" is a base noun phrase in a prepositional phrase, "@…" a phrase under way. */
  symbols: readonly string[];
  /** By symbol, the category or tag that it was split from. */
  categories: readonly string[];
  /** The symbols of each chain, top first. */
  chains: readonly (readonly number[])[];
}

export interface ScoredChain {
  /** Symbols, top first. */
  path: readonly number[];
  score: number;
}

/** Scores are stored as so many parts of one. */
export const PARTS = 100;

const SPACE = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;

/** Rules come sorted. */
export function assembleGrammar(
  symbols: readonly string[],
  priors: readonly number[],
  chains: readonly ScoredChain[],
  rules: Pick<CaptionGrammar, 'lefts' | 'rights' | 'parents' | 'scores'>,
): CaptionGrammar {
  const size = symbols.length;
  const bottomOf = ({ path }: ScoredChain) => path[path.length - 1];
  const sortedChains = [...chains].sort((a, b) => bottomOf(a) - bottomOf(b));
  return {
    ...rules,
    size,
    symbols,
    categories: symbols.map(categoryOf),
    root: symbols.indexOf('ROOT'),
    priors: Float32Array.from(priors),
    starts: startsOf(size, rules.lefts),
    chainStarts: startsOf(size, Uint16Array.from(sortedChains, bottomOf)),
    chainBottoms: Uint16Array.from(sortedChains, bottomOf),
    chainTops: Uint16Array.from(sortedChains, ({ path }) => path[0]),
    chainScores: Float32Array.from(sortedChains, ({ score }) => score),
    chains: sortedChains.map(({ path }) => path),
  };
}

/** Where the entries of each symbol begin in a list sorted by symbol. */
function startsOf(size: number, sorted: Uint16Array): Int32Array {
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < sorted.length; i++) starts[sorted[i] + 1]++;
  for (let i = 0; i < size; i++) starts[i + 1] += starts[i];
  return starts;
}

/** One symbol with its prior a line; a blank line; `score left right parent` a line, sorted; a blank line; `score path…` a line. */
export function readGrammar(text: string): CaptionGrammar {
  const [symbols, rules, chains] = text.trimEnd().split('\n\n');
  const named = symbols.split('\n').map((line) => line.split(' '));
  const numbers = readIntegers(rules);
  const count = numbers.length >> 2;
  const lefts = new Uint16Array(count);
  const rights = new Uint16Array(count);
  const parents = new Uint16Array(count);
  const scores = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    scores[i] = numbers[4 * i] / PARTS;
    lefts[i] = numbers[4 * i + 1];
    rights[i] = numbers[4 * i + 2];
    parents[i] = numbers[4 * i + 3];
  }
  return assembleGrammar(
    named.map(([name]) => name),
    named.map(([, prior]) => Number(prior) / PARTS),
    chains.split('\n').map((line) => {
      const [score, ...path] = line.split(' ').map(Number);
      return { path, score: score / PARTS };
    }),
    { lefts, rights, parents, scores },
  );
}

/** Whole numbers with a blank or a line end between them. By hand: a text for each of forty thousand numbers takes ten times as long. */
function readIntegers(text: string): Int32Array {
  const numbers = new Int32Array((text.length + 1) >> 1);
  let count = 0;
  let value = 0;
  let sign = 1;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : SPACE;
    if (code === MINUS) sign = -1;
    else if (code >= ZERO) value = 10 * value + code - ZERO;
    else {
      numbers[count++] = sign * value;
      value = 0;
      sign = 1;
    }
  }
  return numbers.subarray(0, count);
}

/** The category or tag that a symbol was split from. */
export const categoryOf = (symbol: string): string => symbol.replace(/\^.*$/, '').replace(/(?<=.)-(?!TMP).*$/, '');

/** The tree without splits and phrases under way. */
export function treeOf(derivation: Derivation, grammar: CaptionGrammar): PhraseNode {
  const { symbols, categories, chains } = grammar;
  const children: PhraseNode[] = [];
  const collect = (part: Derivation | null): void => {
    if (part === null) return;
    if (part.chain < 0 && symbols[part.symbol].startsWith('@')) {
      collect(part.left);
      collect(part.right);
    } else children.push(treeOf(part, grammar));
  };
  collect(derivation.left);
  collect(derivation.right);
  const path = derivation.chain < 0 ? [derivation.symbol] : chains[derivation.chain];
  let node: PhraseNode | null = null;
  for (let i = path.length - 1; i >= 0; i--) {
    const label = categories[path[i]];
    node = { label, from: derivation.from, children: node === null ? children : [node] };
  }
  return node ?? { label: '', from: derivation.from, children };
}
