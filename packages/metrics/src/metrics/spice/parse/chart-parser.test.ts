import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeGrammar, writeGrammar, writeLexicon } from '../../../../../../train/spice/write-models.ts';
import { unpack, weightsPath } from '../../../nlp/weights/index.ts';
import { type CaptionGrammar, readGrammar, treeOf } from './caption-grammar.ts';
import { CaptionLexicon, readLexicon } from './caption-lexicon.ts';
import { CaptionParser } from './caption-parser.ts';
import { ChartParser, type Derivation, type Leaf } from './chart-parser.ts';
import type { PhraseNode } from './tree-dependencies.ts';

const symbols = ['ROOT', 'DT^NP', 'NN^NP', 'IN^PP^NP', 'NP-B^NP', 'NP-B^PP', 'PP^NP', 'NP^PP', 'NP^ROOT', '@NP^ROOT|NP-B|>|PP'];
const id = (name: string) => symbols.indexOf(name);
const rule = (parent: string, left: string, right: string, score: number) => ({
  parent: id(parent),
  left: id(left),
  right: id(right),
  score,
});
/** A noun phrase with two prepositional phrases: both to the first noun, or the second one to the noun before it. */
const grammarWith = (flat: number, nested: number) =>
  makeGrammar(
    symbols,
    symbols.map(() => 0),
    [
      rule('NP-B^NP', 'DT^NP', 'NN^NP', -1),
      rule('NP-B^PP', 'DT^NP', 'NN^NP', -1),
      rule('PP^NP', 'IN^PP^NP', 'NP-B^PP', -1),
      rule('PP^NP', 'IN^PP^NP', 'NP^PP', nested),
      rule('NP^PP', 'NP-B^NP', 'PP^NP', -1),
      rule('NP^ROOT', 'NP-B^NP', 'PP^NP', -1),
      rule('@NP^ROOT|NP-B|>|PP', 'NP-B^NP', 'PP^NP', flat),
      rule('NP^ROOT', '@NP^ROOT|NP-B|>|PP', 'PP^NP', flat),
    ],
    [{ path: [id('ROOT'), id('NP^ROOT')], score: -0.5 }],
  );
const words = 'a dog on a box in a room'.split(' ');
const tagOf: Record<string, string> = { a: 'DT^NP', on: 'IN^PP^NP', in: 'IN^PP^NP' };
const leaves = words.map((word) => ({ symbols: [id(tagOf[word] ?? 'NN^NP')], scores: [-0.25] }));
const show = ({ label, children, from }: PhraseNode): string =>
  children.length === 0 ? words[from] : `(${label} ${children.map(show).join(' ')})`;

describe('the chart', () => {
  const best = (flat: number, nested: number) => {
    const grammar = grammarWith(flat, nested);
    const found = new ChartParser(grammar, { margin: 50 }).parse(leaves);
    return found === null ? '' : show(treeOf(found, grammar));
  };

  it('finds the best of all trees, whichever way the second phrase is attached', () => {
    expect(best(-1, -9)).toBe('(ROOT (NP (NP a dog) (PP on (NP a box)) (PP in (NP a room))))');
    expect(best(-9, -1)).toBe('(ROOT (NP (NP a dog) (PP on (NP (NP a box) (PP in (NP a room))))))');
  });

  it('has no tree for what the grammar cannot build, and forgets one sentence before the next', () => {
    const parser = new ChartParser(grammarWith(-1, -9), { margin: 50 });
    expect(parser.parse(leaves)).not.toBeNull();
    expect(parser.parse(leaves.slice(0, 3))).toBeNull();
    expect(parser.parse(leaves.slice(0, 2))).toBeNull();
  });
});

