/** Teaches the caption grammar: relative frequencies first, then passive-aggressive updates (Crammer et al. 2006) until its best trees are right. */
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import type { CaptionGrammar } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import type { WordScores } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import { ChartParser, type Derivation } from '../../packages/metrics/src/metrics/spice/parse/chart-parser.ts';
import { type Counts, countGrammar, sumOf } from './count-grammar.ts';
import { countLexicon, shareOfEndings } from './count-lexicon.ts';
import { continueLexicon, type FormerModel } from './former-model.ts';
import { GrammarFeatures } from './grammar-features.ts';
import type { BinaryNode, Tree } from './split-trees.ts';
import { type LexiconTables, makeGrammar } from './write-models.ts';

/** By how much the right tree has to win. */
const LEAD = 0.5;
/** An example that was right in so many rounds in a row is passed over in the next one. */
const ENOUGH_RIGHT = 2;
/** Endings that fewer words have are not kept, nor tags with a smaller share. */
const LEAST_ENDING = 2;
const LEAST_SHARE = 0.01;
const NEVER_SEEN = 0.002;

export interface Example {
  words: readonly string[];
  tree: Tree;
}

interface Word {
  symbols: number[];
  scores: number[];
  start: number[];
  features: number[][];
}

/** How to learn: rounds, the longest step of an update, and from which round on the weights are averaged. */
export interface Stage {
  epochs: number;
  step: number;
  averagedFrom: number;
}

export interface GrammarOptions extends Stage {
  margin: number;
  /** Tags that another model gave words in text without parses. */
  guessed: ReadonlyMap<string, Counts>;
  /** Goes on from this model. */
  former?: FormerModel;
  say(text: string): void;
}

export function trainGrammar(examples: readonly Example[], { epochs, step, averagedFrom, margin, guessed, former, say }: GrammarOptions) {
  const counted = countGrammar(
    examples.map(({ tree }) => tree),
    former,
  );
  const fresh = countLexicon(counted.words, counted.tags, guessed);
  const lexicon = former === undefined ? fresh : continueLexicon(fresh, former);
  const ids = new Map(counted.symbols.map((symbol, i) => [symbol, i]));
  const idOf = (symbol: string) => ids.get(symbol) ?? -1;
  const grammar = makeGrammar(
    counted.symbols,
    counted.priors,
    counted.rules.map(({ names: [parent, left, right], score }) => ({ parent: idOf(parent), left: idOf(left), right: idOf(right), score })),
    counted.chains.map(({ names, score }) => ({ path: names.map(idOf), score })),
  );
  say(`${grammar.size} symbols, ${grammar.scores.length} rules, ${grammar.chains.length} chains, ${counted.words.size} words`);
  const features = new GrammarFeatures(grammar);
  const words = new Map<string, Word>();
  const wordOf = (word: string): Word => {
    let made = words.get(word);
    if (made === undefined) {
      made = { symbols: [], scores: [], start: [], features: [] };
      for (const { tag, states } of lexicon.word(word).tags) {
        for (const { state, score } of states) {
          made.symbols.push(idOf(state));
          made.start.push(score);
          made.features.push(features.ofWord(word, tag, state));
        }
      }
      words.set(word, made);
    }
    for (let i = 0; i < made.start.length; i++) made.scores[i] = made.start[i] + features.sum(made.features[i]);
    return made;
  };

  const parser = new ChartParser(grammar, { margin });
  const golds = examples.map(({ tree }) => counted.binarize(tree));
  const random = createRandom('caption grammar');
  const order = examples.map((_, i) => i);
  /** How many rounds in a row an example was right. */
  const streaks = new Uint8Array(examples.length);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    if (epoch === averagedFrom) features.restart();
    let right = 0;
    let passed = 0;
    for (const i of random.shuffle(order)) {
      features.time++;
      if (streaks[i] >= ENOUGH_RIGHT) {
        streaks[i]--;
        right++;
        continue;
      }
      const leaves = examples[i].words.map(wordOf);
      const gold = derive(golds[i], leaves, grammar, features, idOf);
      const best = gold === null ? null : parser.parse(leaves);
      if (gold === null || best === null) {
        passed++;
        continue;
      }
      const difference = new Map<number, number>();
      count(gold, leaves, features, difference, 1);
      count(best, leaves, features, difference, -1);
      let size = 0;
      for (const n of difference.values()) size += n * n;
      streaks[i] = size === 0 ? streaks[i] + 1 : 0;
      if (size === 0) {
        right++;
        continue;
      }
      const behind = score(best, leaves, grammar) - score(gold, leaves, grammar);
      if (behind >= 0) features.update(difference, Math.min(step, (behind + LEAD) / size));
    }
    say(`epoch ${epoch}: ${((100 * right) / examples.length).toFixed(2)}% right, ${passed} passed over`);
  }
  features.average();
  return { grammar, tables: tablesOf() };

  function tablesOf(): LexiconTables {
    const all = new Map<string, WordScores>();
    for (const word of new Set([...counted.words.keys(), ...guessed.keys(), ...(former?.tables.words.keys() ?? [])])) {
      if (/[\s\t]/.test(word)) continue;
      const tags: [string, number][] = [];
      const states: [number, number][] = [];
      for (const { tag, score: start, states: each } of lexicon.word(word).tags) {
        const learned = features.ofTag(word, tag);
        tags.push([tag, start + learned]);
        for (const { state, score: own, seen } of each) {
          const more = features.ofState(word, state);
          if (seen || more !== 0) states.push([idOf(state), own + learned + more]);
        }
      }
      all.set(word, { tags, states });
    }
    const endings = new Map<string, WordScores>(former?.tables.endings);
    for (const [ending, counts] of lexicon.endings) {
      if (sumOf(counts) < LEAST_ENDING || former?.tables.endings.has(ending)) continue;
      const [kind, letters] = ending.split('|');
      const chain = Array.from({ length: letters.length + 1 }, (_, n) => `${kind}|${letters.slice(letters.length - n)}`);
      const shares = [...shareOfEndings(chain, lexicon.endings)].filter(([, share]) => share > LEAST_SHARE);
      endings.set(ending, { tags: shares.map(([tag, share]) => [tag, lexicon.scoreOfShare(tag, share + NEVER_SEEN)]), states: [] });
    }
    return { words: all, endings, corrections: features.corrections(former?.tables.corrections) };
  }
}

