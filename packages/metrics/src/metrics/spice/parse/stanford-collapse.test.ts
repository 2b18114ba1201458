import { describe, expect, it } from 'vitest';
import { collapseDependencies } from './stanford-collapse.ts';
import { type Dependency, StanfordGraph } from './stanford-graph.ts';

/** "word/TAG/relation/head" by spaces. */
function collapse(caption: string): string[] {
  const rows = caption.split(' ').map((row) => row.split('/'));
  const tokens = rows.map(([word, tag]) => ({ word, tag, lemma: word }));
  const basic = rows.map(([, , relation, head], i): Dependency => [relation, Number(head), i + 1]);
  const graph = collapseDependencies(StanfordGraph.fromDependencies(tokens, basic));
  const name = (word: { word: string; copy: number }) => word.word + "'".repeat(word.copy);
  return [
    ...graph.roots.map((root) => `root ${name(root)}`),
    ...graph.edges().map((edge) => `${edge.relation} ${name(edge.governor)} ${name(edge.dependent)}`),
  ];
}

describe('collapsed Stanford dependencies', () => {
  it('name a modifier by its preposition', () => {
    expect(collapse('dog/NN/ROOT/0 in/IN/case/4 the/DT/det/4 snow/NN/nmod/1')).toContain('nmod:in dog snow');
  });

  it('join prepositions of three words and hang the noun on the governor', () => {
    const edges = collapse('man/NN/ROOT/0 in/IN/case/3 front/NN/nmod/1 of/IN/case/5 houses/NNS/nmod/3');
    expect(edges).toEqual(['root man', 'nmod:in_front_of man houses', 'mwe in front', 'mwe in of', 'case houses in']);
  });

  it('join prepositions of two words, whether they mark the noun or govern it', () => {
    expect(collapse('man/NN/ROOT/0 next/JJ/case/4 to/TO/case/4 cars/NNS/nmod/1')).toContain('nmod:next_to man cars');
    expect(collapse('stands/VBZ/ROOT/0 close/RB/advmod/1 to/TO/case/4 cars/NNS/nmod/2')).toContain('nmod:close_to stands cars');
  });

  it('call the agent of a passive so', () => {
    const edges = collapse('balls/NNS/nsubj/3 are/VBP/auxpass/3 kicked/VBN/ROOT/0 by/IN/case/5 boys/NNS/nmod/3');
    expect(edges).toContain('nmod:agent kicked boys');
    expect(edges).toContain('nsubjpass kicked balls');
  });

  it('give each conjunct the governor and the subject of the first one', () => {
    const edges = collapse('dogs/NNS/nsubj/2 run/VBP/ROOT/0 and/CC/cc/2 jump/VBP/conj/2 over/IN/case/6 logs/NNS/nmod/4');
    expect(edges).toContain('conj:and run jump');
    expect(edges).toContain('nsubj jump dogs');
    const objects = collapse('eat/VB/ROOT/0 bread/NN/dobj/1 or/CC/cc/2 rice/NN/conj/2');
    expect(objects).toContain('dobj eat rice');
  });

  it('copy the governor of prepositional phrases in a conjunction', () => {
    const edges = collapse('fly/VB/ROOT/0 to/TO/case/3 france/NN/nmod/1 and/CC/cc/3 from/IN/case/6 spain/NN/conj/3');
    expect(edges).toContain("conj:and fly fly'");
    expect(edges).toContain("nmod:from fly' spain");
  });
});
