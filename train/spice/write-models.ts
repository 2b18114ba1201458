/** Writes the grammar and the lexicon of the caption parser (packages/metrics/src/metrics/spice/parse). */
import {
  assembleGrammar,
  type CaptionGrammar,
  PARTS,
  type ScoredChain,
} from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import type { WordScores } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';

export interface ScoredRule {
  left: number;
  right: number;
  parent: number;
  score: number;
}

export function makeGrammar(
  symbols: readonly string[],
  priors: readonly number[],
  rules: readonly ScoredRule[],
  chains: readonly ScoredChain[],
): CaptionGrammar {
  const sorted = [...rules].sort((a, b) => a.left - b.left || a.right - b.right || a.parent - b.parent);
  return assembleGrammar(symbols, priors, chains, {
    lefts: Uint16Array.from(sorted, ({ left }) => left),
    rights: Uint16Array.from(sorted, ({ right }) => right),
    parents: Uint16Array.from(sorted, ({ parent }) => parent),
    scores: Float32Array.from(sorted, ({ score }) => score),
  });
}

export function writeGrammar(grammar: CaptionGrammar): string {
  const { symbols, priors, lefts, rights, parents, scores, chains, chainScores } = grammar;
  const parts = (score: number) => Math.round(score * PARTS);
  return `${[
    symbols.map((name, i) => `${name} ${parts(priors[i])}`),
    Array.from(lefts, (left, i) => `${parts(scores[i])} ${left} ${rights[i]} ${parents[i]}`),
    chains.map((path, i) => `${parts(chainScores[i])} ${path.join(' ')}`),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

export interface LexiconTables {
  words: ReadonlyMap<string, WordScores>;
  endings: ReadonlyMap<string, WordScores>;
  corrections: ReadonlyMap<string, WordScores>;
}

export function writeLexicon({ words, endings, corrections }: LexiconTables): string {
  const flat = (entries: readonly (readonly [string | number, number])[]) =>
    entries.map(([name, score]) => `${name} ${Math.round(score * PARTS)}`).join(' ');
  const lines = (table: ReadonlyMap<string, WordScores>) =>
    [...table].map(([word, { tags, states }]) => `${word} ${flat(tags)}${states.length > 0 ? `\t${flat(states)}` : ''}`).join('\n');
  return `${[words, endings, corrections].map(lines).join('\n\n')}\n`;
}