/** The derivation of a binary tree; null if the grammar does not have it. */
function derive(
  tree: BinaryNode,
  leaves: readonly Word[],
  grammar: CaptionGrammar,
  features: GrammarFeatures,
  idOf: (symbol: string) => number,
  at = { word: 0 },
): Derivation | null {
  const path = [idOf(tree.label)];
  let node = tree;
  while (node.word === undefined && node.left && !node.right) {
    node = node.left;
    path.push(idOf(node.label));
  }
  const symbol = path[path.length - 1];
  const chain = path.length === 1 ? -1 : features.chainOf(path);
  const from = at.word;
  if (symbol < 0 || chain === undefined) return null;
  if (node.word !== undefined) {
    at.word++;
    return leaves[from].symbols.includes(symbol) ? { symbol, chain, rule: -1, from, to: at.word, left: null, right: null } : null;
  }
  const left = node.left ? derive(node.left, leaves, grammar, features, idOf, at) : null;
  const right = node.right ? derive(node.right, leaves, grammar, features, idOf, at) : null;
  if (left === null || right === null) return null;
  const rule = features.ruleOf(idOf(node.left?.label ?? ''), idOf(node.right?.label ?? ''), symbol);
  return rule === undefined ? null : { symbol, chain, rule, from, to: at.word, left, right };
}

function count(node: Derivation | null, leaves: readonly Word[], features: GrammarFeatures, into: Map<number, number>, sign: number): void {
  if (node === null) return;
  const found = [
    ...(node.chain >= 0 ? features.chains[node.chain] : []),
    ...(node.rule >= 0 ? features.rules[node.rule] : leaves[node.from].features[leaves[node.from].symbols.indexOf(node.symbol)]),
  ];
  for (const feature of found) into.set(feature, (into.get(feature) ?? 0) + sign);
  count(node.left, leaves, features, into, sign);
  count(node.right, leaves, features, into, sign);
}

function score({ symbol, chain, rule, from, left, right }: Derivation, leaves: readonly Word[], grammar: CaptionGrammar): number {
  const above = chain < 0 ? 0 : grammar.chainScores[chain];
  if (left === null || right === null) return above + leaves[from].scores[leaves[from].symbols.indexOf(symbol)];
  return above + grammar.scores[rule] + score(left, leaves, grammar) + score(right, leaves, grammar);
}
