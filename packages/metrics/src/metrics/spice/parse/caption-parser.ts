/** The tree of a caption under the caption grammar. */
import { type CaptionGrammar, treeOf } from './caption-grammar.ts';
import type { CaptionLexicon } from './caption-lexicon.ts';
import { ChartParser, type Leaf } from './chart-parser.ts';
import type { PhraseNode } from './tree-dependencies.ts';

export interface ParsedTree {
  words: readonly string[];
  tags: string[];
  tree: PhraseNode;
}

/** A chart takes time with the cube of the words: longer captions are cut here. */
const LONGEST = 80;
/** Where nothing is found, this is tried, in this order. */
const WIDER = [2, 5];

export class CaptionParser {
  private readonly grammar: CaptionGrammar;
  private readonly lexicon: CaptionLexicon;
  private readonly charts: ChartParser[];

  constructor(grammar: CaptionGrammar, lexicon: CaptionLexicon, margin: number) {
    this.grammar = grammar;
    this.lexicon = lexicon;
    this.charts = [1, ...WIDER].map((times) => new ChartParser(grammar, { margin: margin * times }));
  }

  parse(tokens: readonly string[]): ParsedTree {
    const words = tokens.slice(0, LONGEST);
    const leaves = words.map((word) => this.lexicon.leaf(word));
    for (const chart of this.charts) {
      const found = chart.parse(leaves);
      if (found === null) continue;
      const tree = treeOf(found, this.grammar);
      return { words, tags: tagsOf(tree), tree };
    }
    return { words, ...this.flat(leaves) };
  }

  /** No tree in the grammar: all words under one phrase, each with its best tag. */
  private flat(leaves: readonly Leaf[]) {
    const tags = leaves.map(({ symbols, scores }) => {
      let best = 0;
      for (let i = 1; i < scores.length; i++) if (scores[i] > scores[best]) best = i;
      return this.grammar.categories[symbols[best]];
    });
    const children = tags.map((label, from) => ({ label, from, children: [] }));
    return { tags, tree: { label: 'ROOT', from: 0, children: [{ label: 'FRAG', from: 0, children }] } };
  }
}

function tagsOf(tree: PhraseNode): string[] {
  const tags: string[] = [];
  const collect = ({ label, children }: PhraseNode): void => {
    if (children.length === 0) tags.push(label);
    for (const child of children) collect(child);
  };
  collect(tree);
  return tags;
}
