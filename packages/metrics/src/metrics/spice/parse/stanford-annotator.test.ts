import { describe, expect, it } from 'vitest';
import { loadCaptionParser, loadStanfordAnnotator } from './stanford-annotator.ts';
import type { PhraseNode } from './tree-dependencies.ts';

const annotator = await loadStanfordAnnotator();
const parser = await loadCaptionParser();

function edges(caption: string): string[] {
  const graph = annotator.annotate(caption.split(' '));
  return [
    ...graph.roots.map((root) => `root ${root.word}`),
    ...graph.edges().map(({ relation, governor, dependent }) => `${relation} ${governor.word} ${dependent.word}`),
  ];
}

function show(caption: string): string {
  const { words, tree } = parser.parse(caption.split(' '));
  const write = ({ label, children, from }: PhraseNode): string =>
    `(${label} ${children.length === 0 ? words[from] : children.map(write).join(' ')})`;
  return write(tree);
}

describe('the shipped caption parser', () => {
  it('makes trees with plain labels over all words', () => {
    expect(show('a girl is sitting on a swing')).toBe(
      '(ROOT (S (NP (DT a) (NN girl)) (VP (VBZ is) (VP (VBG sitting) (PP (IN on) (NP (DT a) (NN swing)))))))',
    );
  });

  it('hangs coordinated adjectives on the first one, as the original does', () => {
    expect(edges('a black and white dog runs in the park')).toEqual(
      expect.arrayContaining(['root runs', 'nsubj runs dog', 'amod dog black', 'cc black and', 'conj:and black white']),
    );
  });

  it('finds predicates behind forms of be, passives and agents', () => {
    expect(edges('the water is cold')).toEqual(expect.arrayContaining(['root cold', 'cop cold is', 'nsubj cold water']));
    expect(edges('a child is guided by an adult')).toEqual(
      expect.arrayContaining(['root guided', 'auxpass guided is', 'nsubjpass guided child', 'nmod:agent guided adult']),
    );
  });

  it('reads words it has never seen, numbers, one word, no word and a very long line', () => {
    expect(edges('a blorfing zweeble sits on 12345 qwxz')).not.toHaveLength(0);
    expect(edges('dog')).toEqual(['root dog']);
    expect(annotator.annotate([]).words).toHaveLength(0);
    const long = Array.from({ length: 60 }, () => 'a dog runs').join(' ');
    expect(edges(long).length).toBeGreaterThan(20);
  });
});
