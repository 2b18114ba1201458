import { describe, expect, it } from 'vitest';
import { type Dependency, StanfordGraph } from './parse/stanford-graph.ts';
import { propositions } from './propositions.ts';

/** Words as `word/tag/lemma`; the lemma is the word where it is left out. */
function read(sentence: string, dependencies: readonly Dependency[]): string[] {
  const tokens = sentence.split(' ').map((token) => {
    const [word, tag, lemma = word] = token.split('/');
    return { word, tag, lemma };
  });
  return propositions(StanfordGraph.fromDependencies(tokens, dependencies)).map((parts) => parts.join(' | '));
}

describe('propositions', () => {
  it('of subject, verb and object: both nouns and their relation', () => {
    const found = read('dog/NN chases/VBZ/chase cat/NN', [
      ['root', 0, 2],
      ['nsubj', 2, 1],
      ['dobj', 2, 3],
    ]);
    expect(found).toEqual(expect.arrayContaining(['dog', 'cat', 'dog | cat | chase']));
  });

  it('of an adjective: an attribute of its noun', () => {
    const found = read('brown/JJ dog/NN', [
      ['root', 0, 2],
      ['amod', 2, 1],
    ]);
    expect(found).toEqual(expect.arrayContaining(['dog', 'dog | brown']));
  });

  it('of a preposition between nouns: a relation of that name', () => {
    const found = read('dog/NN on/IN sofa/NN', [
      ['root', 0, 1],
      ['case', 3, 2],
      ['nmod:on', 1, 3],
    ]);
    expect(found).toContain('dog | sofa | on');
  });

  it('of a verb with a preposition: both words are the relation', () => {
    const found = read('dog/NN sleeps/VBZ/sleep on/IN sofa/NN', [
      ['root', 0, 2],
      ['nsubj', 2, 1],
      ['case', 4, 3],
      ['nmod:on', 2, 4],
    ]);
    expect(found).toContain('dog | sofa | sleep on');
  });

  it('of "a bunch of people": the counted noun is the head, so "of" is not a relation as in "a cup of tea"', () => {
    const counted = (words: string) =>
      read(words, [
        ['root', 0, 2],
        ['det', 2, 1],
        ['case', 4, 3],
        ['nmod:of', 2, 4],
      ]);
    expect(counted('a/DT cup/NN of/IN tea/NN')).toContain('cup | tea | of');
    expect(counted('a/DT bunch/NN of/IN people/NNS')).toContain('people');
    expect(counted('a/DT bunch/NN of/IN people/NNS')).not.toContain('bunch | people | of');
  });

  it('of a pronoun: about the noun before it', () => {
    // "dog chases its tail"
    const found = read('dog/NN chases/VBZ/chase its/PRP$ tail/NN', [
      ['root', 0, 2],
      ['nsubj', 2, 1],
      ['nmod:poss', 4, 3],
      ['dobj', 2, 4],
    ]);
    expect(found).toEqual(expect.arrayContaining(['dog', 'tail', 'dog | tail | chase', 'dog | tail | have']));
  });
});
