/** A grammar to go on from: a former model knows lines whose parses are no longer here, and new lines add to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readGrammar } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import { type LexiconLookup, readLexicon, type WordScores } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import type { CountedRule, Counts } from './count-grammar.ts';
import type { CountedLexicon, CountedWord } from './count-lexicon.ts';
import type { LexiconTables } from './write-models.ts';

/** About how many words the former model learned from: its symbols count as much against new ones. */
const WORDS = 280_000;

export interface FormerModel {
  /** How often each symbol was seen, and which of them are states of tags. */
  counts: Counts;
  tags: ReadonlySet<string>;
  priors: ReadonlyMap<string, number>;
  words: number;
  rules: CountedRule[];
  chains: CountedRule[];
  tables: LexiconTables;
  symbols: readonly string[];
}

export function readFormerModel(folder: string): FormerModel {
  const read = (file: string) => gunzipSync(readFileSync(join(folder, file))).toString('utf8');
  const grammar = readGrammar(read('grammar.txt.gz'));
  const lexicon = readLexicon(read('lexicon.txt.gz'));
  const { symbols, lefts, rights, parents, scores, chains, chainScores, priors } = grammar;
  const phrases = new Set([...parents, ...chains.flatMap((path) => path.slice(0, -1))]);
  return {
    symbols,
    words: WORDS,
    counts: new Map(symbols.map((symbol, i) => [symbol, Math.exp(priors[i]) * WORDS])),
    priors: new Map(symbols.map((symbol, i) => [symbol, priors[i]])),
    tags: new Set(symbols.filter((_, i) => !phrases.has(i))),
    rules: Array.from(lefts, (left, i) => ({ names: [symbols[parents[i]], symbols[left], symbols[rights[i]]], score: scores[i] })),
    chains: chains.map((path, i) => ({ names: path.map((id) => symbols[id]), score: chainScores[i] })),
    tables: { words: wholeTable(lexicon.words), endings: wholeTable(lexicon.endings), corrections: wholeTable(lexicon.corrections) },
  };
}

function wholeTable(table: LexiconLookup['words']): Map<string, WordScores> {
  return new Map(Array.from(table.keys(), (word) => [word, table.get(word) ?? { tags: [], states: [] }]));
}

/** Words that the former model knows begin with its scores; tags and states that only the new lines have are added. */
export function continueLexicon(counted: CountedLexicon, { tables, symbols }: FormerModel): CountedLexicon {
  const word = (text: string): CountedWord => {
    const known = tables.words.get(text);
    const fresh = counted.word(text);
    if (known === undefined) return fresh;
    const own = new Map(known.states.map(([id, score]) => [symbols[id], score]));
    const former = known.tags.map(([tag, score]) => {
      const again = fresh.tags.find((each) => each.tag === tag);
      const states = counted.statesOf(tag, text).map((state) => {
        const old = own.get(state);
        if (old !== undefined) return { state, score: old, seen: true };
        const now = again?.states.find((each) => each.state === state);
        return now?.seen ? { state, score: score + now.score - (again?.score ?? now.score), seen: true } : { state, score, seen: false };
      });
      return { tag, score, states };
    });
    const names = new Set(known.tags.map(([tag]) => tag));
    const added = fresh.tags.filter(({ tag, states }) => !names.has(tag) && states.some(({ seen }) => seen));
    return { tags: [...former, ...added] };
  };
  return { ...counted, word };
}