/** The same chart as maps and nested loops: what comes first wins among equals. */
function plainChart(grammar: CaptionGrammar, margin: number, sentence: readonly Leaf[]): Derivation | null {
  const f = Math.fround;
  interface Entry {
    score: number;
    node: Derivation;
  }
  const cells = new Map<string, Map<number, Entry>>();
  for (let to = 1; to <= sentence.length; to++) {
    for (let from = to - 1; from >= 0; from--) {
      const bottoms = new Map<number, Entry>();
      const leaf = from === to - 1 ? sentence[from] : { symbols: [], scores: [] };
      leaf.symbols.forEach((symbol, i) => {
        bottoms.set(symbol, { score: f(leaf.scores[i]), node: { symbol, chain: -1, rule: -1, from, to, left: null, right: null } });
      });
      for (let middle = from + 1; middle < to; middle++) {
        const rights = cells.get(`${middle} ${to}`);
        for (const [symbol, left] of cells.get(`${from} ${middle}`) ?? []) {
          for (let rule = grammar.starts[symbol]; rule < grammar.starts[symbol + 1]; rule++) {
            const right = rights?.get(grammar.rights[rule]);
            if (!right) continue;
            const parent = grammar.parents[rule];
            const score = left.score + right.score + grammar.scores[rule];
            if (score <= (bottoms.get(parent)?.score ?? Number.NEGATIVE_INFINITY)) continue;
            bottoms.set(parent, {
              score: f(score),
              node: { symbol: parent, chain: -1, rule, from, to, left: left.node, right: right.node },
            });
          }
        }
      }
      const all = new Map(bottoms);
      const whole = from === 0 && to === sentence.length;
      for (const [symbol, { score, node }] of bottoms) {
        for (let chain = grammar.chainStarts[symbol]; chain < grammar.chainStarts[symbol + 1]; chain++) {
          const top = grammar.chainTops[chain];
          const built = score + grammar.chainScores[chain];
          if ((top === grammar.root && !whole) || built <= (all.get(top)?.score ?? Number.NEGATIVE_INFINITY)) continue;
          all.set(top, { score: f(built), node: { ...node, chain } });
        }
      }
      const merit = (symbol: number, { score }: Entry) => f(score + grammar.priors[symbol]);
      const least = Math.max(...Array.from(all, ([symbol, entry]) => merit(symbol, entry))) - margin;
      const kept = [...all].filter(([symbol, entry]) => (whole ? symbol === grammar.root : merit(symbol, entry) >= least));
      cells.set(`${from} ${to}`, new Map(kept));
    }
  }
  return cells.get(`0 ${sentence.length}`)?.get(grammar.root)?.node ?? null;
}

describe('the chart of the shipped grammar', () => {
  const text = (file: string) => unpack(readFileSync(weightsPath(`spice/${file}`))).toString('utf8');
  const grammar = readGrammar(text('grammar.txt.gz'));
  const lexicon = new CaptionLexicon(readLexicon(text('lexicon.txt.gz')), grammar.symbols);
  const captions = readFileSync(new URL('../../../../../../corpus/captions/captions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');

  it('gives the derivations of a plain chart, to the last bit', () => {
    const parser = new ChartParser(grammar, { margin: 6 });
    for (const caption of captions.filter((_, i) => i % 40 === 0)) {
      const sentence = caption
        .toLowerCase()
        .match(/[a-z']+/g)
        ?.map((word) => lexicon.leaf(word));
      expect(parser.parse(sentence ?? [])).toEqual(plainChart(grammar, 6, sentence ?? []));
    }
  });
});

describe('the files of the caption grammar', () => {
  const grammar = readGrammar(writeGrammar(grammarWith(-1.25, -9)));
  const text = writeLexicon({
    words: new Map([
      ['a', { tags: [['DT', -1]], states: [[id('DT^NP'), -0.5]] }],
      ['dog', { tags: [['NN', -2]], states: [] }],
    ]),
    endings: new Map([['|', { tags: [['NN', -7]], states: [] }]]),
    corrections: new Map([['oom', { tags: [['NN', 0.5]], states: [] }]]),
  });
  const lexicon = new CaptionLexicon(readLexicon(text), grammar.symbols);

  it('keep rules, chains and scores', () => {
    expect(grammar).toEqual(grammarWith(-1.25, -9));
  });

  it('give a word its own scores, and an unknown one those of its ending', () => {
    expect(lexicon.leaf('a')).toEqual({ symbols: [id('DT^NP')], scores: [-0.5] });
    expect(lexicon.leaf('dog')).toEqual({ symbols: [id('NN^NP')], scores: [-2] });
    expect(lexicon.leaf('room')).toEqual({ symbols: [id('NN^NP')], scores: [-6.5] });
  });

  it('make a flat phrase of words without tree', () => {
    expect(new CaptionParser(grammar, lexicon, 10).parse(['dog', 'a'])).toMatchObject({ tags: ['NN', 'DT'] });
  });
});
